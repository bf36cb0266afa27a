import { z } from 'zod'
import { optOutApi } from '../../contract/api/opt-out-api.ts'
import { PAGE_LIMIT_MAX } from '../../contract/limits.ts'
import { OptOutsJson, optOutSourceLabels } from '../../contract/optouts/opt-out.ts'
import { connectSignedIn } from '../connect.ts'
import type { CommonOptions, Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import { personOf } from './change.ts'

export type ListOptions = CommonOptions & { readonly search?: string }

export async function listOptOuts(
  context: Context,
  { search, json }: ListOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const filter = search === undefined ? {} : { q: search }
  const query = json ? filter : { ...filter, limit: PAGE_LIMIT_MAX }
  const people = await client.call(optOutApi.listOptOuts, { query })
  context.terminal.answer(z.encode(OptOutsJson, people), () => {
    if (people.length === 0) {
      return search === undefined
        ? 'Ninguém pediu para não receber. Inclua alguém com: disparo optouts add <telefone>'
        : 'Ninguém encontrado.'
    }
    const table = formatTable(context.terminal, people, [
      { header: 'Telefone', value: personOf },
      { header: 'Nome', value: ({ name }) => name || '–', shrinksTo: 14 },
      { header: 'Motivo', value: ({ reason }) => reason || '–', shrinksTo: 16, dropRank: 2 },
      { header: 'Origem', value: ({ source }) => optOutSourceLabels[source], dropRank: 3 },
      { header: 'Desde', value: ({ createdAt }) => formatTime(createdAt), dropRank: 1 },
    ])
    if (people.length < PAGE_LIMIT_MAX) return table
    return `${table}\n… pode haver mais. Todos: disparo optouts export`
  })
  return ExitCode.done
}
