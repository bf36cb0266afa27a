import useSWR from 'swr'
import { listRowsApi } from '#contract/api/contacts/list-rows-api.ts'
import { peopleApi } from '#contract/api/people-api.ts'
import { read } from './calls/client.ts'

/** Lists of a person that are looked into: in further ones little is new. */
const LISTS_READ = 3

export type KnownPerson = {
  /** As the newest list has it; empty where nobody knows it. */
  readonly name: string
  /** E.164 digits; null where only the LID is known. */
  readonly phone: string | null
  /** Cells of the lists that the person is in, by their headers; the newest list's win. */
  readonly fields: Readonly<Record<string, string>>
}

/** What lists say of a person, by the phone or the LID; read once it is wanted. */
export function usePersonFields(person: string | null): KnownPerson | undefined {
  const key = person === null ? null : ['person-fields', person]
  const { data } = useSWR(key, () => readPerson(person ?? ''), { shouldRetryOnError: false })
  return data
}

async function readPerson(person: string): Promise<KnownPerson> {
  const { name, phone, lists } = await read(peopleApi.showPerson, { params: { phone: person } })
  if (phone === null) return { name, phone, fields: {} }
  const rows = await Promise.all(lists.slice(0, LISTS_READ).map(({ id }) => cellsIn(id, phone)))
  return { name, phone, fields: Object.assign({}, ...rows.reverse()) }
}

async function cellsIn(id: string, phone: string): Promise<Readonly<Record<string, string>>> {
  const query = { q: phone, limit: 10 }
  const { contatos } = await read(listRowsApi.listRows, { params: { id }, query })
  const cells = contatos.find((row) => row.phone === phone)?.campos ?? {}
  // What one list leaves empty another may know.
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell.trim() !== ''))
}
