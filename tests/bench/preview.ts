import { monitorEventLoopDelay } from 'node:perf_hooks'
import { wholeList } from '../../src/contract/campaigns/audience.ts'
import { createAudiences } from '../../src/domain/campaigns/audience.ts'
import { createCampaignPreviews } from '../../src/domain/campaigns/campaign-preview.ts'
import { createCampaignReach } from '../../src/domain/campaigns/campaign-reach.ts'
import type { CampaignRecord } from '../../src/domain/campaigns/campaign-record.ts'
import { createActivity } from '../../src/domain/stats/activity.ts'
import { openContactLists } from '../../src/storage/contacts/contact-lists.ts'
import { createPauses } from '../../src/storage/files/pauses.ts'
import { temporaryFolder } from '../support/daemon/daemon.ts'
import { createMemoryStore } from '../support/storage/memory/memory-store.ts'
import { openSendLedgers } from '../support/storage/send-ledgers.ts'
import { fixed, print } from './stage.ts'

const SIZES = (process.env.PREVIEW_CONTACTS ?? '10000,100000').split(',').map(Number)
const FIRST_PHONE = 5_511_900_000_000
const USER = 'user'
const at = '2026-01-15T12:00:00.000Z'
const fail = (error: unknown) => {
  throw error
}

/**
 * Measures a campaign's preview with filters and exclusions: time, and how long it blocks the loop.
 */
export async function preview(): Promise<void> {
  for (const contactCount of SIZES) {
    const folder = await temporaryFolder('preview')
    const desk = await aDesk(folder.path, contactCount)
    for (const run of ['cold', 'warm', 'warm']) {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const before = process.cpuUsage()
      const startedAt = performance.now()
      const { recipients, excluded } = await desk.preview()
      const ms = performance.now() - startedAt
      delay.disable()
      const { user, system } = process.cpuUsage(before)
      const out = excluded.map(({ reason, count }) => `${reason} ${count}`).join(', ')
      print(
        `${contactCount} contacts, ${run}: ${fixed(ms, 0)} ms (${fixed((user + system) / 1_000, 0)} ms of CPU), ${recipients} recipients (${out}), ` +
          `event loop at most ${fixed(delay.max / 1e6)} ms`,
      )
    }
    await desk.close()
    await folder.remove()
  }
}

/** Makes a list, and a campaign of yesterday that reached every tenth contact of it. */
async function aDesk(dir: string, contactCount: number) {
  const lists = await openContactLists({ dir })
  await lists.create(
    USER,
    { id: 'list', name: 'Lista', createdAt: at },
    { contacts: contactsOf(contactCount), onDuplicate: 'keep' },
  )
  const ledgers = await openSendLedgers({
    ...{ dir, idleMs: 1, onTornLine: fail, onIdleFailure: fail },
  })
  const activity = await createActivity({ store: createMemoryStore(), pause: () => undefined })
  const reached = [...contactsOf(contactCount)].filter((_, place) => place % 10 === 0)
  const header = {
    ...{ campaignId: '1', campaignNumber: 1, userId: USER, deviceKey: 'key', deviceId: 'device' },
    ...{ text: 'Olá', imageName: null, knownFields: [], startedAt: at },
  }
  const ledger = await ledgers.create(header, reached)
  for (const index of reached.keys()) {
    const atMs = Date.now()
    const jid = `${reached[index]?.phone}@s.whatsapp.net`
    await ledger.record({ type: 'sending', index, messageId: `3EB0${index}`, jid, atMs })
    activity.note(ledger, await ledger.record({ type: 'accepted', index, atMs }))
  }
  await ledger.compact()
  ledgers.release('1')
  await new Promise((resolve) => setTimeout(resolve, 500))
  const reach = createCampaignReach({
    ...{ ledgers, activity, campaigns: createMemoryStore<CampaignRecord>(), now: Date.now },
    pause: createPauses(1_000),
  })
  const previews = createCampaignPreviews({
    findUpload: async () => undefined,
    audiences: createAudiences({
      lists,
      excluders: [reach.recentlySent],
      ownsCampaign: reach.ownsCampaign,
    }),
    reach,
    messenger: { acquaintances: async (_, people) => people.map(() => 'none') },
    findDeviceKey: async () => 'key',
    standingOf: () => ({ firstMessageCount: 0 }),
    now: Date.now,
  })
  const plan = {
    ...wholeList,
    text: 'Olá, {primeiro_nome|cliente}! Em {cidade} o seu pedido {pedido} está pronto.',
    contactListId: 'list',
    deviceId: 'device',
    filters: [
      { field: 'cidade', op: 'igual' as const, value: 'sao paulo' },
      { field: 'pedido', op: 'preenchido' as const, value: '' },
    ],
    exclusion: { days: 7, campaignIds: ['1'] },
  }
  return { preview: () => previews.preview(USER, plan), close: ledgers.close }
}

function* contactsOf(count: number) {
  for (let place = 0; place < count; place += 1) {
    yield {
      name: `Maria da Silva ${place}`,
      phone: String(FIRST_PHONE + place),
      fields: { Cidade: place % 4 === 3 ? 'Brasília' : 'São Paulo', Pedido: String(place) },
      createdAt: at,
      origin: 'csv' as const,
    }
  }
}
