import { DeviceStatus } from '../../contract/devices/device.ts'
import { type Clock, toIso } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey } from '../messenger.ts'
import { stateOf } from './connection-state.ts'
import { connectionUpdate, qrcodeUpdated, statusInstance } from './webhook-events.ts'
import type { WebhookOutbox } from './webhook-outbox.ts'
import type { Outbox } from './webhook-outbox-store.ts'

/** The events that `heard` is to be told. */
export const connectionEventTypes = ['state', 'qr', 'pairing_code'] as const
type HeardEvent = EventOf<(typeof connectionEventTypes)[number]>

/** How long a state waits that the disk did not take. */
const AGAIN_MS = 30_000

/** Ends after which nothing is left to connect with: logged out, locked or banned. */
const FINAL_REASONS: ReadonlySet<number> = new Set([401, 402, 403, 406])

/** Tells the webhooks of instances of their connections: codes to be read, states, log-outs. */
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
  readonly emit: WebhookOutbox['emit']
  /** Draws a QR code, as a data URL. */
  readonly drawQr: (text: string) => Promise<string>
  readonly clock: Clock
  readonly onFault: (error: unknown, subject: string) => void
}) {
  /** The last state sent for each connection: a flapping one sends each state once. */
  const lastStates = new Map<DeviceKey, string>()
  /** States that the disk did not take, until they are told or outdated. */
  const untold = new Map<DeviceKey, () => void>()

  return { heard }

  /** Never rejects: a failing webhook must not block the device's other events. */
  async function heard(event: HeardEvent): Promise<void> {
    const owner = findOwner(event.key)
    if (event.type === 'state') untold.get(event.key)?.()
    if (!owner) {
      lastStates.delete(event.key)
      return
    }
    const outbox = { userId: owner.userId, instance: owner.deviceId }
    try {
      if (event.type === 'state') await emitState(event, outbox)
      else if (event.type === 'qr') await emitCode(outbox, { code: event.qr, pairingCode: null })
      else await emitCode(outbox, { code: event.qr, pairingCode: event.code })
    } catch (error) {
      onFault(error, `${event.type} of ${owner.deviceId}`)
      // A code is soon replaced by the next; of a state that lasts nothing else would tell.
      if (event.type === 'state') tellLater(event)
    }
  }

  function tellLater(event: EventOf<'state'>): void {
    const { key } = event
    untold.get(key)?.()
    const cancel = clock.after(AGAIN_MS, () => {
      untold.delete(key)
      void heard(event)
    })
    untold.set(key, () => {
      cancel()
      untold.delete(key)
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

  async function emitState(
    { key, status, reason, phone }: EventOf<'state'>,
    outbox: Outbox,
  ): Promise<void> {
    // A code to scan has an event of its own.
    if (status === DeviceStatus.pending) return
    const { state, statusReason } = stateOf({ status, reason, phone })
    if (lastStates.get(key) === state) return
    lastStates.set(key, state)
    try {
      await emitChange(outbox, { state, statusReason })
    } catch (error) {
      if (lastStates.get(key) === state) lastStates.delete(key)
      throw error
    }
  }

  /** Told again as a whole where one of them was not kept: rather twice than not at all. */
  async function emitChange(
    outbox: Outbox,
    { state, statusReason }: ReturnType<typeof stateOf>,
  ): Promise<void> {
    const { instance } = outbox
    if (state === 'close' && FINAL_REASONS.has(statusReason)) {
      const at = toIso(clock.now())
      const data = async () => statusInstance({ instance, statusReason, at })
      await emit(outbox, { event: 'status.instance', data })
      await emit(outbox, { event: 'logout.instance', data: async () => null })
    }
    await emit(outbox, {
      event: 'connection.update',
      data: ({ ownJid, profileName }) =>
        connectionUpdate({ instance, state, statusReason, ownJid, profileName }),
    })
  }
}
