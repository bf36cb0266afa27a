import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import { createCampaignResume } from '../domain/campaigns/campaign-resume.ts'
import { createCampaignStart } from '../domain/campaigns/campaign-start.ts'
import { createCampaigns } from '../domain/campaigns/campaigns.ts'
import { createRestoredCampaigns } from '../domain/campaigns/restored-campaigns.ts'
import { createDeviceChecks } from '../domain/devices/device-checks.ts'
import { createDeviceSettings } from '../domain/devices/device-settings.ts'
import { createDeviceTraffic } from '../domain/devices/device-traffic.ts'
import { createDevices } from '../domain/devices/devices.ts'
import { createLiveDevices } from '../domain/devices/live-devices.ts'
import type { LoginTurns } from '../domain/devices/login-turns.ts'
import type { EngineEvents } from '../domain/engine-events.ts'
import { allEnded, everyStep } from '../domain/every-step.ts'
import type { Messenger } from '../domain/messenger.ts'
import type { MessengerNeeds } from '../domain/messenger-needs.ts'
import { createOptOuts } from '../domain/optouts/opt-outs.ts'
import { createPersonCards } from '../domain/people/person-cards.ts'
import { createBreaker } from '../domain/sending/breaker.ts'
import { createDirectSends } from '../domain/sending/direct/direct-sends.ts'
import { createSending } from '../domain/sending/sending.ts'
import { createHolds } from '../domain/sending/strangers/holds.ts'
import type { Scheduler, SchedulerNeeds } from '../jobs/scheduler.ts'
import { createAnswerParts } from './answers.ts'
import { createAudienceParts, createPreviewParts } from './audience.ts'
import { createRecordParts, type RecordNeeds } from './records.ts'
import type { Storage } from './storage/storage.ts'

type Needs = RecordNeeds & {
  readonly storage: Pick<
    Storage,
    'settings' | 'lists' | 'devices' | 'standings' | 'optOuts' | 'personCards'
  >
  readonly loginTurns: LoginTurns
  readonly nodeName: string | null
  readonly createMessenger: (needs: MessengerNeeds) => Messenger
  readonly createScheduler: (
    needs: SchedulerNeeds,
  ) => Pick<Scheduler, 'pacer' | 'schedule' | 'start' | 'stop'>
}

