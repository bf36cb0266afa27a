import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { AppError } from '../contract/errors.ts'
import { createCampaignCounters } from '../domain/campaigns/campaign-counters.ts'
import { createCampaignRecords } from '../domain/campaigns/campaign-records.ts'
import { createCampaignStart } from '../domain/campaigns/campaign-start.ts'
import { createCampaigns } from '../domain/campaigns/campaigns.ts'
import { createDevices } from '../domain/devices/devices.ts'
import type { Publish } from '../domain/events.ts'
import type { MediaFile, MessengerEvent } from '../domain/messenger.ts'
import { endReasons } from '../domain/sending/campaign-end.ts'
import { createDirectSends } from '../domain/sending/direct-sends.ts'
import { createMessageFacts, type MessageFact } from '../domain/sending/message-facts.ts'
import type { RecipientChange } from '../domain/sending/recipient.ts'
import type { SendLedger } from '../domain/sending/send-ledger.ts'
import { createSending } from '../domain/sending/sending.ts'
import { createActivity } from '../domain/stats/activity.ts'
import { toMediaFile } from '../domain/uploads/upload-store.ts'
import { createUploads } from '../domain/uploads/uploads.ts'
import type { InstanceEvents } from '../domain/webhooks/instance-events.ts'
import type { Metrics } from '../http/metrics.ts'
import { createScheduler } from '../jobs/scheduler.ts'
import { createPauses } from '../storage/files/pauses.ts'
import { createMessenger } from '../whatsapp/hosts/messenger.ts'
import { clock } from './clock.ts'
import type { Storage } from './storage.ts'
import { createUnderWay } from './under-way.ts'

/** Reading a ledger whole leaves the event loop free now and then. */
const RECIPIENTS_BETWEEN_PAUSES = 1_000

