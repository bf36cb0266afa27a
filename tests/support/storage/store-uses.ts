import { expect } from 'vitest'
import { MessageTemplate } from '../../../src/contract/campaigns/message-template.ts'
import { BotReply } from '../../../src/contract/gateways/bot-reply.ts'
import type { StorageDriver } from '../../../src/daemon/storage/storage-driver.ts'
import { gatewayKeys } from '../../../src/domain/gateways/gateways.ts'
import type { OwnedStore } from '../../../src/domain/store.ts'
import { CampaignFile, GatewayFile, OptOutFile } from '../../../src/storage/collections/records.ts'
import { aCampaign } from '../domain/builders.ts'
import { header, people, sending } from './send-ledgers.ts'

/**
 * A store of a storage that `fill` has filled, with its methods: each is among its reads or its
 * writes.
 */
export type StoreUse = {
  readonly store: object
  readonly writes: Readonly<Record<string, () => Promise<unknown>>>
  readonly reads: readonly string[]
}

const userId = 'ana'
const at = '2026-01-15T12:00:00.000Z'
const looks = ['find', 'list', 'size', 'page', 'listAll']
/**
 * Reads of a bin: `sweep` and `close` count as reads, since they end expired records and report no
 * failure.
 */
const looksOfBin = [...looks, 'removed', 'whenGone', 'whole', 'parse', 'sweep', 'close']

export async function usesOf(driver: StorageDriver): Promise<readonly StoreUse[]> {
  return [
    ...(await recordUses(driver)),
    ...(await binUses(driver)),
    ...(await contactUses(driver)),
    ...(await ledgerUses(driver)),
    ...(await sendingUses(driver)),
    ...(await messageUses(driver)),
    ...(await eventUses(driver)),
  ]
}

function changesOf<Record extends { readonly id: string }>(
  store: Pick<OwnedStore<Record>, 'create' | 'update' | 'remove'>,
  given: Record,
) {
  return {
    create: () => store.create(userId, { ...given, id: 'new' }),
    update: () => store.update(userId, given.id, (present) => present),
    remove: () => store.remove(userId, given.id),
  }
}

async function recordUses(driver: StorageDriver): Promise<readonly StoreUse[]> {
  const { settings } = driver
  const templates = await driver.records({ name: 'message-templates', schema: MessageTemplate })
  const template = { id: '1', name: 'Aviso', text: 'Oi', createdAt: at, updatedAt: at }
  const gateways = await driver.keyedRecords({ name: 'gateways', schema: GatewayFile }, gatewayKeys)
  const gateway = {
    ...{ id: 'g9', url: null, apiKey: null, webhookToken: 'w', createdAt: at, lastEventAt: null },
  }
  return [
    {
      store: templates,
      writes: { ...changesOf(templates, template), save: () => templates.save(userId, template) },
      reads: [...looks, 'createIn', 'parse'],
    },
    {
      store: gateways,
      writes: {
        ...changesOf(gateways, gateway),
        createFirst: () => gateways.createFirst(userId, gateway, 'webhookToken'),
      },
      reads: [...looks, 'findBy', 'count'],
    },
    {
      store: settings,
      writes: { key: () => settings.key('another', 8) },
      // A skipped number does no harm.
      reads: ['nextCampaignNumber'],
    },
  ]
}

async function binUses(driver: StorageDriver): Promise<readonly StoreUse[]> {
  const campaigns = await driver.campaigns({ name: 'campaigns', schema: CampaignFile })
  const campaign = { ...aCampaign(), id: '1', isSettled: true, startTries: 0 }
  const optOuts = await driver.optOuts({ name: 'opt-outs', schema: OptOutFile })
  const optOut = OptOutFile.parse({
    ...{ id: 'o', phone: '5511', lid: null, name: '', reason: '', source: 'api' },
    ...{ campaignId: null, createdAt: at },
  })
  return [
    {
      store: campaigns,
      writes: {
        ...changesOf(campaigns, campaign),
        save: () => campaigns.save(userId, campaign),
        restore: () => campaigns.restore(userId, '1'),
      },
      reads: [...looksOfBin, 'due', 'withStatus', 'recent'],
    },
    {
      store: optOuts,
      writes: {
        ...changesOf(optOuts, optOut),
        save: () => optOuts.save(userId, optOut),
        restore: () => optOuts.restore(userId, 'o'),
      },
      reads: looksOfBin,
    },
  ]
}

