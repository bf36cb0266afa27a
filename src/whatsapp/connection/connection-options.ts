import type { Agent } from 'node:https'
import type { proto } from '@whiskeysockets/baileys'
import type { ClientVersion } from '../../contract/devices/client-version.ts'
import type { DeviceKeys } from '../../domain/devices/device-keys.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { MessengerTimings } from '../hosts/host-protocol.ts'
import type { DeviceStore } from '../keys/store-files.ts'
import type { Decryption } from '../receiving/decryption.ts'
import type { WriteLog } from './baileys-log.ts'
import type { DeviceSocket } from './socket.ts'

/** What a connection of one device needs from what is around it. */
export type ConnectionOptions = {
  readonly key: DeviceKey
  readonly keys: DeviceKeys
  readonly serverKey: string
  readonly url: string | null
  readonly mediaAgent: Agent | null
  readonly clientVersion: () => ClientVersion
  readonly findNewerVersion: (refused: ClientVersion) => Promise<ClientVersion | null>
  readonly onExpiration: (atMs: number) => void
  readonly timings: MessengerTimings
  readonly emit: (event: MessengerEvent) => void
  readonly log: WriteLog
  readonly getMessage: (messageId: string) => Promise<proto.IMessage | undefined>
  readonly beforeWrite: (message: object) => void
  readonly decryption: Pick<Decryption, 'wrap'>
  /**
   * Called before the first byte: nothing that the server sends during the login must be missed.
   */
  readonly onSocket: (socket: DeviceSocket, store: DeviceStore) => void
  readonly onOpen: (socket: DeviceSocket, store: DeviceStore) => void
  /** Called before the store is closed. */
  readonly onStoreClosing: () => void
  readonly onClosed: (detail: string) => void
}
