import type { ClientVersion } from '../../contract/devices/client-version.ts'
import type { DeviceKeys } from '../../domain/devices/device-keys.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { DeviceStore } from '../keys/store-files.ts'
import type { DeviceSocket, SocketOptions } from './socket.ts'

/** What a device and its connection get from the host. */
export type HostedDevice = Pick<
  SocketOptions,
  'url' | 'mediaAgent' | 'watchTerm' | 'timings' | 'log' | 'onExpiration'
> & {
  readonly key: DeviceKey
  readonly keys: DeviceKeys
  readonly serverKey: string
  /** The version of WhatsApp Web that the next connection is to be. */
  readonly clientVersion: () => ClientVersion
  /** A version greater than one that was refused; null where none is known. */
  readonly findNewerVersion: (refused: ClientVersion) => Promise<ClientVersion | null>
  readonly emit: (event: MessengerEvent) => void
}

/** What a connection of one device needs from what is around it. */
export type ConnectionOptions = HostedDevice &
  Pick<SocketOptions, 'beforeWrite' | 'decryption' | 'phoneCopies' | 'findGroup'> & {
    /**
     * Called before the first byte: nothing that the server sends during the login must be missed.
     */
    readonly onSocket: (socket: DeviceSocket, store: DeviceStore) => void
    readonly onOpen: (socket: DeviceSocket) => void
    /** Called before the store is closed. */
    readonly onStoreClosing: () => void
    readonly onClosed: (detail: string) => void
  }
