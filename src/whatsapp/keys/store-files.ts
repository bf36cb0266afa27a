import { AppError } from '../../contract/errors.ts'
import {
  DamagedKeysError,
  type DeviceKeys,
  KeysUnavailableError,
} from '../../domain/devices/device-keys.ts'
import type { Spool } from '../../domain/devices/spool.ts'
import { type AuthStore, createAuthStore } from './auth-store.ts'

/**
 * Names the WhatsApp server the keys belong to, so that the simulator's are never used with the
 * real one.
 */
const SERVER_ROW = 'meta/server'

/** What one device keeps: its credentials and keys, and what arrived for it. */
export type DeviceStore = AuthStore & { readonly spool: Spool; close(): Promise<void> }

export type OpenedStore =
  | { readonly kind: 'paired'; readonly store: DeviceStore }
  | { readonly kind: 'unpaired' }
  | { readonly kind: 'other_server' }
  /** A newer program wrote the keys: they stay where they are. */
  | { readonly kind: 'newer'; readonly detail: string }
  /** The keys were put aside as they are. */
  | { readonly kind: 'unreadable'; readonly detail: string }
  /** The system refuses to read the keys: they are still in place, and may be intact. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly mayPass: boolean }

/** Opens the keys of a completed pairing, if there are any. */
export async function openPairedStore(keys: DeviceKeys, serverKey: string): Promise<OpenedStore> {
  try {
    return await openStoreOf(keys, serverKey)
  } catch (error) {
    if (isDamage(error)) {
      await keys.setAside(new Date(), 'unreadable')
      return { kind: 'unreadable', detail: error.message }
    }
    if (error instanceof AppError && error.code === 'newer_format') {
      return { kind: 'newer', detail: error.message }
    }
    if (!(error instanceof KeysUnavailableError)) throw error
    return { kind: 'unavailable', detail: error.message, mayPass: error.mayPass }
  }
}

async function openStoreOf(keys: DeviceKeys, serverKey: string): Promise<OpenedStore> {
  const label = await keys.findLabel()
  if (!label) return { kind: 'unpaired' }
  if (label.serverKey !== serverKey) {
    return label.isPaired ? { kind: 'other_server' } : { kind: 'unpaired' }
  }
  const store = await openStore(keys)
  if (store.isPaired() && store.log.read(SERVER_ROW) === JSON.stringify(serverKey)) {
    if (!label.isPaired) await keys.saveLabel({ serverKey, isPaired: true })
    return { kind: 'paired', store }
  }
  await store.close()
  return { kind: 'unpaired' }
}

function isDamage(error: unknown): error is Error {
  return error instanceof DamagedKeysError || error instanceof SyntaxError
}

/** Replaces the keys by fresh ones, for a pairing with this server. */
export async function createFreshStore(keys: DeviceKeys, serverKey: string): Promise<DeviceStore> {
  await keys.remove()
  await keys.saveLabel({ serverKey, isPaired: false })
  const store = await openStore(keys)
  store.log.commit([{ key: SERVER_ROW, value: JSON.stringify(serverKey) }])
  store.saveCreds()
  return store
}

async function openStore(keys: DeviceKeys): Promise<DeviceStore> {
  const log = await keys.open()
  try {
    const store = createAuthStore(log)
    const spool = await keys.openSpool()
    return { ...store, spool, close }

    async function close(): Promise<void> {
      await Promise.all([log.close(), spool.close()])
    }
  } catch (error) {
    await log.close()
    throw error
  }
}
