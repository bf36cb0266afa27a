import type { Storage } from '../../../src/daemon/storage/storage.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import type { StoredMessage } from '../../../src/domain/webhooks/webhook-message-store.ts'
import { openDeviceKeys } from '../../../src/storage/keys/device-keys.ts'
import { aCampaign, aUser } from '../domain/builders.ts'
import { fill } from './lived-in-folder.ts'
import { headerOfThree, people, sending } from './send-ledgers.ts'
import { anInbound, delivered } from './spooled-events.ts'

/** Further records for a lived-in storage: ends, changes, removals, odd texts. */

const BIA = 'bia'
const at = '2026-01-15T12:00:00.000Z'
const ODD_TEXT = `zero \0, meio \ud800, "aspas" e \\barra`
const LOJA = { gatewayId: 'g1', instance: 'loja/zona sul' }
const PHONE_JID = '5511988887777@s.whatsapp.net'
const LID_JID = '123456789@lid'

/** Puts all of these records into a storage. */
export async function fillWhole(storage: Storage): Promise<void> {
  await fill(storage)
  await addAccount(storage)
  await addLists(storage)
  await addSends(storage)
  await addThreads(storage)
  await addDeliveries(storage)
  await addKeys(storage)
}

async function addAccount(storage: Storage): Promise<void> {
  await storage.users.create(BIA, aUser({ id: BIA, email: 'bia@example.com' }))
  for (const id of ['20', '21']) {
    const campaign = { ...aCampaign(), id, isSettled: true, startTries: 0 }
    await storage.campaigns.save(BIA, campaign)
  }
  await storage.campaigns.remove(BIA, '20')
  for (const id of ['1', '2', '3']) {
    await storage.optOuts.create(BIA, {
      ...{ id, phone: `551190000000${id}`, lid: null, name: ODD_TEXT, reason: 'sair' },
      ...{ source: 'resposta', campaignId: '7', createdAt: at },
    })
  }
  await storage.optOuts.remove(BIA, '2')
  await storage.uploads.saveFile(BIA, {
    ...{ extension: 'pdf', mimeType: 'application/pdf', fileName: 'catálogo.pdf', size: 700_000 },
    content: async function* () {
      for (const part of [1, 2, 3, 4, 5, 6, 7]) yield new Uint8Array(100_000).fill(part)
    },
  })
}

async function addLists({ lists }: Storage): Promise<void> {
  const contacts = people(3_000).map((person, index) => ({
    ...{ ...person, name: index === 5 ? ODD_TEXT : person.name },
    ...{ createdAt: at, origin: 'csv' as const },
  }))
  await lists.create(BIA, { id: 'many', name: ODD_TEXT, createdAt: at })
  await lists.append(BIA, 'many', { contacts, onDuplicate: 'keep' })
  await lists.amend(
    BIA,
    'many',
    ['5511900000000', '5511900000001'],
    async () =>
      new Map([
        ['5511900000000', null],
        ['5511900000001', { ...only(contacts[1]), name: 'Outro', fields: { z: '1', a: '2' } }],
      ]),
  )
  await lists.create(
    BIA,
    { id: 'gone', name: 'Antiga', createdAt: at },
    { contacts: contacts.slice(0, 2), onDuplicate: 'keep' },
  )
  await lists.remove(BIA, 'gone')
}

async function addSends({ ledgers, directSends, lastMessages }: Storage): Promise<void> {
  const now = Date.now()
  const header = { ...headerOfThree, campaignId: '21', campaignNumber: 21 }
  const ledger = await ledgers.create(header, people(2_500))
  const facts: readonly SendFact[] = [
    ...[4, 3, 2, 1, 0].map(sending),
    { type: 'accepted', index: 0, atMs: 5 },
    { type: 'delivered', index: 0, atMs: 6 },
    { type: 'read', index: 0, atMs: 7 },
    { type: 'replied', index: 0, atMs: 8, text: ODD_TEXT },
    { type: 'failed', index: 1, code: 'refused', refusalCode: 463, atMs: 9 },
    { type: 'text_accepted', index: 2, atMs: 9 },
    { type: 'failed', index: 1_700, code: 'not_on_whatsapp', atMs: 9 },
  ]
  for (const fact of facts) await ledger.record(fact)
  const send = {
    ...{ userId: BIA, deviceKey: 'key-9', jid: PHONE_JID, text: ODD_TEXT, atMs: now },
    media: { name: 'a.png', kind: 'image' as const, fileName: 'a.png' },
    context: { quoted: null, mentionedJids: [PHONE_JID] },
    part: { type: 'poll', fields: { z: 1, a: [2] }, secret: 'x' },
  }
  const index = await directSends.record(send)
  await directSends.note({ type: 'accepted', index, atMs: now })
  for (const age of [3, 2, 1, 0]) {
    await lastMessages.append({
      ...{ deviceKey: 'key-9', names: [5_511_988_887_777, -123_456_789], campaignNumber: 21 },
      ...{ index: age, atMs: now - age * 24 * 60 * 60_000 },
    })
  }
}

