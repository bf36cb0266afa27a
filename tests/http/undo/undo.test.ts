import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { REMOVED_KEPT_MS } from '../../../src/domain/bin.ts'
import { keepDevice, keepList } from '../../support/domain/kept.ts'
import { eventually, passes } from '../../support/eventually.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const DELETE = { method: 'DELETE' }
const POST = { method: 'POST' }

async function anOwner() {
  const app = await anApp()
  return { ...app, owner: await app.register() }
}

test('a deleted list comes back with its contacts, for two minutes', async () => {
  const { owner, clock, register } = await anOwner()
  const rows = [{ name: 'Ana', phone: '61999990001', campos: { turma: 'A' } }]
  const made = await owner.call('/api/contacts', asJson({ name: 'Turma', contatos: rows }))
  const { id }: { id: string } = await made.json()
  const path = `/api/contacts/${id}`
  const restore = () => owner.call(`${path}/restore`, POST)

  expect((await owner.call(path, DELETE)).status).toBe(204)
  expect(await errorOf(await owner.call(path))).toMatchObject({ code: 'list_not_found' })
  expect(await (await owner.call('/api/contacts')).json()).toEqual([])
  const other = await register()
  expect((await other.call(`${path}/restore`, POST)).status).toBe(404)
  expect((await restore()).status).toBe(204)
  expect((await restore()).status).toBe(204)
  const { contatos }: { contatos: string } = await (await owner.call(path)).json()
  expect(JSON.parse(contatos)).toEqual([
    { name: 'Ana', phone: '5561999990001', campos: { turma: 'A' } },
  ])

  await owner.call(path, DELETE)
  clock.advance(REMOVED_KEPT_MS)
  await passes(async () =>
    expect(await errorOf(await restore())).toMatchObject({ status: 404, code: 'list_not_found' }),
  )
})

test('an opt-out that was taken back by mistake keeps its origin and its date', async () => {
  const { owner, parts, clock } = await anOwner()
  const { optOut } = await parts.optOuts.add(owner.id, {
    ...{ phone: '5561999990001', lid: null, name: 'Ana', reason: 'SAIR' },
    ...{ source: 'resposta', campaignId: '7' },
  })
  clock.advance(60_000)
  await owner.call('/api/optouts/61999990001', DELETE)
  expect(await (await owner.call('/api/optouts')).json()).toEqual([])
  const restored = await owner.call('/api/optouts/61999990001/restore', POST)
  expect(await restored.json()).toMatchObject({
    ...{ phone: '5561999990001', nome: 'Ana', reason: 'SAIR', source: 'resposta' },
    ...{ campaign_id: '7', created_at: optOut.createdAt },
  })
  expect(parts.optOuts.has(owner.id, { phone: '5561999990001', lid: null })).toBe(true)
})

test('a running campaign that is deleted rests, and goes on where it was when it comes back', async () => {
  const { owner, parts, clock, whatsapp, id } = await anOwnCampaign(60)
  await eventually(async () => {
    clock.advance(100)
    return (await parts.campaigns.get(owner.id, id)).sentCount === 1
  })
  const path = `/api/campaigns/${id}`
  expect((await owner.call(path, DELETE)).status).toBe(204)
  clock.advance(REMOVED_KEPT_MS - 1)
  expect(whatsapp.sent).toHaveLength(1)
  expect((await owner.call(path)).status).toBe(404)

  const restored = await owner.call(`${path}/restore`, POST)
  expect(await restored.json()).toMatchObject({ id, status: 'Em Andamento' })
  await eventually(async () => {
    clock.advance(1_000)
    return (await parts.campaigns.get(owner.id, id)).status === CampaignStatus.done
  })
  const phones = whatsapp.sent.map(({ jid }) => jid)
  expect(new Set(phones).size).toBe(phones.length)
  expect(await parts.campaigns.get(owner.id, id)).toMatchObject({ sentCount: phones.length })
})

test('what its people read while a campaign was deleted is counted when it comes back', async () => {
  const { owner, parts, clock, whatsapp, id } = await anOwnCampaign(0)
  await eventually(async () => {
    clock.advance(100)
    return (await parts.campaigns.get(owner.id, id)).status === CampaignStatus.done
  })
  await parts.sending.atRest(id)
  const path = `/api/campaigns/${id}`
  const at = new Date(clock.now()).toISOString()
  for (const [place, { key, messageId }] of whatsapp.sent.entries()) {
    await parts.counters.flush()
    expect((await owner.call(path, DELETE)).status).toBe(204)
    const receipt = { type: 'receipt', key, messageIds: [messageId], kind: 'read', at } as const
    await whatsapp.tell(receipt)
    await parts.counters.flush()
    const restored = await owner.call(`${path}/restore`, POST)
    const counts = { sentCount: 2, deliveredCount: place + 1, readCount: place + 1 }
    expect(await restored.json()).toMatchObject(counts)
    await parts.counters.flush()
    expect(await parts.campaigns.get(owner.id, id)).toMatchObject(counts)
  }
})

/** An owner with a campaign that begins at once. */
async function anOwnCampaign(intervalSeconds: number) {
  const { owner, ...app } = await anOwner()
  const user = { id: owner.id, instanceName: 'loja' }
  const deviceId = await keepDevice(app, user)
  const { id } = await app.parts.campaigns.create(user, {
    ...{ name: 'Natal', text: 'Olá', deviceId, contactListId: await keepList(app, user) },
    ...{ intervalSeconds, status: CampaignStatus.scheduled },
  })
  return { owner, id, ...app }
}
