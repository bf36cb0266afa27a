import type { DisconnectCode } from '../contract/device.ts'
import type { OwnedStore } from './store.ts'

/** A device as it is kept; whether it is connected just now is known only in memory. */
export type DeviceRecord = {
  /** The `deviceId` its owner gave; two users may use the same one. */
  readonly id: string
  /** Our own, unique key: names its files, its host and its jobs. */
  readonly key: string
  readonly connectionName: string
  readonly phone: string | null
  readonly createdAt: string
  readonly lastSeenAt: string | null
  /** Whether it is to be connected again after a restart. */
  readonly shouldBeConnected: boolean
  readonly reason: DisconnectCode | null
}

export type DeviceStore = OwnedStore<DeviceRecord>
