import { expect, test } from 'vitest'
import type { ListChanges, ListRow, ListRows } from '../../../src/contract/contacts/list-rows.ts'
import { NAME_MAX_LENGTH } from '../../../src/contract/limits.ts'
import { createListRows } from '../../../src/domain/contacts/list-rows.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const ANA = '5561999990001'
const BIA = '5561999990002'
const CAIO = '5561999990003'
const someRows: readonly ListRow[] = [
  { name: 'Ana', phone: ANA, campos: { turma: 'A', mãe: 'Rosa' } },
  { name: 'Bia', phone: BIA, campos: { turma: 'B' } },
  { name: 'Caio', phone: CAIO },
]

async function aListOf(rows: readonly ListRow[] = someRows) {
  const app = await anApp()
  const owner = await app.register()
  const made = await owner.call('/api/contacts', asJson({ name: 'Turma', contatos: rows }))
  const { id }: { id: string } = await made.json()
  const path = `/api/contacts/${id}/rows`
  const read = async (query = ''): Promise<ListRows> => (await owner.call(`${path}${query}`)).json()
  const change = async (body: ListChanges) => (await owner.call(path, asJson(body, 'PATCH'))).json()
  const move = (body: object) => owner.call(`${path}/move`, asJson(body))
  return { ...app, owner, id, path, read, change, move }
}

function edit(before: ListRow, to: Partial<ListRow>) {
  return { phone: before.phone, antes: before, depois: { ...before, ...to } }
}

test('a list is read in parts with all columns, whatever its length, and searched', async () => {
  const people = Array.from({ length: 2_500 }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: String(5_561_990_000_000 + place),
  }))
  const { owner, path, read } = await aListOf([...someRows, ...people])
  const found: string[] = []
  let query = '?limit=1000'
  for (let parts = 1; query !== ''; parts += 1) {
    const answer = await owner.call(`${path}${query}`)
    const { contatos, total, colunas }: ListRows = await answer.json()
    expect({ total, colunas }).toEqual({ total: 2_503, colunas: ['turma', 'mãe'] })
    found.push(...contatos.map(({ phone }) => phone))
    const next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    query = next ? `?${next.split('?')[1]}` : ''
    expect(parts).toBeLessThan(5)
  }
  expect(found).toEqual([...someRows, ...people].map(({ phone }) => phone))
  expect((await read('?q=pessoa%2024&limit=200')).contatos).toHaveLength(111)
  expect((await read('?q=9999-0002')).contatos).toMatchObject([{ name: 'Bia' }])
})

test('a cursor is refused that points nowhere, or into a list that was written anew', async () => {
  const { owner, path, change } = await aListOf()
  const [cursor] = /cursor=[^>&]+/.exec(
    (await owner.call(`${path}?limit=1`)).headers.get('link') ?? '',
  ) ?? ['']
  for (const wrong of ['x', '1-7', '1-99999999']) {
    expect(await errorOf(await owner.call(`${path}?cursor=${wrong}`))).toMatchObject({
      status: 400,
      details: [{ path: 'cursor', message: 'O cursor não é válido.' }],
    })
  }
  await change({ remover: [CAIO] })
  expect(await errorOf(await owner.call(`${path}?${cursor}`))).toMatchObject({
    status: 409,
    code: 'list_changed',
  })
})

test('rows are changed one by one: what another editor reached first stays, and is reported', async () => {
  const { read, change } = await aListOf()
  const [ana, bia, caio] = (await read()).contatos
  if (!ana || !bia || !caio) throw new Error('three people')
  expect(
    await change({
      alterar: [edit(ana, { name: 'Ana Beatriz', campos: { turma: '', mãe: 'Rosa' } })],
    }),
  ).toEqual({ total: 3, changed: 1, removed: 0, conflitos: [], recusados: [] })

  const report = await change({
    alterar: [edit(ana, { name: 'Ana Clara' }), edit(bia, { name: 'Beatriz' })],
    remover: [CAIO],
  })
  expect(report).toMatchObject({ total: 2, changed: 1, removed: 1 })
  expect(report.conflitos).toEqual([
    { phone: ANA, agora: { name: 'Ana Beatriz', phone: ANA, campos: { mãe: 'Rosa' } } },
  ])
  expect(await change({ alterar: [edit(caio, { name: 'Caio José' })] })).toMatchObject({
    conflitos: [{ phone: CAIO, agora: null }],
  })
  expect((await read()).contatos).toEqual([
    { name: 'Ana Beatriz', phone: ANA, campos: { mãe: 'Rosa' } },
    { name: 'Beatriz', phone: BIA, campos: { turma: 'B' } },
  ])
})

