import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { newDevice } from '../../../src/domain/devices/device-record.ts'
import type { Acquaintance } from '../../../src/domain/messenger.ts'
import type { FirstMessages } from '../../../src/domain/sending/strangers/first-messages.ts'
import { newStanding } from '../../../src/domain/sending/strangers/standing.ts'
import { passes } from '../eventually.ts'
import { createFakeClock } from './fake-clock.ts'
import { keepDevice } from './kept.ts'
import { keepRecords, startParts } from './parts.ts'
import type { CampaignPlan } from './sending-model.ts'

export const OWNER = { id: 'ana', instanceName: 'loja' }
const DEVICE_ID = '5561988880000'
const KEY = 'device-key'

type Message = { readonly phone: string; readonly atMs: number }

export type SendingHouse = Awaited<ReturnType<typeof createSendingHouse>>

/** One data folder and the daemons that follow each other on it; clock and WhatsApp are played. */
export async function createSendingHouse({
  draw,
  acquaintanceOf,
  limits,
}: {
  /** Position of every interval between the shortest and the longest, from 0 to 1. */
  readonly draw: number
  readonly acquaintanceOf: (phone: string) => Acquaintance
  /** The limits on the device's first messages. */
  readonly limits: Partial<FirstMessages>
}) {
  const records = keepRecords()
  const sent: Message[] = []
  const faults: unknown[] = []
  const dir = await mkdtemp(join(tmpdir(), 'disparo-'))
  let clock = createFakeClock()
  let daemon: Awaited<ReturnType<typeof startParts>> | undefined
  const createdAt = new Date(clock.now()).toISOString()
  const device = newDevice({ deviceId: DEVICE_ID, key: KEY, connectionName: 'Loja', createdAt })
  await records.devices.save(OWNER.id, device)
  await records.standings.save(OWNER.id, { ...newStanding(DEVICE_ID, KEY), ...limits })

  return { sent, faults, start, stop, end, plan, allow, connect, quiet, parts, now, advance }

  /** Starts a daemon as `daemon/` does, at a time of its own. */
  async function start(atMs: number): Promise<void> {
    clock = createFakeClock(atMs)
    daemon = await startParts({
      ...{ clock, dir, records, acquaintanceOf, random: () => draw },
      onFault: (error) => faults.push(error),
      answer: ({ jid }) => {
        sent.push({ phone: jid.split('@')[0] ?? '', atMs: now() })
        return { kind: 'accepted', at: new Date(now()).toISOString() }
      },
    })
    const { engineEvents, parts: all } = daemon
    const { subscribe } = engineEvents
    subscribe(['state'], all.devices.onEvent)
    subscribe(['connection'], all.sending.onConnection)
    subscribe(['holds_changed'], ({ key }) => all.sending.onHoldsChanged(key))
    subscribe(['slot'], ({ key, campaignId }) => all.sending.slot(key, campaignId))
    subscribe(['due'], ({ campaignId }) => all.campaigns.startReminded(campaignId))
    await all.resume.resumeAll()
    await all.campaigns.scheduleAll()
    await keepDevice({ parts: all, whatsapp: daemon.whatsapp }, OWNER, { deviceId: DEVICE_ID })
    await quiet()
  }

  async function stop(): Promise<void> {
    await daemon?.close()
    daemon = undefined
  }

  async function end(): Promise<void> {
    await stop()
    await rm(dir, { recursive: true, force: true })
  }

  /** Plans a campaign to a list of its own. @returns its id */
  async function plan({ hours, dueMs, ...rest }: CampaignPlan): Promise<string> {
    const { storage, parts: all } = running()
    const id = `lista-${rest.phones[0]}`
    const createdAt = new Date(now()).toISOString()
    const contacts = rest.phones.map((phone) => ({
      ...{ name: 'Pessoa', phone, createdAt },
      origin: 'api' as const,
    }))
    await storage.lists.create(
      OWNER.id,
      { id, name: id, createdAt },
      { contacts, onDuplicate: 'keep' },
    )
    const campaign = await all.campaigns.create(OWNER, {
      name: id,
      text: 'Olá',
      status: CampaignStatus.scheduled,
      deviceId: DEVICE_ID,
      contactListId: id,
      scheduledAt: new Date(dueMs).toISOString(),
      intervalSeconds: rest.minIntervalMs / 1_000,
      maxIntervalSeconds: rest.maxIntervalMs / 1_000,
      ...{ windows: [...hours.windows], timeZone: hours.timeZone },
    })
    await quiet()
    return campaign.id
  }

  /** Changes the device's daily limit of first messages. */
  async function allow(dailyLimit: number | null): Promise<void> {
    await running().parts.deviceSettings.change(OWNER.id, DEVICE_ID, { dailyLimit })
    await quiet()
  }

  async function connect(isConnected: boolean): Promise<void> {
    const { whatsapp } = running()
    await (isConnected ? whatsapp.link(KEY, DEVICE_ID) : whatsapp.loseWay(KEY))
    await quiet()
  }

  /** Waits until everything begun at this moment has ended. */
  async function quiet(): Promise<void> {
    const { engineEvents, storage } = running()
    await engineEvents.settled()
    // What was due at a start begins in the background.
    await passes(async () => {
      expect(await storage.campaigns.due({ nowMs: now(), limit: 10 })).toEqual([])
    })
    await engineEvents.settled()
  }

  function running() {
    if (!daemon) throw new Error('no daemon runs')
    return daemon
  }

  function parts() {
    return running().parts
  }

  function now(): number {
    return clock.now()
  }

  function advance(toMs: number): void {
    clock.advance(toMs - now())
  }
}
