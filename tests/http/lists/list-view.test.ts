import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { FilterOp } from '../../../src/contract/campaigns/filter-op.ts'
import type { ListRow } from '../../../src/contract/contacts/list-rows.ts'
import { type ListView, wholeView } from '../../../src/contract/contacts/list-view.ts'
import { toViewQuery, type ViewRowsJson } from '../../../src/contract/contacts/list-view-query.ts'
import { shownRows } from '../../../web/screens/contacts/list/list-view.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

type ViewRows = z.infer<typeof ViewRowsJson>

const NAMES = ['Ana', 'José Álvares', 'Maria José', 'ANA "Nina" Sá', 'Zé', '', 'Élio 10', '9']
const someRows = (count: number, from = 0): readonly ListRow[] =>
  Array.from({ length: count }, (_, index) => {
    const place = from + index
    const phone = String(5_561_990_000_000 + place * 37)
    const name = `${NAMES[place % NAMES.length]} ${place % 3 === 0 ? '' : place}`.trim()
    const turma = ['10', '9', '', 'B'][place % 4] ?? ''
    return { name, phone, ...(turma && { campos: { turma, mãe: `Rosa ${place % 11}` } }) }
  })

const queryOf = (parts: object) =>
  new URLSearchParams(Object.entries(parts).map(([key, value]) => [key, `${value}`]))

async function aListOf(rows: readonly ListRow[]) {
  const { register } = await anApp()
  const owner = await register()
  const made = await owner.call('/api/contacts', asJson({ name: 'Turma', contatos: rows }))
  const { id }: { id: string } = await made.json()
  const path = `/api/contacts/${id}/rows`
  const append = (contatos: readonly ListRow[]) =>
    owner.call(`/api/contacts/${id}`, asJson({ contatos }))
  const ask = (view: ListView, place: object = {}) => {
    return owner.call(`${path}/view?${queryOf({ ...toViewQuery(view), ...place })}`)
  }
  const read = async (view: ListView, place?: object): Promise<ViewRows> =>
    (await ask(view, place)).json()
  const phones = async (view: ListView): Promise<{ telefones: string[]; achados: number }> =>
    (await owner.call(`${path}/phones?${queryOf(toViewQuery(view))}`)).json()
  return { owner, path, ask, read, phones, append }
}

const someColumn = fc.constantFrom(
  { kind: 'name' as const },
  { kind: 'phone' as const },
  { kind: 'field' as const, header: 'turma' },
  { kind: 'field' as const, header: 'mãe' },
)
const someView: fc.Arbitrary<ListView> = fc.record({
  search: fc.constantFrom('', 'jose', ' ana', 'á', '"nina"', '5561 99', 'rosa 1', 'ninguém', '9'),
  sorting: fc.option(fc.record({ column: someColumn, isDescending: fc.boolean() })),
  filter: fc.option(
    fc.record({
      column: someColumn,
      op: fc.constantFrom(...Object.values(FilterOp)),
      value: fc.constantFrom('9', 'Rosa', 'ana', ''),
    }),
  ),
})

test('the server finds and orders the rows of a list as the console does with a short one', async () => {
  const rows = someRows(1_700)
  const { read, phones, append } = await aListOf(rows.slice(0, 900))
  // The totals of two changes stand between the rows of the file.
  expect((await append(rows.slice(900))).status).toBe(200)
  await fc.assert(
    fc.asyncProperty(
      someView,
      fc.integer({ min: 0, max: 1_750 }),
      fc.integer({ min: 1, max: 500 }),
      async (view, desde, limit) => {
        const expected = shownRows(rows, view)
        const { contatos, achados, total, colunas } = await read(view, { desde, limit })
        expect({ achados, total }).toEqual({ achados: expected.length, total: rows.length })
        expect(colunas).toEqual(['turma', 'mãe'])
        expect(contatos).toEqual(expected.slice(desde, desde + limit))
        expect((await phones(view)).telefones).toEqual(expected.map(({ phone }) => phone))
      },
    ),
    { numRuns: 60 },
  )
})

test('a view is of one version of its list, and says of which', async () => {
  const { owner, path, read } = await aListOf(someRows(30))
  const byName: ListView = {
    ...wholeView,
    sorting: { column: { kind: 'name' }, isDescending: false },
  }
  const before = await read(byName)
  expect((await read(byName, { desde: 10 })).versao).toBe(before.versao)
  const [first] = before.contatos
  await owner.call(path, asJson({ remover: [first?.phone] }, 'PATCH'))
  const after = await read(byName)
  expect(after.versao).not.toBe(before.versao)
  expect(after.contatos[0]).toEqual(before.contatos[1])
  expect(after.achados).toBe(29)
})

test('a view names its columns in full, and belongs to the owner of its list', async () => {
  const { owner, path, ask } = await aListOf(someRows(3))
  for (const wrong of ['ordem=turma', 'ordem=--name', 'coluna=-name', 'op=quase', 'desde=-1']) {
    expect(await errorOf(await owner.call(`${path}/view?${wrong}`))).toMatchObject({ status: 400 })
  }
  expect((await ask(wholeView, { limit: 1_000 })).status).toBe(400)
  const { register } = await anApp()
  const stranger = await register()
  for (const call of ['view', 'phones']) {
    expect((await stranger.call(`${path}/${call}`)).status).toBe(404)
  }
})
