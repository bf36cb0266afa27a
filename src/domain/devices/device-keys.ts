import type { Fence } from '../cluster/lease-store.ts'
import type { DeviceKey } from '../messenger.ts'
import type { Spool } from './spool.ts'

/** The port for storing a device's WhatsApp keys, which files and a database implement. */

export type KeyChange = {
  readonly key: string
  /** JSON text; null removes the key. */
  readonly value: string | null
}

/**
 * Marks keys that may be older than what was sent with them, since they came out of a backup or
 * their holder ended before all of it was kept. Opening such keys drops what this side encrypts
 * with, and this row along with it.
 */
export const BEHIND_ROW = 'meta/behind'

/** @throws KeysUnavailableError also from `read` and `commit` */
export type KeyLog = {
  has(key: string): boolean
  names(): readonly string[]
  /** The newest value of a key, as the JSON text that was committed. */
  read(key: string): string | undefined
  /**
   * Keeps all changes or none, in the order of the calls. Where a killed process may lose the last
   * ones, the next log has `BEHIND_ROW`.
   */
  commit(changes: readonly KeyChange[]): void
  /** Resolves when everything committed so far is durable. */
  sync(): Promise<void>
  close(): Promise<void>
  /** Whether nothing can be kept any more; what is in memory may be ahead of what is kept. */
  hasFailed(): boolean
}

/**
 * Says, without opening the keys, whether they are those of a finished pairing and with which
 * WhatsApp server that was.
 */
export type DeviceLabel = {
  /** Hex of the root key of that server's certificates. */
  readonly serverKey: string
  readonly isPaired: boolean
}

/**
 * Where the keys of one device lie.
 * @throws DamagedKeysError, KeysUnavailableError, and AppError `newer_format` for keys that a newer
 * program wrote
 */
export type DeviceKeys = {
  /** null for a device that never was paired. */
  findLabel(): Promise<DeviceLabel | null>
  saveLabel(label: DeviceLabel): Promise<void>
  /** Opens the keys, or begins new ones where there are none. */
  open(): Promise<KeyLog>
  /**
   * Opens what arrived for the device and was not handled, beside its keys. An unreadable spool is
   * put out of the way: it never keeps a device from connecting.
   */
  openSpool(): Promise<Spool>
  /** Deletes them for good. */
  remove(): Promise<void>
  /** Puts keys that can't be used any more out of the way, without deleting them. */
  setAside(now: Date, why: AsideReason): Promise<void>
  /** Deletes for good what was put out of the way. */
  removeAside(): Promise<void>
}

/** `ended`: WhatsApp takes these keys no longer. */
export type AsideReason = 'unreadable' | 'ended'

/** What keys are called once they were put aside. */
export function asideName(why: AsideReason, now: Date): string {
  return `${why}-${now.toISOString()}`
}

/** Where all devices' keys lie, as plain data. */
export type KeyPlace =
  | { readonly kind: 'folder'; readonly authDir: string }
  | {
      readonly kind: 'database'
      /** Never shown: a password is in it. */
      readonly url: string
      /** The connection's own by default. */
      readonly schema?: string
    }

/** Opens the keys of devices, for one thread. */
export type KeyStore = {
  /** @param fenceOf returns the fence that writes of the device's keys have to show now, if any */
  keysOf(key: DeviceKey, fenceOf: () => Fence | undefined): DeviceKeys
  /** Keeps what is left to keep, after all keys were closed. */
  close(): Promise<void>
}

export type OpenKeys = (place: KeyPlace) => Promise<KeyStore>

/** The stored keys are not what was written: whose they are, or what they were, can't be known. */
export class DamagedKeysError extends Error {}

/** The storage can't read or write the keys: they lie where they were, and may be whole. */
export class KeysUnavailableError extends Error {
  /** The operating system's own, such as `EMFILE`. */
  readonly code: string
  /** Whether the fault may be over a moment later, as where the process lacks file handles. */
  readonly mayPass: boolean

  constructor({ code, mayPass }: { code: string; mayPass: boolean }, cause: Error) {
    super(cause.message, { cause })
    this.name = 'KeysUnavailableError'
    this.code = code
    this.mayPass = mayPass
  }
}
