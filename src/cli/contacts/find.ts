import { z } from 'zod'
import type { Page } from '../../contract/api/client.ts'
import { peopleSearchApi } from '../../contract/api/people-search-api.ts'
import { formatPhone } from '../../contract/display.ts'
import { type PersonMatch, PersonMatchesJson } from '../../contract/people/person-match.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { namingOptions } from '../terminal/option-names.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'

/** People that are shown at most; for fewer hits one writes more of the name. */
const MOST = 50

/** Finds people over all lists: the server looks at a part of them with each call. */
export async function findContacts(context: Context, text: string): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  const found = new Map<string, PersonMatch>()
  let cursor: string | null = null
  do {
    const page: Page<readonly PersonMatch[]> = await namingOptions({ q: '<texto>' }, () =>
      client.readPage(
        peopleSearchApi.searchPeople,
        { query: { q: text, limit: MOST } },
        { cursor },
      ),
    )
    for (const match of page.answer) found.set(match.phone, found.get(match.phone) ?? match)
    cursor = page.next
  } while (cursor !== null && found.size < MOST)
  const people = [...found.values()]
  context.terminal.answer(z.encode(PersonMatchesJson, people), () => {
    if (people.length === 0) return 'Ninguém encontrado.'
    const table = formatTable(context.terminal, people, [
      { header: 'Telefone', value: ({ phone }) => formatPhone(phone) },
      { header: 'Nome', value: ({ name }) => name || '–', shrinksTo: 14 },
      { header: 'Lista', value: ({ list }) => list.name, shrinksTo: 12 },
    ])
    return cursor === null ? table : `${table}\n… há mais. Escreva mais do nome ou do telefone.`
  })
  return ExitCode.done
}
