import { expect, test } from 'vitest'
import type { ContactReport } from '../../src/contract/contacts/contact-list.ts'
import type { ListRow, ListRows } from '../../src/contract/contacts/list-rows.ts'
import { residentStand } from '../support/daemon/shared.ts'
import { registerUser, type User } from '../support/daemon/user.ts'

/** Contacts enough for a kill before all of them are written. */
const MANY = 20_000

const resident = residentStand()

const person = (at: number, campos: Record<string, string>): ListRow => ({
  ...{ name: `Pessoa ${at}`, phone: String(5_561_970_000_000 + at), campos },
})
const people = (count: number, from: number, campos: Record<string, string>) =>
  Array.from({ length: count }, (_, at) => person(from + at, campos))

async function aList(user: User, name: string, contatos: readonly ListRow[]): Promise<string> {
  return (await user.post<ContactReport>('/api/contacts', { name, contatos })).id
}

test('a daemon killed while it joins lists has all of the new people or none, and ends it when asked again', async () => {
  let user = await registerUser(resident().daemon.url())
  const target = await aList(user, 'Manhã', people(3, 0, { turma: 'A', mãe: '' }))
  const other = await aList(user, 'Tarde', people(MANY, 1, { Turma: 'B', mãe: 'Rosa' }))
  const body = { listas: [target, other], lista: target }
  const joining = user.post('/api/contacts/merge', body).catch(() => 'broken off')
  await resident().daemon.kill()
  await joining
  await resident().daemon.restart()
  user = user.at(resident().daemon.url())

  const { total } = await user.get<ListRows>(`/api/contacts/${target}/rows?limit=10`)
  expect([3, MANY + 1]).toContain(total)
  expect((await user.get<ListRows>(`/api/contacts/${other}/rows?limit=10`)).total).toBe(MANY)

  const report = await user.post<ContactReport>('/api/contacts/merge', body)
  expect(report).toMatchObject({ id: target, total: MANY + 1, duplicates: total === 3 ? 2 : MANY })
  const { contatos } = await user.get<ListRows>(`/api/contacts/${target}/rows?limit=4`)
  expect(contatos).toEqual([
    person(0, { turma: 'A', mãe: '' }),
    person(1, { turma: 'A', mãe: 'Rosa' }),
    person(2, { turma: 'A', mãe: 'Rosa' }),
    person(3, { turma: 'B', mãe: 'Rosa' }),
  ])
})

test('several lists come as one file, each with its name beside its people', async () => {
  const user = await registerUser(resident().daemon.url())
  const ids = [
    await aList(user, 'Manhã', people(2, 0, { turma: 'A' })),
    await aList(user, 'Tarde', people(MANY, 1, { Turma: 'B', sala: '3' })),
  ]
  const csv = await (await user.raw(`/api/contacts/export?listas=${ids.join(',')}`)).text()
  const lines = csv.trimEnd().split('\r\n')
  expect(lines.slice(0, 4)).toEqual([
    'name,phone,lista,turma,sala',
    'Pessoa 0,5561970000000,Manhã,A,',
    'Pessoa 1,5561970000001,Manhã,A,',
    'Pessoa 1,5561970000001,Tarde,B,3',
  ])
  expect(lines).toHaveLength(MANY + 3)
})
