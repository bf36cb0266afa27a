import { expect, test } from 'vitest'
import type { ListRow, ListRows } from '../../../src/contract/contacts/list-rows.ts'
import { LISTS_AT_ONCE_MAX } from '../../../src/contract/contacts/several-lists.ts'
import { anApp, asJson, errorOf, reportOf } from '../../support/http/app.ts'

const ANA = '5561999990001'
const BIA = '5561999990002'
const CAIO = '5561999990003'

async function someLists() {
  const app = await anApp()
  const owner = await app.register()
  const make = async (name: string, contatos: readonly ListRow[]) =>
    (await reportOf(await owner.call('/api/contacts', asJson({ name, contatos })))).id
  const morning = await make('Manhã', [
    { name: 'Ana', phone: ANA, campos: { turma: 'A', mãe: '' } },
    { name: 'Bia', phone: BIA },
  ])
  const band = await make('Banda', [
    { name: 'Caio', phone: CAIO, campos: { Turma: 'C' } },
    { name: 'Ana Souza', phone: ANA, campos: { Turma: 'Z', mãe: 'Rosa', instrumento: 'flauta' } },
  ])
  const merge = (body: object) => owner.call('/api/contacts/merge', asJson(body))
  const rowsOf = async (id: string): Promise<ListRows> =>
    (await owner.call(`/api/contacts/${id}/rows`)).json()
  return { ...app, owner, make, morning, band, merge, rowsOf }
}

const anaWhole = {
  name: 'Ana',
  phone: ANA,
  campos: { turma: 'A', mãe: 'Rosa', instrumento: 'flauta' },
}

test('lists become a new one: each phone once, with what all of them know of it', async () => {
  const { morning, band, merge, rowsOf } = await someLists()
  const report = await reportOf(await merge({ listas: [morning, band], name: 'Todos' }))
  expect(report).toMatchObject({ name: 'Todos', total: 3, added: 3, duplicates: 1, invalid: [] })
  const { colunas, contatos } = await rowsOf(report.id)
  expect(colunas).toEqual(['turma', 'mãe', 'instrumento'])
  expect(contatos).toEqual([
    anaWhole,
    { name: 'Bia', phone: BIA },
    { name: 'Caio', phone: CAIO, campos: { turma: 'C' } },
  ])
  // Both lists are as they were.
  expect((await rowsOf(morning)).total).toBe(2)
  expect((await rowsOf(band)).contatos).toHaveLength(2)
})

test('a list that takes another in keeps its own, and fills what is empty', async () => {
  const { morning, band, merge, rowsOf } = await someLists()
  const report = await reportOf(await merge({ listas: [morning, band], lista: morning }))
  expect(report).toMatchObject({
    ...{ id: morning, name: 'Manhã', total: 3, added: 1, duplicates: 1 },
  })
  expect((await rowsOf(morning)).contatos).toEqual([
    anaWhole,
    { name: 'Bia', phone: BIA },
    { name: 'Caio', phone: CAIO, campos: { turma: 'C' } },
  ])
  // Merging once more changes nothing.
  const again = await reportOf(await merge({ listas: [band], lista: morning }))
  expect(again).toMatchObject({ total: 3, added: 0, duplicates: 2 })
  expect((await rowsOf(morning)).contatos[0]).toEqual(anaWhole)
})

test('nothing is joined where a list is missing, alone, or somebody else’s', async () => {
  const { register, morning, band, merge, rowsOf } = await someLists()
  const wrong = [
    [
      { listas: [morning, 'nenhuma'], name: 'x' },
      { status: 400, code: 'list_unknown' },
    ],
    [
      { listas: [morning], lista: 'nenhuma' },
      { status: 400, code: 'list_unknown' },
    ],
    [{ listas: [morning, morning], name: 'x' }, { details: [{ path: 'listas' }] }],
    [{ listas: [morning], lista: morning }, { details: [{ path: 'listas' }] }],
    [{ listas: [morning, band] }, { details: [{ path: 'lista' }] }],
    [{ listas: [], name: 'x' }, { status: 400 }],
    [
      { listas: Array.from({ length: LISTS_AT_ONCE_MAX + 1 }, String), name: 'x' },
      { details: [{ path: 'listas', message: 'São aceitas até 100 listas de uma vez.' }] },
    ],
  ] as const
  for (const [body, refusal] of wrong) {
    expect(await errorOf(await merge(body))).toMatchObject(refusal)
  }
  const stranger = await register('outra@example.com')
  const taken = await stranger.call(
    '/api/contacts/merge',
    asJson({ listas: [morning, band], name: 'x' }),
  )
  expect(await errorOf(taken)).toMatchObject({ code: 'list_unknown' })
  expect((await rowsOf(morning)).total).toBe(2)
})

test('several lists are one CSV, with the list of each person beside them', async () => {
  const { owner, make, morning, band } = await someLists()
  const odd = await make('Lanche', [{ name: 'Eva', phone: CAIO, campos: { Lista: 'espera' } }])
  const answer = await owner.call(`/api/contacts/export?listas=${morning},${band},${odd}&sep=;`)
  expect(answer.headers.get('content-disposition')).toContain('listas_de_contatos.csv')
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())).toBe(
    [
      '\uFEFFname;phone;lista;turma;mãe;instrumento;Lista (coluna)',
      `Ana;${ANA};Manhã;A;;;`,
      `Bia;${BIA};Manhã;;;;`,
      `Caio;${CAIO};Banda;C;;;`,
      `Ana Souza;${ANA};Banda;Z;Rosa;flauta;`,
      `Eva;${CAIO};Lanche;;;;espera`,
      '',
    ].join('\r\n'),
  )
  for (const [listas, refusal] of [
    ['', { status: 400, details: [{ path: 'listas' }] }],
    [`${morning},nenhuma`, { status: 404, code: 'list_not_found' }],
  ] as const) {
    expect(await errorOf(await owner.call(`/api/contacts/export?listas=${listas}`))).toMatchObject(
      refusal,
    )
  }
})
