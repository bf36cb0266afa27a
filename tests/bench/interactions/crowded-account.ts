import { ROWS_A_PAGE } from '../../../src/contract/contacts/list-rows.ts'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import { WEBHOOK_MESSAGES_KEPT } from '../../../src/contract/limits.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import type { StoredMessage } from '../../../src/domain/webhooks/webhook-message-store.ts'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { CampaignFile, CampaignStatsFile } from '../../../src/storage/collections/records.ts'
import { openWebhookMessages } from '../../../src/storage/messages/webhook-messages.ts'
import { startDaemon } from '../../support/daemon/daemon.ts'
import { phones, registerUser, type User } from '../../support/daemon/user.ts'
import { campaignOf, FIRST_CAMPAIGN, openFilling, statsOf } from '../full-folder.ts'

/** How many of everything that a screen shows. */
export const ROWS = 10_000
/** Rows of a list that a page holds whole; the server finds and orders those of a longer one. */
export const ROWS_HELD = ROWS_A_PAGE
const longList = 'Todos'
const heldList = 'Metade'
/** The campaign that had that many recipients. */
export const LARGE_CAMPAIGN = String(FIRST_CAMPAIGN)
/** The talk of one contact with that many messages; `MANY_CHATS` has that many contacts. */
export const LONG_CHAT = { instance: 'loja', remoteJid: '5511955550000@s.whatsapp.net' }
const MANY_CHATS = 'balcao'

const SENDS_EACH = 100
/** One campaign in so many is a draft. */
const DRAFTS = 4
const DAY_MS = 24 * 60 * 60_000

/** Fills a data folder with one account that has ten thousand of everything. */
export async function createCrowdedAccount(dataDir: string): Promise<User> {
  const daemon = await startDaemon({ dataDir })
  const user = await registerUser(daemon.url())
  await user.post('/api/contacts', { name: longList, contatos: contacts(ROWS) })
  await user.post('/api/contacts', { name: heldList, contatos: contacts(ROWS_HELD) })
  await addOptOuts(user)
  await daemon.stop()
  await addCampaigns(dataDir, user.id)
  await addMessages(dataDir, user.id)
  return user
}

/** The ids of its lists of contacts. */
export async function listsOf(
  user: User,
): Promise<{ readonly long: string; readonly held: string }> {
  const lists = await user.get<{ id: string; name: string }[]>('/api/contacts')
  const idOf = (wanted: string) => lists.find(({ name }) => name === wanted)?.id ?? ''
  return { long: idOf(longList), held: idOf(heldList) }
}

function contacts(count: number) {
  return phones(count).map((phone, index) => ({
    name: `Cliente ${index}`,
    phone,
    campos: { cidade: `Cidade ${index % 500}`, saldo: String(index % 1_000) },
  }))
}

async function addOptOuts(user: User): Promise<void> {
  const lines = phones(ROWS, 1).map((phone, index) => `Pessoa ${index};${phone}`)
  const form = new FormData()
  form.set('file', new Blob([['nome;telefone', ...lines].join('\n')]), 'descadastro.csv')
  const response = await user.raw('/api/optouts/import', { method: 'POST', body: form })
  if (!response.ok) throw new Error(`the import was refused: ${await response.text()}`)
}

/** Adds campaigns; only one has a ledger, since the screens ask for no other one's. */
async function addCampaigns(dir: string, userId: string): Promise<void> {
  const [first, ...others] = Array.from({ length: ROWS }, (_, index) =>
    campaignOf(index, index === 0 ? ROWS : index % DRAFTS === 0 ? 0 : SENDS_EACH),
  )
  if (!first) throw new Error('there are no campaigns')
  const all = [await withLedger(dir, { userId, campaign: first }), ...others]
  const campaigns = await openCollection({ dir, name: 'campaigns', schema: CampaignFile })
  const stats = await openCollection({ dir, name: 'campaign-sums', schema: CampaignStatsFile })
  await Promise.all(all.map((campaign) => campaigns.save(userId, campaign)))
  await Promise.all(all.map((campaign) => stats.save(userId, statsOf(campaign))))
}

async function withLedger(
  dir: string,
  { userId, campaign }: { readonly userId: string; readonly campaign: CampaignRecord },
): Promise<CampaignRecord> {
  const { fill, close } = await openFilling(dir, userId)
  const counts = await fill(campaign, {
    text: 'Olá, {nome}!',
    audience: phones(ROWS).map((phone, index) => ({ name: `Cliente ${index}`, phone })),
    outcomeOf,
  })
  await close()
  return { ...campaign, ...counts }
}

/** Of ten recipients one fails, half have read the message, and one has answered. */
function outcomeOf(index: number, atMs: number): readonly SendFact[] {
  const tenth = index % 10
  if (tenth === 0) return [{ type: 'failed', index, code: 'not_on_whatsapp', atMs }]
  return [
    { type: 'accepted', index, atMs },
    ...(tenth > 2 ? [{ type: 'delivered', index, atMs: atMs + 2_000 } as const] : []),
    ...(tenth > 4 ? [{ type: 'read', index, atMs: atMs + 60_000 } as const] : []),
    ...(tenth > 8
      ? [{ type: 'replied', index, atMs: atMs + 90_000, text: 'Quero sim, obrigada!' } as const]
      : []),
  ]
}

async function addMessages(dir: string, userId: string): Promise<void> {
  const store = await openWebhookMessages({ dir, keep: WEBHOOK_MESSAGES_KEPT })
  const rows = Array.from({ length: ROWS }, (_, index) => index)
  const add = (instance: string, remoteJidOf: (index: number) => string, since: number) =>
    store.add(
      userId,
      { gatewayId: OWN_GATEWAY_ID, instance },
      rows.map((index) => messageOf(`${instance}${index}`, { index, remoteJidOf, since })),
    )
  const nowMs = Date.now()
  await add(LONG_CHAT.instance, () => LONG_CHAT.remoteJid, nowMs - DAY_MS)
  const people = phones(ROWS)
  await add(MANY_CHATS, (index) => `${people[index]}@s.whatsapp.net`, nowMs - 2 * DAY_MS)
  await store.close()
}

function messageOf(
  id: string,
  {
    index,
    remoteJidOf,
    since,
  }: {
    readonly index: number
    readonly remoteJidOf: (index: number) => string
    /** Epoch milliseconds. */
    readonly since: number
  },
): StoredMessage {
  const isFromMe = index % 3 === 0
  return {
    ...{ id, remoteJid: remoteJidOf(index), lid: null, isFromMe, type: 'conversation' },
    pushName: isFromMe ? null : `Cliente ${index}`,
    content: `Mensagem ${index}: o *pedido* chega na quinta, às 10h?`,
    status: isFromMe ? 'read' : null,
    thumbnail: null,
    sentAtSeconds: Math.floor(since / 1_000) + index,
  }
}
