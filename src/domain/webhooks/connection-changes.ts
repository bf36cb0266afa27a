import { DeviceStatus, isFinal } from '../../contract/devices/device.ts'
import { describeRestriction } from '../../contract/devices/device-standing.ts'
import { disconnectReasons } from '../../contract/devices/disconnect-reasons.ts'
import { CONNECTION_LOST_MS } from '../../contract/limits.ts'
import { CampaignEvent } from '../../contract/webhooks/campaign-event-names.ts'
import { type Clock, toIso } from '../clock.ts'
import type { DeviceStore } from '../devices/device-record.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey } from '../messenger.ts'
import type { Holds } from '../sending/strangers/holds.ts'
import { createSerial } from '../serial.ts'
import type { OwnedStore } from '../store.ts'
import type { PublishToWebhooks } from './campaign-webhooks.ts'

/** What was last published of a device; kept, since a restart changes nothing of it. */
export type ReportedConnection = {
  /** The device's id. */
  readonly id: string
  readonly isLost: boolean
  /** The restriction that was published; null: none is in force. */
  readonly restriction: string | null
}

export type ReportedConnectionStore = OwnedStore<ReportedConnection>

type Owner = { readonly userId: string; readonly deviceId: string }

/**
 * Publishes to webhooks that connections are lost, back or restricted. One that comes back by
 * itself within a minute does not count as lost: WhatsApp closes connections all the time.
 */
export function createConnectionChanges({
  store,
  devices,
  findOwner,
  restrictionOf,
  publish,
  clock,
  onFault,
}: {
  readonly store: ReportedConnectionStore
  readonly devices: Pick<DeviceStore, 'find' | 'listAll'>
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  readonly restrictionOf: (key: DeviceKey) => ReturnType<Holds['show']>['restriction']
  readonly publish: PublishToWebhooks
  readonly clock: Clock
  readonly onFault: (error: unknown, subject: string) => void
}) {
  /** Devices that are away, and may come back in time. */
  const away = new Map<DeviceKey, () => void>()
  const serially = createSerial()

  return { onState, onHoldsChanged, recover, forget, close }

  async function onState({ key, status, reason }: EventOf<'state'>): Promise<void> {
    const owner = findOwner(key)
    if (!owner) return
    if (status === DeviceStatus.connected) {
      stopWaiting(key)
      await comeBack(owner)
    } else if (reason === 'closed_by_user') stopWaiting(key)
    else if (isFinal(reason)) {
      stopWaiting(key)
      await lose(owner)
    } else if (!away.has(key)) waitFor(key, owner)
  }

  function waitFor(key: DeviceKey, owner: Owner): void {
    const cancel = clock.after(CONNECTION_LOST_MS, () => {
      away.delete(key)
      lose(owner).catch((error) => onFault(error, `webhooks of ${owner.deviceId}`))
    })
    away.set(key, cancel)
  }

  function stopWaiting(key: DeviceKey): void {
    away.get(key)?.()
    away.delete(key)
  }

  function lose(owner: Owner): Promise<void> {
    return change(owner, async (before) => {
      const device = await shown(owner)
      // A device that was never linked has no connection to lose.
      if (before.isLost || !device?.phone) return undefined
      const { reason, ...data } = device
      const motivo = reason && disconnectReasons[reason]
      const at = clock.now()
      const publishedCount = await publish(
        owner.userId,
        { event: CampaignEvent.connectionLost, data: { ...data, motivo, at: toIso(at) } },
        { subject: `${owner.deviceId} ${at}`, atMs: at },
      )
      return publishedCount > 0 ? { ...before, isLost: true } : undefined
    })
  }

  function comeBack(owner: Owner): Promise<void> {
    return change(owner, async (before) => {
      const device = before.isLost ? await shown(owner) : undefined
      if (!device) return undefined
      const { reason: _, ...data } = device
      const at = clock.now()
      await publish(
        owner.userId,
        { event: CampaignEvent.connectionBack, data: { ...data, motivo: null, at: toIso(at) } },
        { subject: `${owner.deviceId} ${at}`, atMs: at },
      )
      return { ...before, isLost: false }
    })
  }

  async function onHoldsChanged({ key }: EventOf<'holds_changed'>): Promise<void> {
    const owner = findOwner(key)
    if (owner) await lookAtRestriction(key, owner)
  }

  function lookAtRestriction(key: DeviceKey, owner: Owner): Promise<void> {
    return change(owner, async (before) => {
      const found = restrictionOf(key)
      const restriction = found && `${found.kind} ${found.since}`
      if (restriction === before.restriction) return undefined
      if (!found) return { ...before, restriction }
      const device = await shown(owner)
      if (!device) return undefined
      const { reason: _, ...data } = device
      const restricao = { tipo: found.kind, ate: found.until, desde: found.since }
      const motivo = describeRestriction(found.kind)
      await publish(
        owner.userId,
        { event: CampaignEvent.restricted, data: { ...data, restricao, motivo } },
        { subject: `${owner.deviceId} ${restriction}`, atMs: Date.parse(found.since) },
      )
      return { ...before, restriction }
    })
  }

  /** Publishes restrictions that a crash kept from being published. */
  async function recover(): Promise<void> {
    for (const { userId, record } of await devices.listAll()) {
      await lookAtRestriction(record.key, { userId, deviceId: record.id })
    }
  }

  async function change(
    { userId, deviceId }: Owner,
    work: (before: ReportedConnection) => Promise<ReportedConnection | undefined>,
  ): Promise<void> {
    await serially(`${userId}/${deviceId}`, async () => {
      const known = await store.find(userId, deviceId)
      const changed = await work(known ?? { id: deviceId, isLost: false, restriction: null })
      if (changed) await store.save(userId, changed)
    })
  }

  async function shown({ userId, deviceId }: Owner) {
    const device = await devices.find(userId, deviceId)
    if (!device) return undefined
    const { connectionName, phone, reason } = device
    return { device_id: deviceId, connection_name: connectionName, phone, reason }
  }

  async function forget({ key, userId, deviceId }: EventOf<'device_removed'>): Promise<void> {
    stopWaiting(key)
    await store.remove(userId, deviceId)
  }

  function close(): void {
    for (const cancel of away.values()) cancel()
    away.clear()
  }
}
