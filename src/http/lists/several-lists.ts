import { api } from '../../contract/api/calls.ts'
import { listName } from '../../contract/contacts/contact-list.ts'
import { foldText } from '../../contract/fold.ts'
import { csvHeaders, csvText } from '../answers/csv.ts'
import { streamText } from '../answers/stream.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

const EXPORT_FILE = 'listas_de_contatos.csv'
/** The columns of every contact, with its list, before those of its own. */
const ownColumns = ['name', 'phone', 'lista']

/** Routes of what is done with several lists at once. */
export function severalListsRoutes({ severalLists, log }: Services): Binding[] {
  return [
    bind(api.mergeLists, async ({ caller, body: { listas, lista, name = '' } }) => {
      const to = lista === undefined ? { name } : { listId: lista }
      return { status: 200, body: await severalLists.merge(caller.user.id, { ids: listas, to }) }
    }),

    bind(api.exportLists, async ({ caller, query: { listas, sep = ',' } }) => {
      const { columns, contacts } = await severalLists.readAll(caller.user.id, listas)
      const header = [...ownColumns, ...columns.map(besideOwn)]
      const onFault = (error: unknown) => log.error({ err: error }, 'lists cut off')
      const text = csvText(rows(), { header, separator: sep })
      return streamText(text, { headers: csvHeaders(EXPORT_FILE), onFault })

      async function* rows() {
        for await (const { list, contact } of contacts) {
          const values = new Map(Object.entries(contact.fields ?? {}))
          const further = columns.map((column) => values.get(column) ?? '')
          yield [contact.name, contact.phone, listName(list), ...further]
        }
      }
    }),
  ]
}

/** Renames a column of the contacts' own that has the name of the list's column. */
function besideOwn(column: string): string {
  return foldText(column) === 'lista' ? `${column} (coluna)` : column
}