async function addThreads({ answering: { messages, replies } }: Storage): Promise<void> {
  const message = (id: string, fields: Partial<StoredMessage> = {}): StoredMessage => ({
    ...{ id, remoteJid: PHONE_JID, lid: null, pushName: 'Bia', content: `texto ${id}` },
    ...{ type: 'conversation', isFromMe: false, sentAtSeconds: 1_700_000_000 },
    ...{ status: null, thumbnail: null, ...fields },
  })
  await messages.add(BIA, LOJA, [
    message('a', { remoteJid: LID_JID, isUnread: true }),
    message('b', { isUnread: true, sentAtSeconds: 1_600_000_000 }),
    message('c', { isFromMe: true, status: 'sent', content: ODD_TEXT }),
    message('d', { isFromMe: true, type: 'note', content: 'ligar amanhã' }),
    message('e', { remoteJid: '1@g.us', author: PHONE_JID }),
    message('f', { thumbnail: 'AAAA' }),
  ])
  await messages.add(BIA, LOJA, [message('g', { lid: LID_JID, isUnread: true })])
  await messages.mark(BIA, LOJA, [{ id: 'c', status: 'read' }])
  const side = { remoteJid: PHONE_JID, isFromMe: false }
  await messages.change(BIA, LOJA, { ...side, id: 'b', text: 'corrigido' })
  await messages.change(BIA, LOJA, { ...side, id: 'f', text: null })
  await messages.read(BIA, { ...LOJA, remoteJid: PHONE_JID, upToId: 'b' })
  for (const chatbotId of ['bot', null]) {
    for (const id of ['1', '2']) {
      const place = { gatewayId: LOJA.gatewayId, instanceName: LOJA.instance, chatbotId }
      await replies.add(
        BIA,
        {
          ...{ ...place, id, at, remoteJid: PHONE_JID, pushName: null, heard: ODD_TEXT },
          ...{ agentId: null, answer: null, reason: 'no_keyword' },
        },
        null,
      )
    }
  }
}

async function addDeliveries({ outbox }: Storage): Promise<void> {
  const box = { userId: BIA, instance: LOJA.instance }
  for (const id of ['delivered', 'dead', 'tried', 'fresh']) {
    const event = { id, event: 'messages.upsert' as const, createdAt: at, data: { t: ODD_TEXT } }
    await outbox.add(box, { ...event, media: null }, 'full')
  }
  const change = { url: 'https://x.example/', httpStatus: 500, lastError: 'Falhou.' }
  const never = { deliveredAt: null, nextAttemptAt: null }
  await outbox.note(box, {
    ...{ ...change, ...never, id: 'delivered', status: 'delivered', attemptCount: 1 },
    deliveredAt: at,
  })
  await outbox.note(box, { ...change, ...never, id: 'dead', status: 'dead', attemptCount: 6 })
  await outbox.note(box, {
    ...{ ...change, ...never, id: 'tried', status: 'waiting', attemptCount: 2, nextAttemptAt: at },
  })
}

/** A paired device with more keys than one page has; the other two devices have none. */
async function addKeys({ authDir }: Storage): Promise<void> {
  const keys = openDeviceKeys(authDir)('key-1')
  await keys.saveLabel({ serverKey: 'ab'.repeat(32), isPaired: true })
  const log = await keys.open()
  const names = Array.from({ length: 1_200 }, (_, place) => `session/${place}.0`)
  log.commit(names.map((key, place) => ({ key, value: JSON.stringify({ place, ODD_TEXT }) })))
  log.commit([{ key: 'creds', value: '{"me":1}' }])
  log.commit([{ key: 'session/7.0', value: null }])
  await log.close()
  const spool = await keys.openSpool()
  const first = await spool.add(anInbound({ messageId: 'tratada' }))
  await spool.add(anInbound({ messageId: 'espera' }))
  await spool.add(delivered('também'))
  spool.remove(first)
  await spool.close()
}

function only<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('nothing there')
  return value
}