/** Builds the parts from a campaign's form to its messages: devices, engine, jobs and results. */
export async function createSendingParts(
  config: Pick<Config, 'uncertain' | 'quotas'>,
  needs: Needs,
) {
  const { storage, engineEvents, publish, clock, onFault } = needs
  const base = await createRecordParts(needs)
  const { records, counters, uploads, messageFacts, activity, lastMessages, personIndexing } = base
  const live = createLiveDevices()
  const personCards = await createPersonCards({
    ...{ store: storage.personCards, newId: randomUUID, clock, publish, onFault },
  })
  const noted = (work: Promise<void>) => work.catch((error) => onFault(error, 'opt-outs of before'))
  const optOuts = await createOptOuts({
    ...{ store: storage.optOuts, clock, publish },
    onAdded: (userId, optOut) => engineEvents.announce({ type: 'opt_out_added', userId, optOut }),
    onRemoved: (userId, optOut, by) => noted(personCards.cameBack(userId, optOut, by)),
    onRestored: (userId, optOut) => noted(personCards.leftAgain(userId, optOut)),
  })
  const messenger = needs.createMessenger({
    findContent: messageFacts.findContent,
    findJid: messageFacts.findJid,
    readUpload: uploads.read,
    onEvent: engineEvents.publish,
  })
  const scheduler = createDaemonScheduler(needs)
  const holds = await createHolds({
    store: storage.standings,
    findOwner: live.find,
    clock,
    publish,
    onChange: (key) => engineEvents.announce({ type: 'holds_changed', key }),
    onFault,
  })
  const breaker = createBreaker({
    clock,
    deliveriesOf: holds.deliveriesOf,
    keepDeliveries: holds.keepDeliveries,
    onTrip: (key, reason) => engineEvents.announce({ type: 'breaker_tripped', key, reason }),
  })
  const sending = createSending({
    ...base,
    ledgers: storage.ledgers,
    messenger,
    holds,
    breaker,
    messageIds: storage.messageIds,
    pacer: scheduler.pacer,
    clock,
    uncertain: config.uncertain,
    isOptedOut: optOuts.has,
    findMedia: uploads.findMedia,
    isConnected: live.isConnected,
    onAccepted: (sent) => engineEvents.announce({ type: 'campaign_sent', sent }),
    onFault,
  })
  const devices = await createDevices({
    store: storage.devices,
    live,
    messenger,
    clock,
    newKey: randomUUID,
    loginTurns: needs.loginTurns,
    quotas: config.quotas,
    publish,
    isBusy: sending.isDeviceBusy,
    standingOf: holds.show,
    nodeName: needs.nodeName,
    onConnection: (key, isConnected) =>
      engineEvents.announce({ type: 'connection', key, isConnected }),
    onGone: (key, cause) => engineEvents.publish({ type: 'device_gone', key, cause }),
    onRemoved: (device) => engineEvents.publish({ type: 'device_removed', ...device }),
  })
  const audienceParts = createAudienceParts({
    ...{ storage, activity, isOptedOut: optOuts.has, clock },
  })
  const starting = {
    ...base,
    audiences: audienceParts.audiences,
    ledgers: storage.ledgers,
    lists: storage.lists,
    sending,
    findDeviceKey: devices.findKey,
    clock,
    onFault,
  }
  const resume = createCampaignResume(starting)
  const restored = createRestoredCampaigns({ ...starting, bin: storage.campaigns })
  const starts = createCampaignStart({
    ...starting,
    publish,
    onStarted: (lagMs) => engineEvents.announce({ type: 'campaign_started', lagMs }),
  })
  const campaigns = createCampaigns({
    records,
    sending,
    resume: resume.resumePaused,
    takeUp: resume.takeUp,
    bin: storage.campaigns,
    onRemoved: (userId, change) =>
      engineEvents.announce({ type: 'campaign_status', userId, ...change }),
    stopPaused: resume.stopPaused,
    counters,
    starts,
    due: storage.campaigns.due,
    withStatus: storage.campaigns.withStatus,
    recent: storage.campaigns.recent,
    schedule: scheduler.schedule,
    ledgers: storage.ledgers,
    messageIds: storage.messageIds,
    clock,
    nextNumber: storage.settings.nextCampaignNumber,
    publish,
    quotas: config.quotas,
    findDevice: devices.findKey,
    checkAudience: audienceParts.audiences.check,
    findUpload: uploads.findByUrl,
    uploadUrlOf: uploads.urlOf,
    onFault,
  })
  const directSends = createDirectSends({
    store: storage.directSends,
    messenger,
    holds,
    messageIds: storage.messageIds,
    clock,
    getDeviceKey: devices.getKey,
    isConnected: live.isConnected,
    findUpload: uploads.findByUrl,
    onSent: (sent) => engineEvents.publish({ type: 'direct_sent', sent }),
    onFault,
  })
  const deviceChecks = createDeviceChecks({
    ...{ getDeviceKey: devices.getKey, messenger, directSends, clock },
  })
  const answers = createAnswerParts({
    ...base,
    ...{ clock, live, optOuts, directSends, engineEvents, onFault },
  })
  const deviceSettings = createDeviceSettings({ devices, holds, publish })
  const deviceTraffic = createDeviceTraffic({ live, clock, change: devices.change, onFault })
  const checked = {
    ...{ devices, deviceChecks, deviceSettings, deviceTraffic, directSends },
    ...{ live, optOuts, lastMessages },
    ...answers,
  }
  const previewParts = createPreviewParts({
    ...audienceParts,
    ...{ messenger, devices, directSends, holds, uploads, clock },
  })
  const parts = { activity, breaker, campaigns, counters, holds, messageFacts, ...checked }
  return {
    ...parts,
    ...previewParts,
    messenger,
    personCards,
    personIndexing,
    records,
    restored,
    resume,
    scheduler,
    sending,
    starts,
    uploads,
  }
}

function createDaemonScheduler({ createScheduler, engineEvents: { announce }, onFault }: Needs) {
  return createScheduler({
    onSlot: (key, campaignId) => announce({ type: 'slot', key, campaignId }),
    onDue: (campaignId) => announce({ type: 'due', campaignId }),
    onTick: () => announce({ type: 'tick' }),
    onMaintenance: () => announce({ type: 'maintenance' }),
    onSlotLag: (ms) => announce({ type: 'slot_lag', ms }),
    onFault,
  })
}

/** Stops sending: nothing new begins, and sends in progress have `graceMs` to be acknowledged. */
export async function stopSending(
  {
    sending,
    starts,
    messenger,
    scheduler,
    counters,
    devices,
    deviceTraffic,
    holds,
    personCards,
    personIndexing,
  }: Pick<
    Awaited<ReturnType<typeof createSendingParts>>,
    | 'devices'
    | 'deviceTraffic'
    | 'sending'
    | 'starts'
    | 'messenger'
    | 'scheduler'
    | 'counters'
    | 'holds'
    | 'personCards'
    | 'personIndexing'
  >,
  {
    engineEvents,
    graceMs,
  }: { readonly engineEvents: Pick<EngineEvents, 'settled'>; readonly graceMs: number },
): Promise<void> {
  devices.stopLogins()
  const atRest = allEnded([starts.shutDown(), sending.shutDown()])
  // The step below throws it.
  atRest.catch(() => undefined)
  await everyStep([
    () => messenger.stop(graceMs),
    scheduler.stop,
    personIndexing.stop,
    // Results, reports and starts that have begun are still being written.
    () => atRest,
    engineEvents.settled,
    counters.flush,
    deviceTraffic.keepAll,
    holds.close,
    personCards.close,
  ])
}