test('a number that is none, or is in the list already, is refused beside its cell', async () => {
  const { read, change } = await aListOf()
  const [ana, bia, caio] = (await read()).contatos
  if (!ana || !bia || !caio) throw new Error('three people')
  const report = await change({
    alterar: [
      edit(ana, { phone: '99' }),
      edit(bia, { phone: '(61) 99999-0003' }),
      edit(caio, { name: 'x'.repeat(NAME_MAX_LENGTH + 1) }),
    ],
  })
  expect(report).toMatchObject({ changed: 0 })
  expect(report.recusados).toMatchObject([
    { phone: ANA, campo: 'phone' },
    { phone: BIA, campo: 'phone', message: 'Telefone repetido nesta lista.' },
    { phone: CAIO, campo: 'name' },
  ])
  expect(await change({ alterar: [edit(ana, { phone: '61 98888-0001' })] })).toMatchObject({
    changed: 1,
  })
  expect((await read('?limit=1')).contatos).toEqual([{ ...ana, phone: '5561988880001' }])
})

test('contacts are moved to another list, or copied into a new one, with all they have', async () => {
  const { owner, id, read, move } = await aListOf()
  const made = await owner.call(
    '/api/contacts',
    asJson({ name: 'Outra', contatos: [{ name: 'Bia de antes', phone: BIA }] }),
  )
  const { id: other }: { id: string } = await made.json()
  const moved = await move({ contatos: [ANA, BIA], lista: other })
  expect(await moved.json()).toMatchObject({ id: other, total: 2, added: 1, duplicates: 1 })
  expect((await read()).contatos).toEqual([{ name: 'Caio', phone: CAIO }])
  const there: ListRows = await (await owner.call(`/api/contacts/${other}/rows`)).json()
  expect(there.contatos).toEqual([{ name: 'Bia de antes', phone: BIA }, someRows[0]])

  const copied: { id: string } = await (
    await move({ contatos: [CAIO], name: 'Só o Caio', manter: true })
  ).json()
  expect(copied.id).not.toBe(id)
  expect(await read()).toMatchObject({ total: 1 })
  const wrong = await move({ contatos: [CAIO], lista: 'nenhuma' })
  expect(await errorOf(wrong)).toMatchObject({ status: 400, code: 'list_unknown' })
  expect(await errorOf(await move({ contatos: ['5500'], name: 'x' }))).toMatchObject({
    code: 'no_valid_contacts',
  })
  expect(await errorOf(await move({ contatos: [CAIO] }))).toMatchObject({
    details: [{ path: 'lista', message: 'Escolha uma lista ou dê o nome de uma nova.' }],
  })
  await move({ contatos: [CAIO], lista: other })
  expect(await read()).toMatchObject({ total: 0, contatos: [] })
})

test('who fits into no new list stays where he is', async () => {
  const { owner, id, read, move, storage } = await aListOf()
  const contact = { name: 'De antes', phone: '123', createdAt: '2026-01-15T12:00:00.000Z' }
  const contacts = [{ ...contact, origin: 'api' as const }]
  await storage.lists.append(owner.id, id, { contacts, onDuplicate: 'keep' })

  const moved = await move({ contatos: [ANA, '123'], name: 'Turma nova' })

  expect(await moved.json()).toMatchObject({ total: 1, invalid: [{ name: 'De antes' }] })
  expect((await read()).contatos.map(({ phone }) => phone)).toEqual([ANA, BIA, CAIO, '123'])
})

test('a change that another editor makes while somebody is moved is not lost', async () => {
  const { owner, id, read, change, storage } = await aListOf()
  const other = await owner.call(
    '/api/contacts',
    asJson({ name: 'Outra', contatos: [{ name: 'Davi', phone: '5561999990004' }] }),
  )
  const { id: otherId }: { id: string } = await other.json()
  const append: typeof storage.lists.append = async (...asked) => {
    await change({
      alterar: [
        edit(
          { name: 'Ana', phone: ANA, campos: { turma: 'A', mãe: 'Rosa' } },
          { name: 'Ana Maria' },
        ),
      ],
    })
    return await storage.lists.append(...asked)
  }
  const { move } = createListRows({
    lists: { ...storage.lists, append },
    contacts: { create: () => expect.unreachable('into a list that exists') },
    isOptedOut: () => false,
    publish: () => undefined,
    pause: () => undefined,
  })

  await move(owner.id, id, { phones: [ANA, BIA], to: { listId: otherId }, isCopy: false })

  expect((await read()).contatos.map(({ name }) => name)).toEqual(['Ana Maria', 'Caio'])
})

test('rows say who among them gets no campaigns, however the phone was written', async () => {
  const { owner, path, read } = await aListOf()
  await owner.call('/api/optouts', asJson({ phone: '(61) 9999-0002' }))
  expect((await read()).descadastrados).toEqual([BIA])
  expect(await (await owner.call(`${path}/view?q=ana`)).json()).toMatchObject({
    descadastrados: [],
  })
  expect(await (await owner.call(`${path}/view?desde=1`)).json()).toMatchObject({
    descadastrados: [BIA],
  })
})