async function contactUses(driver: StorageDriver): Promise<readonly StoreUse[]> {
  const lists = await driver.lists()
  const origin = 'api' as const
  const contacts = people(3).map((each) => ({ ...each, createdAt: at, origin }))
  const added = { contacts, onDuplicate: 'update' as const }
  const gone = new Map([['5511900000000', null]])
  return [
    {
      store: lists,
      writes: {
        create: () => lists.create(userId, { id: 'new', name: 'x', createdAt: at }, added),
        append: () => lists.append(userId, 'list-1', added),
        replace: () => lists.replace(userId, 'list-1', { name: 'y', contacts }),
        amend: () => lists.amend(userId, 'list-1', [...gone.keys()], async () => gone),
        remove: () => lists.remove(userId, 'list-1'),
        restore: () => lists.restore(userId, 'list-1'),
        removeAll: () => lists.removeAll(userId),
        // Counts as a write: it stores its counts.
        countDistinctPhones: () => lists.countDistinctPhones(userId),
      },
      reads: [
        ...['find', 'list', 'read', 'page', 'viewRows', 'viewPhones', 'fieldNames'],
        ...['findNames', 'findLists', 'phonesHeld', 'close'],
      ],
    },
  ]
}

async function ledgerUses(driver: StorageDriver): Promise<readonly StoreUse[]> {
  const ledgers = await driver.ledgers()
  const [{ journal }, resting] = [await ledgers.load('7'), await ledgers.rest('7')]
  if (!resting) throw new Error('the ledger has to be loaded')
  return [
    {
      store: ledgers,
      writes: {
        create: () => ledgers.create({ ...header, userId, campaignId: '9' }, people(2)),
        // Counts as a write: it waits for its own writes, which need the lease.
        load: () => ledgers.load('7'),
        remove: () => ledgers.remove('7'),
      },
      // Here a sweep finds nothing to write.
      reads: ['rest', 'readAttempted', 'exists', 'ids', 'header', 'phones', 'size', 'sweep'],
    },
    {
      store: journal,
      writes: { append: () => journal.append(sending(9), () => expect.unreachable()) },
      reads: ['isCurrent', 'isWorthCompacting', 'compact', 'close'],
    },
    {
      store: resting,
      writes: { record: () => resting.record({ type: 'read', index: 0, atMs: 9 }) },
      reads: ['header', 'recipientCount', 'findAttempted', 'isCurrent', 'isLong', 'close'],
    },
  ]
}

async function sendingUses(driver: StorageDriver): Promise<readonly StoreUse[]> {
  const directSends = await driver.directSends()
  const direct = { userId, deviceKey: 'k', jid: 'j', text: 'oi', media: null, atMs: 1 }
  const lastMessages = await driver.lastMessages()
  const last = { deviceKey: 'key-1', names: [1], campaignNumber: 7, index: 0, atMs: 5 }
  const index = await driver.people()
  const phones = async function* () {
    yield ['5561999990001']
  }
  const lids = {
    ...{ attemptsRead: 1, isComplete: true, lastPlace: 1 },
    pairs: [{ phone: '5511900000000', lid: '1@lid' }],
  }
  return [
    {
      store: directSends,
      writes: {
        record: () => directSends.record(direct),
        note: () => directSends.note({ type: 'accepted', index: 0, atMs: 1 }),
      },
      reads: ['find', 'imageNames'],
    },
    {
      store: lastMessages,
      writes: { append: () => lastMessages.append(last) },
      reads: ['load'],
    },
    {
      store: index,
      writes: {
        add: () => index.add(userId, 7, phones()),
        addLids: () => index.addLids(userId, 7, lids),
        remove: () => index.remove(userId, [7]),
        removeAll: () => index.removeAll(userId),
      },
      reads: ['campaigns', 'campaign', 'find', 'dropDamaged', 'whenDamaged'],
    },
  ]
}

