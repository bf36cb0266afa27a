import type { Agent } from 'node:https'
import type { ConnectionState, proto } from '@whiskeysockets/baileys'
import { DeviceStatus, type DisconnectCode } from '../../contract/device.ts'
import type { DeviceKeys } from '../../domain/devices/device-keys.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import { createSerial } from '../../domain/serial.ts'
import { userOf } from '../directory/people.ts'
import type { MessengerTimings } from '../hosts/host-protocol.ts'
import {
  createFreshStore,
  type DeviceStore,
  markPaired,
  openPairedStore,
  putAside,
} from '../keys/store-files.ts'
import type { Decryption } from '../receiving/decryption.ts'
import type { WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'
import { createPairing, type Pairing, type PairingRequest } from './pairing.ts'
import { afterLogin, afterPairing, type NextStep, reconnectDelayMs } from './reconnect-policy.ts'
import { createDeviceSocket, type DeviceSocket, type SocketEnd } from './socket.ts'

export type ConnectionOptions = {
  readonly key: DeviceKey
  readonly keys: DeviceKeys
  readonly serverKey: string
  readonly url: string | null
  readonly mediaAgent: Agent | null
  readonly timings: MessengerTimings
  readonly emit: (event: MessengerEvent) => void
  readonly log: WriteLog
  readonly getMessage: (messageId: string) => Promise<proto.IMessage | undefined>
  readonly beforeWrite: (message: object) => void
  readonly decryption: Pick<Decryption, 'wrap'>
  readonly onRestriction: (state: ConnectionState['reachoutTimeLock']) => void
  /**
   * Called before the first byte: nothing that the server sends during the login must be missed.
   */
  readonly onSocket: (socket: DeviceSocket, store: DeviceStore) => void
  readonly onOpen: (socket: DeviceSocket, store: DeviceStore) => void
  /** Called before the store is closed. */
  readonly onStoreClosing: () => void
  readonly onClosed: (detail: string) => void
}

/** Keeps one device connected, or pairs it: reconnects for ever, except after a final end. */
export function createConnection(options: ConnectionOptions) {
  const { key, keys, serverKey, timings, emit } = options
  const serially = createSerial()
  let store: DeviceStore | null = null
  let socket: DeviceSocket | null = null
  let pairing: Pairing | null = null
  let wantsConnection = false
  let attempt = 0
  let timer: NodeJS.Timeout | undefined
  let lastState = ''
  let phone: string | null = null
  let onSocketChange = nothing
  return { open, pair, close, logOut, socket: () => socket }

  function open(): Promise<void> {
    return inTurn(async () => {
      if (wantsConnection && (socket || pairing)) return tellAgain()
      await begin()
      if ((await load()) === 'unpaired') tell(DeviceStatus.disconnected, 'never_paired')
      if (store) connect()
    })
  }

  function pair(request: PairingRequest): Promise<void> {
    return inTurn(async () => {
      if (socket?.isOpen()) return tellAgain()
      await begin()
      const found = await load()
      if (found === 'unavailable') await putAside(keys)
      if (found === 'unpaired' || found === 'unavailable') {
        store = await createFreshStore(keys, serverKey)
        pairing = createPairing(request)
      }
      if (store) connect()
    })
  }

  /** With `moving` no event is published, since the device goes on in another host. */
  function close(why: 'closed_by_user' | 'moving'): Promise<void> {
    return inTurn(async () => {
      await release()
      if (why === 'closed_by_user') tell(DeviceStatus.disconnected, 'closed_by_user')
    })
  }

  /** Logs out at WhatsApp, if that is possible in time, and deletes the keys in any case. */
  function logOut(): Promise<void> {
    return inTurn(async () => {
      const deadline = Date.now() + timings.logOutTimeoutMs
      if (!store) await load()
      if (store?.isPaired()) {
        if (!socket) connect()
        await waitFor(() => socket?.isOpen() === true || !socket, deadline)
        wantsConnection = false
        if (socket?.isOpen()) {
          socket.sock
            .logout()
            .catch((error: unknown) => options.log('warn', 'logout', String(error)))
          await waitFor(() => !socket, deadline)
        }
      }
      await release()
      await keys.remove()
      phone = null
      tell(DeviceStatus.disconnected, 'closed_by_user')
    })
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    return serially(key, work)
  }

  /**
   * Opens the keys, or returns why it cannot. `unpaired` means there are none, `unavailable` that
   * unreadable ones have to be moved aside for a new pairing.
   */
  async function load(): Promise<'unpaired' | 'unavailable' | null> {
    const opened = await openPairedStore(keys, serverKey)
    if (opened.kind === 'paired') store = opened.store
    if (opened.kind === 'other_server') tell(DeviceStatus.disconnected, 'other_server')
    if (opened.kind === 'newer') {
      options.log('error', 'the keys of a device are of a newer program', opened.detail)
      tell(DeviceStatus.disconnected, 'keys_newer')
    }
    if (opened.kind === 'unreadable') {
      options.log('error', 'the keys of a device were put aside', opened.detail)
      tell(DeviceStatus.disconnected, 'keys_unreadable')
    }
    if (opened.kind === 'unavailable') {
      options.log('error', 'the keys of a device could not be read', opened.detail)
      tell(DeviceStatus.disconnected, 'keys_unreadable')
      return opened.mayPass ? null : 'unavailable'
    }
    return opened.kind === 'unpaired' ? 'unpaired' : null
  }

  function connect(): void {
    if (!store) return
    clearTimeout(timer)
    wantsConnection = true
    tell(DeviceStatus.connecting, null)
    const current = store
    const next = createDeviceSocket({
      ...options,
      store: current,
      usesPairingCode: pairing?.withCode === true,
      beforeWrite: (message) => {
        checkKeys(next, current)
        options.beforeWrite(message)
      },
      onOpen: () => {
        tell(DeviceStatus.connected, null)
        options.onOpen(next, current)
        onSocketChange()
      },
      onQr: (qr) => void showCode(next, qr),
      onPaired: finishPairing,
      onEnd: (end) => onEnd(next, end),
    })
    socket = next
    options.onSocket(next, current)
  }

  async function showCode(current: DeviceSocket, qr: string): Promise<void> {
    const event = await pairing?.codeFor(current, key, qr).catch(() => null)
    if (!event || current !== socket) return
    tell(DeviceStatus.pending, null)
    emit(event)
  }

  /** In turn: the next connection waits for the label, and keys that are deleted stay so. */
  function finishPairing(): void {
    pairing = null
    inTurn(async () => {
      if (store) await markPaired(keys, serverKey)
    }).catch((error: unknown) => {
      options.log('error', 'a device could not be marked as paired', readFailure(error).message)
    })
  }

  function onEnd(ended: DeviceSocket, end: SocketEnd): void {
    if (socket !== ended) return
    socket = null
    options.onClosed(end.detail)
    onSocketChange()
    if (!wantsConnection) return
    const next = pairing ? afterPairing(end, pairing) : afterLogin(end)
    options.log('debug', `the connection ended: ${next.step}`, end.detail)
    if (end.openMs > STABLE_MS) attempt = 0
    void inTurn(() => follow(next))
  }

  async function follow(next: NextStep): Promise<void> {
    if (!wantsConnection || socket) return
    if (next.step === 'reconnect_now') return connect()
    if (next.step === 'give_up') return giveUp(next.reason)
    if (pairing?.isOver()) return giveUp('pairing_expired')
    if (pairing?.hasShownCode || store?.log.hasFailed()) await renewStore()
    if (!store) return
    tell(DeviceStatus.disconnected, next.reason)
    const { firstReconnectDelayMs: firstMs, maxReconnectDelayMs: maxMs } = timings
    const delayMs = reconnectDelayMs(attempt++, { firstMs, maxMs, random: Math.random() })
    timer = setTimeout(() => void inTurn(reconnect), delayMs)
  }

  async function reconnect(): Promise<void> {
    if (wantsConnection && !socket) connect()
  }

  /**
   * Replaces the keys. A pairing code leaves a half-made identity in them, with which the server
   * refuses every later attempt; keys that could not be written have to be read again.
   */
  async function renewStore(): Promise<void> {
    await closeStore()
    if (pairing) store = await createFreshStore(keys, serverKey)
    else await load()
  }

  async function giveUp(reason: DisconnectCode): Promise<void> {
    await release()
    if (reason === 'logged_out') await keys.remove()
    tell(DeviceStatus.disconnected, reason)
  }

  /** Begins anew; the outcome is published even if it equals the last one. */
  async function begin(): Promise<void> {
    await release()
    lastState = ''
  }

  /** Ends the connection, stops timers and closes files. */
  async function release(): Promise<void> {
    wantsConnection = false
    pairing = null
    attempt = 0
    clearTimeout(timer)
    socket?.end('closed by the product')
    await waitFor(() => !socket, Date.now() + CLOSE_LIMIT_MS)
    if (socket) options.onClosed('the connection did not close')
    socket = null
    await closeStore()
  }

  async function closeStore(): Promise<void> {
    const open = store
    store = null
    if (open) options.onStoreClosing()
    await open?.close().catch((error: unknown) => {
      options.log('error', 'the keys could not be brought to the disk', String(error))
    })
  }

  /** Waits for a change of the socket, up to a deadline. */
  async function waitFor(isDone: () => boolean, deadline: number): Promise<void> {
    while (!isDone() && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, deadline - Date.now())
        onSocketChange = () => {
          clearTimeout(limit)
          resolve()
        }
      })
    }
    onSocketChange = nothing
  }

  function tellAgain(): void {
    const state = lastState
    lastState = ''
    if (state) emit(JSON.parse(state))
  }

  function tell(status: DeviceStatus, reason: DisconnectCode | null): void {
    if (store) phone = store.isPaired() ? userOf(store.creds.me?.id ?? '') : null
    const event: MessengerEvent = { type: 'state', key, status, reason, phone }
    const state = JSON.stringify(event)
    if (state === lastState) return
    lastState = state
    emit(event)
  }
}

/** A connection of this age counts as stable: the next attempt comes soon. */
const STABLE_MS = 10_000
const CLOSE_LIMIT_MS = 3_000

/**
 * Throws while keys cannot be stored: a message would use a ratchet step that is then used again.
 */
function checkKeys(socket: DeviceSocket, store: DeviceStore): void {
  if (!store.log.hasFailed()) return
  socket.end('the keys can no longer be kept')
  throw new Error('the keys can no longer be kept')
}

function nothing(): void {
  // The socket is not awaited.
}