/** Everything between a campaign's form and its messages: devices, engine, jobs and results. */
export async function createSendingParts(
  config: Config,
  {
    storage,
    publish,
    metrics,
    publicUrl,
    runMaintenance,
    onDeviceRemoved,
    instanceEvents,
    onFault,
    log,
  }: {
    readonly storage: Storage
    readonly publish: Publish
    readonly metrics: Pick<Metrics, 'changed' | 'slotTaken' | 'campaignStarted'>
    readonly publicUrl: () => string
    readonly runMaintenance: () => Promise<unknown>
    readonly onDeviceRemoved: (userId: string, deviceId: string) => Promise<void>
    /** Asked at an event: it is made of these parts. */
    readonly instanceEvents: () => InstanceEvents
    readonly onFault: (error: unknown, subject: string) => void
    readonly log: Logger
  },
) {
  const { ledgers, messageIds, lists } = storage
  const underWay = createUnderWay()
  const messenger = createMessenger({
    authDir: storage.authDir,
    server: {
      url: config.whatsapp.url,
      rootKeyHex: config.whatsapp.rootKeyHex,
      mediaCaPath: config.whatsapp.mediaCaPath,
    },
    hosts: config.whatsapp.hosts,
    findContent: (messageId) => news.findContent(messageId),
    onEvent: (event) => underWay.add(hear(event)),
    log,
  })
  const scheduler = createScheduler({
    onSlot: (key, campaignId) => background(sending.slot(key, campaignId), campaignId),
    onDue: () => background(campaigns.startDue(), 'due'),
    onTick: () => background(campaigns.startDue(), 'tick'),
    onMaintenance: () => background(runMaintenance(), 'maintenance'),
    onSlotLag: metrics.slotTaken,
    onFault,
  })
  const records = createCampaignRecords({ store: storage.campaigns, clock })
  const activity = await createActivity({
    store: storage.stats,
    pause: createPauses(RECIPIENTS_BETWEEN_PAUSES),
  })
  const counters = createCampaignCounters({
    records,
    activity,
    onChange: metrics.changed,
    clock,
    publish,
    onFault: (error) => onFault(error, 'counters'),
  })
  const uploads = createUploads({ store: storage.uploads, publicUrl })
  const sending = createSending({
    records,
    counters,
    ledgers,
    messenger,
    messageIds,
    pacer: scheduler.pacer,
    clock,
    uncertain: config.uncertain,
    findImage,
    isConnected: (key) => devices.isConnected(key),
    onAccepted: tellAccepted,
    onFault,
  })
  const devices = await createDevices({
    store: storage.devices,
    messenger,
    clock,
    newKey: randomUUID,
    publish,
    isBusy: sending.isDeviceBusy,
    onConnection: sending.connectionChanged,
    onGone: (key, cause) =>
      sending.endAll(key, cause === 'removed' ? endReasons.deviceRemoved : endReasons.loggedOut),
    onRemoved: onDeviceRemoved,
  })
  const starting = createCampaignStart({
    records,
    ledgers,
    lists,
    sending,
    counters,
    activity,
    findDeviceKey: devices.findKey,
    clock,
    onStarted: metrics.campaignStarted,
    onFault,
  })
  const campaigns = createCampaigns({
    records,
    sending,
    counters,
    start: starting.start,
    schedule: scheduler.schedule,
    ledgers,
    messageIds,
    clock,
    nextNumber: storage.settings.nextCampaignNumber,
    publish,
    findDevice: devices.findKey,
    findList: (userId, listId) => lists.find(userId, listId),
    findImageName: async (userId, imageUrl) => (await uploads.findByUrl(userId, imageUrl))?.name,
    imageUrlOf: uploads.urlOf,
    onFault,
  })
  const news = createMessageFacts({
    ledgers,
    messageIds,
    counters,
    directSends: storage.directSends,
    findImage,
    onAccepted: tellAccepted,
    onSent: async (sent) => {
      // What is still under way is told by its own send, once.
      await directSends.settled(sent.messageId)
      await instanceEvents().sentAlone(sent)
    },
  })
  const directSends = createDirectSends({
    store: storage.directSends,
    messenger,
    messageIds,
    clock,
    findDeviceKey: devices.findKey,
    isConnected: devices.isConnected,
    findImageByUrl: uploads.findByUrl,
    onSent: (sent) => instanceEvents().sentAlone(sent),
  })

  const { lookUp } = messenger
  return {
    records,
    activity,
    uploads,
    sending,
    devices,
    campaigns,
    directSends,
    lookUp,
    takeUp,
    stop,
    download: messenger.download,
    news,
  }

  /** News from WhatsApp. Whoever waits for it may rely on it being on the disk. */
  async function hear(event: MessengerEvent): Promise<void> {
    if (event.type === 'receipt') {
      const atMs = Date.parse(event.at)
      for (const messageId of event.messageIds) await note({ messageId, type: event.kind, atMs })
    } else if (event.type === 'late_ack') {
      const { messageId, at, errorCode } = event
      if (errorCode === null) await note({ messageId, type: 'accepted', atMs: Date.parse(at) })
    } else if (event.type === 'restriction') {
      sending.restrict(event.key, event.until === null ? null : Date.parse(event.until))
    } else {
      await devices.handle(event)
    }
    await instanceEvents().heard(event)
  }

  function tellAccepted({ header }: SendLedger, { fact, after }: RecipientChange): void {
    const { deviceKey, campaignNumber } = header
    const messageId = messageIds.make(campaignNumber, fact.index)
    instanceEvents().sentByCampaign({
      ...{ deviceKey, messageId },
      jid: after.jid ?? '',
      atMs: after.sentAtMs,
    })
  }

  async function note(fact: MessageFact): Promise<void> {
    try {
      await news.note(fact)
    } catch (error) {
      // WhatsApp would repeat it at every log-in, and a broken ledger takes no facts.
      if (!(error instanceof AppError) || error.code !== 'ledger_damaged') throw error
      onFault(error, fact.messageId)
    }
  }

  async function findImage(userId: string, imageName: string): Promise<MediaFile | null> {
    const image = await storage.uploads.find(userId, imageName)
    return image ? toMediaFile(image) : null
  }

  /** Campaigns that were under way, and the hours of those to come. */
  async function takeUp(): Promise<void> {
    await starting.recountOrphans()
    for (const { userId, record } of await storage.campaigns.listAll()) {
      try {
        await starting.resume(userId, record)
      } catch (error) {
        // One damaged ledger must not keep everybody else's campaigns from going on.
        onFault(error, record.id)
      }
    }
    await campaigns.scheduleAll()
    await scheduler.start()
  }

  /** Nothing new begins; what is on its way has `graceMs` to be acknowledged. */
  async function stop(graceMs: number): Promise<void> {
    const atRest = sending.shutDown()
    await messenger.stop(graceMs)
    await scheduler.stop()
    // Results, reports and starts that came before are still being written.
    await atRest
    await underWay.ended()
    await counters.flush()
  }

  function background(work: Promise<unknown>, subject: string): void {
    underWay.add(work).catch((error) => onFault(error, subject))
  }
}
