import { z } from 'zod'
import { type ActNeeds, pickFrom } from './acts.ts'
import type { PersonModel } from './model.ts'

const Created = z.object({ id: z.string() })

const Report = z.object({
  id: z.string(),
  total: z.number(),
  added: z.number(),
  duplicates: z.number(),
  invalid: z.array(z.unknown()),
})
const BOUNDARY = '----uma-planilha'

type ContactNeeds = ActNeeds & { readonly broken: (what: string) => void }

/** What people do with their lists of contacts. */
export function createContactActs({ program, random, broken }: ContactNeeds) {
  return { create, grow, importFile }

  async function create(person: PersonModel): Promise<void> {
    const phones = newPhones(some(25))
    const answer = await program.call({
      method: 'POST',
      path: '/api/contacts',
      apiKey: person.apiKey,
      body: { name: `Lista de ${person.name}`, contatos: contactsOf(phones) },
    })
    if (answer?.status !== 201) return
    const list = { phones, ever: new Set(phones), isRotten: false }
    person.lists.set(Created.parse(answer.body).id, list)
  }

  async function grow(person: PersonModel): Promise<void> {
    const known = pickFrom(random, person.lists)
    if (!known) return
    const { key: id, value: list } = known
    const more = newPhones(random.between(1, 5))
    // Noted before the call: a campaign that starts meanwhile may or may not have these contacts.
    for (const phone of more) list.ever.add(phone)
    const answer = await program.call({
      method: 'PATCH',
      path: `/api/contacts/${id}`,
      apiKey: person.apiKey,
      body: { contatos: contactsOf(more) },
    })
    if (answer?.status === 200) list.phones = [...list.phones, ...more]
  }

  /** Imports a spreadsheet in which some contacts stand twice and some rows have none. */
  async function importFile(person: PersonModel): Promise<void> {
    const phones = newPhones(some(40))
    const twice = phones.filter(() => random.chance(0.1))
    const wrong = Array.from({ length: random.between(0, 4) }, () => random.pick(['123', '', 'x']))
    const rows = [...phones, ...twice, ...wrong].map((phone, row) => `Pessoa ${row};${phone}`)
    const answer = await program.call({
      method: 'POST',
      path: '/api/contacts/import',
      apiKey: person.apiKey,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: formOf(`Planilha de ${person.name}`, ['nome;telefone', ...rows].join('\r\n')),
    })
    if (answer?.status !== 201) return
    const { id, total, added, duplicates, invalid } = Report.parse(answer.body)
    const told = [total, added, duplicates, invalid.length]
    const expected = [phones.length, phones.length, twice.length, wrong.length]
    if (String(told) !== String(expected)) {
      broken(`a file of ${expected} came in as ${told}`)
    }
    person.lists.set(id, { phones, ever: new Set(phones), isRotten: false })
  }

  /** Most lists are short: few recipients show the same faults as many. */
  function some(max: number): number {
    return random.between(1, random.between(1, max))
  }

  function newPhones(count: number): string[] {
    return Array.from({ length: count }, () => `55119${random.between(10_000_000, 99_999_999)}`)
  }
}

function contactsOf(phones: readonly string[]) {
  return phones.map((phone, index) => ({ name: `Pessoa ${index}`, phone }))
}

function formOf(name: string, csv: string): string {
  const field = `content-disposition: form-data; name="name"\r\n\r\n${name}`
  const disposition = 'content-disposition: form-data; name="file"; filename="lista.csv"'
  const file = `${disposition}\r\ncontent-type: text/csv\r\n\r\n${csv}`
  return `${[field, file].map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`
}
