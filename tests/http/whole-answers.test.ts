import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../src/contract/api/calls.ts'
import { fillPath } from '../../src/contract/api/endpoint.ts'
import { PAGE_LIMIT_MAX } from '../../src/contract/limits.ts'
import { keepCampaign, keepSends, success } from '../support/domain/kept.ts'
import { anApp, asJson } from '../support/http/app.ts'
import { DEVICE, somebody } from '../support/http/somebody.ts'

/** Answers written piece by piece, past the codec that writes the others, follow the contract. */

async function anOwner() {
  const app = await anApp()
  return { ...app, person: await app.register() }
}

/** Checks that the body has exactly the fields of the schema, in its form. */
function expectToFollow(schema: z.ZodType, body: unknown): void {
  expect(z.encode(schema, z.decode(schema, body))).toEqual(body)
}

const contatos = [
  { name: 'Ana "Bia"\n', phone: '61999990000', campos: { cidade: 'Brasília', nota: '\\' } },
  { name: '', phone: '61988880000' },
]

test('contact lists, whole and one by one, follow the contract', async () => {
  const { person } = await anOwner()
  await person.call('/api/contacts', asJson({ name: 'Clientes', contatos }))
  await person.call('/api/contacts', asJson({ name: 'Outros', contatos: contatos.slice(1) }))
  const all = await (await person.call('/api/contacts')).json()
  expect(all).toHaveLength(2)
  expectToFollow(api.listContactLists.answers[200], all)
  expectToFollow(
    api.listContactLists.answers[200],
    await (await person.call('/api/contacts?preview=1')).json(),
  )
  const one = await (await person.call(`/api/contacts/${all.at(-1).id}`)).json()
  expectToFollow(api.getContactList.answers[200], one)
  expect(JSON.parse(one.contatos)).toMatchObject([{ name: 'Ana "Bia"' }, { name: '' }])
})

test('sends follow the contract, whatever became of them', async () => {
  const { person, ...app } = await anOwner()
  await keepCampaign(app, person, { id: '7' })
  await keepSends(app, person, {
    campaignId: '7',
    text: 'Olá,\n"Ana"',
    sends: [
      { facts: [...success, { type: 'delivered' }] },
      { facts: [{ type: 'failed', code: 'not_on_whatsapp' }] },
      { facts: success.slice(0, 1) },
    ],
  })
  const sends = await (await person.call('/api/campaigns/7/sends')).json()
  expect(sends).toHaveLength(3)
  expectToFollow(api.listSends.answers[200], sends)
})

test.each([0, 2, PAGE_LIMIT_MAX + 1])('%i campaigns follow the contract', async (count) => {
  const { person, ...app } = await anOwner()
  for (let id = 0; id < count; id += 1) {
    await keepCampaign(app, person, { id: String(id), name: `Natal "${id}"` })
  }
  for (const path of [api.listCampaigns.path, api.listCampaignsWithStats.path]) {
    const body = await (await person.call(path)).json()
    expect(body).toHaveLength(count)
    expectToFollow(api.listCampaigns.answers[200], body)
  }
})

test('the rows of a list follow the contract, page by page and as they are viewed', async () => {
  const { ana } = await somebody()
  const [list] = await (await ana.call('/api/contacts')).json()
  const read = async (path: string) => (await ana.call(fillPath(path, { id: list.id }))).json()
  const page = await read(api.listRows.path)
  expect(page.contatos).toMatchObject([{ name: 'Bia', campos: { serie: '5º ano' } }])
  expectToFollow(api.listRows.answers[200], page)
  const view = await read(`${api.viewRows.path}?q=bia&ordem=-name`)
  expect(view).toMatchObject({ achados: 1, contatos: page.contatos })
  expectToFollow(api.viewRows.answers[200], view)
})

test('conversations follow the contract, the console’s and those of Evolution API', async () => {
  const { ana } = await somebody()
  const conversations = await (await ana.call(api.listChats.path)).json()
  expect(conversations).toMatchObject([{ last_message: 'Estarei lá' }])
  expectToFollow(api.listChats.answers[200], conversations)
  const find = async (path: string) => {
    const options = asJson({ where: {} })
    const headers = { 'content-type': 'application/json', apikey: ana.apikey }
    return (await ana.call(fillPath(path, { name: DEVICE }), { ...options, headers })).json()
  }
  const [chats, contacts] = [
    await find(api.evolutionFindChats.path),
    await find(api.evolutionFindContacts.path),
  ]
  expect([chats.length, contacts.length]).toEqual([1, 1])
  expectToFollow(api.evolutionFindChats.answers[200], chats)
  expectToFollow(api.evolutionFindContacts.answers[200], contacts)
})
