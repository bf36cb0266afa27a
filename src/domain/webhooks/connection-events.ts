import { DeviceStatus } from '../../contract/devices/device.ts'
import { type Clock, toIso } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey } from '../messenger.ts'
import { stateOf } from './connection-state.ts'
import type { InstanceFeed } from './instance-feed.ts'
import { connectionUpdate, qrcodeUpdated, statusInstance } from './webhook-events.ts'
import type { Outbox } from './webhook-outbox-store.ts'

/** The events that `onEvent` takes. */
export const connectionEventTypes = ['state', 'qr', 'pairing_code'] as const
type ConnectionEvent = EventOf<(typeof connectionEventTypes)[number]>
type Change = ReturnType<typeof stateOf>

/** How long after the disk refused a state it is emitted again. */
const AGAIN_MS = 30_000

/** Ends after which nothing is left to connect with: logged out, locked or banned. */
const FINAL_REASONS: ReadonlySet<number> = new Set([401, 402, 403, 406])

const isEnd = ({ state, statusReason }: Change) =>
  state === 'close' && FINAL_REASONS.has(statusReason)

/** Emits events about the connections of instances: codes to be read, states, log-outs. */
export function createConnectionEvents({
  findOwner,
  emit,
  drawQr,
  clock,
  onFault,
}: {
  readonly findOwner: (
    key: DeviceKey,
  ) => { readonly userId: string; readonly deviceId: string } | undefined
  readonly emit: InstanceFeed['emit']
  /** Draws a QR code, as a data URL. */
  readonly drawQr: (text: string) => Promise<string>
  readonly clock: Clock
  readonly onFault: (error: unknown, subject: string) => void
}) {
  /**
   * The newest state of each connection that was emitted or is about to be: none is emitted twice
   * in a row, but for a close that turns out to be final.
   */
  const newest = new Map<DeviceKey, Change>()
  /** By device: cancels the next try of a state that the disk did not take. */
  const unsent = new Map<DeviceKey, () => void>()

  return { onEvent, forget }

  /** Never rejects: a failing webhook must not block the device's other events. */
  async function onEvent(event: ConnectionEvent): Promise<void> {
    const owner = findOwner(event.key)
    if (!owner) return forget(event)
    const outbox = { userId: owner.userId, instance: owner.deviceId }
    try {
      if (event.type === 'state') await emitState(event, outbox)
      else if (event.type === 'qr') await emitCode(outbox, { code: event.qr, pairingCode: null })
      else await emitCode(outbox, { code: event.qr, pairingCode: event.code })
    } catch (error) {
      // A code is soon replaced by the next.
      onFault(error, `${event.type} of ${owner.deviceId}`)
    }
  }

  /** Forgets a device that is gone for good. */
  function forget({ key }: { readonly key: DeviceKey }): void {
    unsent.get(key)?.()
    newest.delete(key)
  }

  function emitLater(event: EventOf<'state'>): void {
    const { key } = event
    const cancel = clock.after(AGAIN_MS, () => {
      unsent.delete(key)
      void onEvent(event)
    })
    unsent.set(key, () => {
      cancel()
      unsent.delete(key)
    })
  }

  async function emitCode(
    outbox: Outbox,
    shown: { readonly code: string; readonly pairingCode: string | null },
  ): Promise<void> {
    const { instance } = outbox
    await emit(outbox, {
      event: 'qrcode.updated',
      data: async () => qrcodeUpdated({ instance, ...shown, base64: await drawQr(shown.code) }),
    })
  }

  async function emitState(event: EventOf<'state'>, outbox: Outbox): Promise<void> {
    const { key, status, reason, phone } = event
    // A code to scan has an event of its own, and replaces no state that waits to be emitted.
    if (status === DeviceStatus.pending) return
    unsent.get(key)?.()
    const change = stateOf({ status, reason, phone })
    const last = newest.get(key)
    // A connection that was closed before can still be logged out, and a log-out stays one.
    if (last?.state === change.state && (isEnd(last) || !isEnd(change))) return
    newest.set(key, change)
    const isNewest = () => newest.get(key) === change
    try {
      await emitChange(outbox, change, isNewest)
    } catch (error) {
      // Nothing else would emit a state that lasts; one that is over by now is dropped.
      if (isNewest()) {
        newest.delete(key)
        emitLater(event)
      }
      throw error
    }
  }

  /**
   * Emits all events of a change. Where one was not kept, all are emitted again: rather twice than
   * not at all.
   */
  async function emitChange(
    outbox: Outbox,
    change: Change,
    isNewest: () => boolean,
  ): Promise<void> {
    const { instance } = outbox
    const { state, statusReason } = change
    if (isEnd(change)) {
      const at = toIso(clock.now())
      const data = async () => statusInstance({ instance, statusReason, at })
      await emit(outbox, { event: 'status.instance', data })
      await emit(outbox, { event: 'logout.instance', data: async () => null })
      if (!isNewest()) return
    }
    await emit(outbox, {
      event: 'connection.update',
      data: ({ ownJid, profileName }) =>
        connectionUpdate({ instance, state, statusReason, ownJid, profileName }),
    })
  }
}