async function messageUses(driver: StorageDriver): Promise<readonly StoreUse[]> {
  const messages = await driver.messages()
  const thread = { gatewayId: 'g1', instance: 'loja' }
  const chat = { ...thread, remoteJid: '5511@s.whatsapp.net' }
  const { remoteJid } = chat
  const message = {
    ...{ id: 'new', remoteJid, lid: null, pushName: null, content: 'oi', type: 'conversation' },
    ...{ isFromMe: false, sentAtSeconds: 1, status: null, thumbnail: null },
  }
  const change = { id: 'm1', remoteJid, isFromMe: false, text: null }
  const replies = await driver.replies()
  const reply = BotReply.parse({
    ...{ id: 'r', at, gatewayId: 'g1', instanceName: 'loja', remoteJid, pushName: null },
    ...{ heard: 'oi', chatbotId: null, agentId: null, answer: null, reason: null },
  })
  return [
    {
      store: messages,
      writes: {
        add: () => messages.add(userId, thread, [message]),
        mark: () => messages.mark(userId, thread, [{ id: 'm1', status: 'read' }]),
        change: () => messages.change(userId, thread, change),
        read: () => messages.read(userId, { ...chat, upToId: undefined }),
        removeGateway: () => messages.removeGateway(userId, 'g1'),
      },
      reads: [
        ...['instances', 'contacts', 'chats', 'unreadCount', 'newestAt', 'counts'],
        ...['list', 'search'],
      ],
    },
    {
      store: replies,
      writes: {
        add: () => replies.add(userId, reply, null),
        remove: () => replies.remove(userId, reply),
        removeGateway: () => replies.removeGateway(userId, 'g1'),
      },
      reads: ['list'],
    },
  ]
}

async function eventUses(driver: StorageDriver): Promise<readonly StoreUse[]> {
  const outbox = { userId, instance: 'loja' }
  const [events, uploads] = [await driver.outbox(), await driver.uploads()]
  const [found, [upload]] = [await events.search(outbox, { limit: 1 }), await uploads.list(userId)]
  const [waiting] = found.deliveries
  if (!waiting || !upload) throw new Error('there is no event, or no upload')
  const told = { id: 'new', event: waiting.event, createdAt: at, data: {}, media: null }
  const attempt = {
    ...{ at, durationMs: 1, isManual: true, httpStatus: 200, error: null },
    ...{ headers: {}, answer: null },
  }
  const png = { extension: 'png', mimeType: 'image/png' }
  const bytes = async function* () {
    yield Buffer.alloc(3)
  }
  return [
    {
      store: events,
      writes: {
        add: () => events.add(outbox, told, 'full'),
        claim: () => events.claim(outbox, waiting, 1_000),
        release: () => events.release(outbox, waiting.id),
        note: () => events.note(outbox, { ...waiting, status: 'dead', lastError: 'x' }),
        amend: () => events.amend(outbox, { ...waiting, status: 'dead' }, attempt),
        revive: () => events.revive(outbox, waiting.id),
        remove: () => events.remove(outbox),
      },
      reads: ['next', 'read', 'find', 'open', 'search', 'instances', 'waiting'],
    },
    {
      store: uploads,
      writes: {
        save: () => uploads.save(userId, { ...png, bytes: Buffer.alloc(3) }),
        saveFile: () => uploads.saveFile(userId, { ...png, size: 3, content: bytes }),
        remove: () => uploads.remove(userId, upload.name),
      },
      reads: ['find', 'findByName', 'read', 'list'],
    },
  ]
}
