import { DeviceStatus, type DisconnectCode } from '../../contract/devices/device.ts'
import type { DeviceKeys } from '../../domain/devices/device-keys.ts'
import { userOf } from '../directory/people.ts'
import { createFreshStore, type DeviceStore, openPairedStore } from '../keys/store-files.ts'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'
import type { DeviceSocket } from './socket.ts'

/** The keys of one device, open while a connection uses them. */
export function createConnectionKeys({
  keys,
  serverKey,
  log,
  publish,
  onStoreClosing,
}: {
  readonly keys: DeviceKeys
  readonly serverKey: string
  readonly log: WriteLog
  readonly publish: (status: DeviceStatus, reason: DisconnectCode) => void
  /** Called before the store is closed. */
  readonly onStoreClosing: () => void
}) {
  let store: DeviceStore | null = null
  let phone: string | null = null
  return { current: () => store, lastPhone, load, begin, close, putAway, remove, finishPairing }

  /** The number of the account that these keys belong to, also after they were closed. */
  function lastPhone(): string | null {
    if (store) phone = store.isPaired() ? userOf(store.creds.me?.id ?? '') : null
    return phone
  }

  /**
   * Opens the keys, or returns why it cannot. `unpaired` means there are none, `unavailable` that
   * unreadable ones have to be moved aside for a new pairing.
   */
  async function load(): Promise<'unpaired' | 'unavailable' | null> {
    const opened = await openPairedStore(keys, serverKey)
    if (opened.kind === 'paired') store = opened.store
    if (opened.kind === 'other_server') publish(DeviceStatus.disconnected, 'other_server')
    if (opened.kind === 'newer') {
      log('error', 'the keys of a device are of a newer program', opened.detail)
      publish(DeviceStatus.disconnected, 'keys_newer')
    }
    if (opened.kind === 'unreadable') {
      log('error', 'the keys of a device were put aside', opened.detail)
      publish(DeviceStatus.disconnected, 'keys_unreadable')
    }
    if (opened.kind === 'unavailable') {
      log('error', 'the keys of a device could not be read', opened.detail)
      publish(DeviceStatus.disconnected, 'keys_unreadable')
      return opened.mayPass ? null : 'unavailable'
    }
    return opened.kind === 'unpaired' ? 'unpaired' : null
  }

  /** Begins fresh keys for a pairing. */
  async function begin(found: 'unpaired' | 'unavailable'): Promise<void> {
    if (found === 'unavailable') await keys.setAside(new Date(), 'unreadable')
    await close()
    store = await createFreshStore(keys, serverKey)
  }

  async function close(): Promise<void> {
    const open = store
    lastPhone()
    store = null
    if (open) onStoreClosing()
    await open?.close().catch((error: unknown) => {
      log('error', 'the keys could not be brought to the disk', String(error))
    })
  }

  /** Puts keys aside that WhatsApp no longer takes. */
  async function putAway(): Promise<void> {
    await close()
    await keys.setAside(new Date(), 'ended')
  }

  async function remove(): Promise<void> {
    await close()
    await keys.remove()
    phone = null
  }

  async function finishPairing(): Promise<void> {
    if (!store) return
    await keys.saveLabel({ serverKey, isPaired: true }).catch((error: unknown) => {
      log('error', 'a device could not be marked as paired', readFailure(error).message)
    })
  }
}

/**
 * Throws while keys cannot be stored: a message would use a ratchet step that is then used again.
 */
export function checkKeys(socket: Pick<DeviceSocket, 'end'>, { log }: DeviceStore): void {
  if (!log.hasFailed()) return
  socket.end('the keys can no longer be kept')
  throw new Error('the keys can no longer be kept')
}
