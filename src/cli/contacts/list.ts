import { contactApi } from '../../contract/api/contact-api.ts'
import { listName } from '../../contract/contacts/contact-list.ts'
import { formatCount } from '../../contract/display.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'

export async function listLists(context: Context): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const lists = await client.call(contactApi.listContactLists, { query: { preview: 0 } })
  const json = lists.map(({ id, name, created_at, total }) => ({ id, name, created_at, total }))
  context.terminal.answer(json, () =>
    lists.length === 0
      ? 'Nenhuma lista ainda. Importe um CSV com: disparo contacts import <arquivo>'
      : formatTable(context.terminal, lists, [
          { header: 'ID', value: ({ id }) => id },
          { header: 'Nome', value: listName, shrinksTo: 16 },
          { header: 'Contatos', value: ({ total }) => formatCount(total), align: 'right' },
          {
            header: 'Criada em',
            value: ({ created_at }) => formatTime(created_at),
            dropRank: 1,
          },
        ]),
  )
  return ExitCode.done
}
