import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import { keepCampaign } from '../../support/domain/kept.ts'
import { asForm, asJson, errorOf } from '../../support/http/app.ts'
import { DEVICE, somebody } from '../../support/http/somebody.ts'
import { aPdf } from '../../support/uploads/samples.ts'

const order = (password: string) => asJson({ password, confirmacao: 'EXCLUIR' })

async function* people() {
  yield ['5561999990005']
}

test('an account goes with all that is kept of it, and nothing of anybody else', async () => {
  const made = await somebody()
  const { ana, key, post, storage, dir, register, request, whatsapp } = made
  expect(whatsapp.isLinked(key)).toBe(true)
  const bia = await register('Bia')
  const kept = { name: 'Alunos', contatos: [{ name: 'Caio', phone: '61999990005' }] }
  await bia.call('/api/contacts', asJson(kept))
  await keepCampaign(made, bia, { id: '2', name: 'Da Bia' })
  const pdf = asForm({}, { field: 'file', bytes: aPdf, name: 'Aviso.pdf' })
  await ana.call('/api/upload/file', pdf)
  // A list that can still be brought back goes, too.
  const [{ id: listId }]: [{ id: string }] = await (await ana.call('/api/contacts')).json()
  await ana.call(`/api/contacts/${listId}`, { method: 'DELETE' })
  await post('/api/optouts', { phone: '61999990008' })
  await ana.call('/api/optouts/5561999990008', { method: 'DELETE' })
  await post('/api/people/5561999990008/notes', { texto: 'Mudou de cidade' })
  expect(await storage.personCards.list(ana.id)).toHaveLength(1)
  expect((await storage.answering.messages.instances(ana.id, OWN_GATEWAY_ID)).length).toBe(1)
  await keepCampaign(made, ana, { id: '5', status: 'Concluída' })
  await writeFile(join(dir, 'sends', '5.snap.ndjson'), 'a damaged ledger')
  for (const { id } of [ana, bia]) await storage.people.add(id, 1, people())

  expect((await ana.call('/auth/delete', order(ana.password))).status).toBe(204)

  const stores = [
    ...[storage.users, storage.campaigns.whole, storage.stats, storage.devices, storage.standings],
    ...[storage.optOuts.whole, storage.webhooks, storage.reportedConnections, storage.uploads],
    storage.personCards,
    ...[storage.answering.gateways, storage.answering.instances, storage.answering.chatSettings],
  ]
  for (const store of stores) expect(await store.list(ana.id)).toEqual([])
  expect(await storage.lists.list(ana.id)).toEqual([])
  expect(await storage.answering.messages.instances(ana.id, OWN_GATEWAY_ID)).toEqual([])
  expect(await storage.ledgers.ids()).toEqual([])
  expect(await readdir(join(dir, 'sends'))).toEqual([])
  expect((await readdir(join(dir, 'people'))).sort()).toEqual([bia.id, 'campaigns.ndjson'].sort())
  expect(await readdir(join(dir, 'uploads'))).toEqual([])
  expect(await readdir(join(dir, 'lists'))).toHaveLength(1)
  expect(whatsapp.isLinked(key)).toBe(false)

  expect((await ana.call('/auth/me')).status).toBe(401)
  const { email, password } = ana
  expect((await request('/auth/login', asJson({ email, password }))).status).toBe(401)
  expect((await request('/auth/me', { headers: { apikey: ana.apikey } })).status).toBe(401)
  expect(await (await bia.call('/api/contacts')).json()).toMatchObject([{ name: 'Alunos' }])
  expect(await (await bia.call('/api/campaigns')).json()).toMatchObject([{ name: 'Da Bia' }])
  // The e-mail is free again.
  const again = { name: 'Ana', email, password }
  expect((await request('/auth/register', asJson(again))).status).toBe(201)
})

test('an account stays while a campaign runs, and for who does not mean it', async () => {
  const made = await somebody()
  const { ana } = made
  const refused = async (body: object) => errorOf(await ana.call('/auth/delete', asJson(body)))
  expect(await refused({ password: ana.password })).toMatchObject({
    ...{ status: 400, code: 'invalid', details: [{ path: 'confirmacao' }] },
  })
  expect(await refused({ password: 'errada', confirmacao: 'EXCLUIR' })).toMatchObject({
    ...{ status: 400, code: 'wrong_password' },
  })
  await keepCampaign(made, ana, { id: '3', status: 'Em Andamento', deviceId: DEVICE })
  expect(await refused({ password: ana.password, confirmacao: 'EXCLUIR' })).toMatchObject({
    ...{ status: 409, code: 'account_busy' },
  })
  expect((await ana.call('/auth/me')).status).toBe(200)
})
