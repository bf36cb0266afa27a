import { expect, test } from 'vitest'
import { z } from 'zod'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { FollowupAudience } from '../../../src/contract/campaigns/followup.ts'
import { followupCounts } from '../../../src/contract/campaigns/followup-counts.ts'
import {
  keepCampaign,
  keepDevice,
  keepList,
  keepSends,
  success,
} from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const phoneOf = (place: number) => `556199999000${place}`
const delivered = [...success, { type: 'delivered' as const }]
const read = [...delivered, { type: 'read' as const }]
const failed = (code: 'send_failed' | 'sem_confirmacao' | 'not_on_whatsapp' | 'campaign_ended') => [
  { type: 'failed' as const, code },
]
const facts = [
  success,
  delivered,
  read,
  [...read, { type: 'replied' as const, text: 'Sim' }],
  failed('send_failed'),
  failed('sem_confirmacao'),
  failed('not_on_whatsapp'),
  failed('campaign_ended'),
  [],
]

const ListWire = z.object({ contatos: z.string() })
const ContactsWire = z.array(z.object({ name: z.string(), phone: z.string(), campos: z.unknown() }))
const contactsOf = (list: unknown) => ContactsWire.parse(JSON.parse(ListWire.parse(list).contatos))

/** A campaign with one recipient for each of these outcomes, in their order. */
async function aResult(fields: { status?: CampaignStatus } = {}) {
  const app = await anApp()
  const person = await app.register()
  const deviceId = await keepDevice(app, person)
  const contactListId = await keepList(app, person)
  await keepCampaign(app, person, {
    ...{ id: '1', name: 'Natal', text: 'Olá, {nome}', deviceId, contactListId },
    ...{ intervalSeconds: 45, status: CampaignStatus.cancelled, recipientCount: facts.length },
    ...fields,
  })
  await keepSends(app, person, {
    sends: facts.map((each, place) => ({
      ...{ name: `Pessoa ${place}`, phone: phoneOf(place), facts: each },
      fields: { cidade: `Cidade ${place}` },
    })),
  })
  const people = async (listId: string) => {
    const response = await person.call(`/api/contacts/${listId}`)
    return contactsOf(await response.json()).map(({ phone }) => Number(phone.at(-1)))
  }
  return { ...app, person, people }
}

const audiences: readonly [FollowupAudience, people: readonly number[]][] = [
  ['erros', [4]],
  ['nao_enviados', [7, 8]],
  ['nao_entregues', [0]],
  ['nao_lidos', [0, 1]],
  ['sem_resposta', [0, 1, 2]],
  ['responderam', [3]],
]

test('the counters of a campaign tell how many people each follow-up is for', async () => {
  const { storage } = await aResult()
  const { counts, recipientCount } = await storage.ledgers.open('1')
  storage.ledgers.release('1')
  expect(followupCounts({ ...counts, recipientCount })).toEqual(
    Object.fromEntries(audiences.map(([publico, people]) => [publico, people.length])),
  )
})

test.each(audiences)(
  'a draft for "%s" holds those people alone, and is like the first otherwise',
  async (publico, expected) => {
    const { person, people } = await aResult()

    const response = await person.call(
      '/api/campaigns/1/followup',
      asJson({ publico, texto: 'Oi!' }),
    )

    expect(response.status).toBe(201)
    const draft = await response.json()
    expect(draft).toMatchObject({
      ...{ status: 'Rascunho', texto: 'Oi!', delay: 45, device_id: '5561988880000' },
      name: expect.stringMatching(/^Natal \(/),
    })
    expect(await people(draft.contatos)).toEqual(expected)
  },
)

test('people keep their names and columns', async () => {
  const { person } = await aResult()
  const draft = await (await person.call('/api/campaigns/1/retry', { method: 'POST' })).json()

  const list = await (await person.call(`/api/contacts/${draft.contatos}`)).json()

  expect(contactsOf(list)).toEqual([
    { name: 'Pessoa 4', phone: phoneOf(4), campos: { cidade: 'Cidade 4' } },
  ])
  expect(draft.texto).toBe('Olá, {nome}')
})

test('a repetition is for those who were not tried', async () => {
  const { person, people } = await aResult()
  const response = await person.call('/api/campaigns/1/retry?scope=unsent', { method: 'POST' })
  expect(await people((await response.json()).contatos)).toEqual([7, 8])
})

test('an unclear fate is taken along only where it is named, and who left is not', async () => {
  const { person, people } = await aResult()
  await person.call('/api/optouts', asJson({ phone: phoneOf(4) }))

  const body = { publico: 'erros', incluir: ['sem_confirmacao'] }
  const response = await person.call('/api/campaigns/1/followup', asJson(body))

  expect(await people((await response.json()).contatos)).toEqual([5])
})

test('a list of the people alone is made under a name of its own', async () => {
  const { person, people } = await aResult()
  const body = asJson({ publico: 'responderam', name: 'Interessados' })
  const report = await (await person.call('/api/campaigns/1/lista', body)).json()
  expect(report).toMatchObject({ name: 'Interessados', total: 1 })
  expect(await people(report.id)).toEqual([3])
})

test('what cannot be is refused with its reason, and leaves no list behind', async () => {
  const { person } = await aResult({ status: CampaignStatus.paused })
  const lists = async () => (await (await person.call('/api/contacts')).json()).length
  const before = await lists()
  const ask = async (body: object, id = '1') =>
    errorOf(await person.call(`/api/campaigns/${id}/followup`, asJson(body)))

  expect(await ask({ publico: 'erros' })).toMatchObject({ status: 409, code: 'campaign_not_over' })
  expect(await ask({ publico: 'todos' })).toMatchObject({ status: 400, code: 'invalid' })
  expect(await ask({ publico: 'nao_lidos' }, '99')).toMatchObject({ code: 'campaign_not_found' })
  const noDevice = { publico: 'nao_lidos', device_id: 'nenhum' }
  expect(await ask(noDevice)).toMatchObject({ code: 'device_unknown' })
  expect(await lists()).toBe(before)
})

test('nobody in the situation makes no campaign', async () => {
  const app = await anApp()
  const person = await app.register()
  await keepCampaign(app, person, { id: '1', status: CampaignStatus.done })
  await keepSends(app, person, { sends: [{ facts: read }] })
  const body = asJson({ publico: 'nao_lidos' })
  expect(await errorOf(await person.call('/api/campaigns/1/followup', body))).toMatchObject({
    ...{ status: 422, code: 'nobody_left' },
    message: 'Ninguém desta campanha está nesta situação.',
  })
})
