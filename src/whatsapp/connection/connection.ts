import type { BinaryNode } from '@whiskeysockets/baileys'
import { DeviceStatus, type DisconnectCode } from '../../contract/devices/device.ts'
import { createSerial } from '../../domain/serial.ts'
import { createPairing, type Pairing, type PairingRequest } from '../pairing/pairing.ts'
import { createPasskeyCeremony } from '../pairing/passkey.ts'
import { forgetHold, isHeld, readHold, readWords, saveAppeal, saveHold } from './account-notes.ts'
import { createChange } from './change.ts'
import { checkKeys, createConnectionKeys } from './connection-keys.ts'
import type { ConnectionOptions } from './connection-options.ts'
import { pairingVerdictOf, verdictOf } from './end-rules.ts'
import {
  createReconnection,
  type NextStep,
  type Reconnection,
  type SettledStep,
} from './reconnection.ts'
import { createDeviceSocket, type DeviceSocket } from './socket.ts'
import { failureAttributes, type SocketEnd } from './socket-end.ts'
import { createStatePublisher } from './state-publisher.ts'
import { createWaiting } from './waiting.ts'

/** Keeps one device connected, or pairs it: reconnects for ever, except after a final end. */
export function createConnection(options: ConnectionOptions) {
  const { key, timings, emit, log } = options
  const serially = createSerial()
  const states = createStatePublisher({ key, emit, phone: () => keys.lastPhone() })
  const { publish } = states
  const keys = createConnectionKeys({ ...options, publish })
  let socket: DeviceSocket | null = null
  let pairing: Pairing | null = null
  let wantsConnection = false
  let reconnection = beginHistory()
  let version = options.clientVersion()
  /** Another phone was linked than the one that was meant: nothing is sent before its owner agrees. */
  let isOtherPhone = false
  const waiting = createWaiting(() => {
    void inTurn(async () => {
      if (wantsConnection && !socket) connect()
    })
  })
  const socketChange = createChange()
  return { open, pair, passkey, close, logOut, socket: () => socket }

  function open(): Promise<void> {
    return inTurn(async () => {
      if (wantsConnection && (socket || pairing)) return states.again()
      if (waiting.isAskedFor()) return states.again()
      if (waiting.isUnderWay()) return connect()
      await begin()
      if ((await keys.load()) === 'unpaired') publish(DeviceStatus.disconnected, 'never_paired')
      start()
    })
  }

  function pair(request: PairingRequest): Promise<void> {
    return inTurn(async () => {
      if (socket?.isOpen()) return states.again()
      await begin()
      const found = await keys.load()
      if (found !== null) {
        await keys.begin(found)
        pairing = createPairing(request, timings)
      }
      start()
    })
  }

  /** With `moving` no event is published, since the device goes on, here or in another host. */
  function close(why: 'closed_by_user' | 'moving'): Promise<void> {
    return inTurn(async () => {
      await release()
      if (why === 'closed_by_user') publish(DeviceStatus.disconnected, 'closed_by_user')
    })
  }

  /** Logs out at WhatsApp, if that is possible in time, and deletes the keys in any case. */
  function logOut(): Promise<void> {
    return inTurn(async () => {
      const deadlineMs = performance.now() + timings.logOutTimeoutMs
      if (!keys.current()) await keys.load()
      const store = keys.current()
      if (store?.isPaired() && !isHeld(store.log)) {
        if (!socket) connect()
        await socketChange.wait(() => socket?.isOpen() === true || !socket, deadlineMs)
        wantsConnection = false
        if (socket?.isOpen()) {
          socket.sock.logout().catch((error: unknown) => log('warn', 'logout', String(error)))
          await socketChange.wait(() => !socket, deadlineMs)
        }
      }
      await release()
      await keys.remove()
      publish(DeviceStatus.disconnected, 'closed_by_user')
    })
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    return serially(key, work)
  }

  /** Connects, or waits for the end of a suspension that began in an earlier process. */
  function start(): void {
    const store = keys.current()
    if (!store) return
    wantsConnection = true
    const hold = readHold(store.log)
    if (!hold || !isHeld(store.log)) {
      connect()
      return
    }
    publish(DeviceStatus.disconnected, hold.reason, hold)
    waiting.until(Date.parse(hold.attemptAt), { isAskedFor: true })
  }

  function connect(): void {
    const store = keys.current()
    if (!store) return
    waiting.end()
    wantsConnection = true
    publish(DeviceStatus.connecting, null)
    version = options.clientVersion()
    const next = createDeviceSocket({
      ...options,
      store,
      version,
      beforeWrite: (message) => {
        checkKeys(next, store)
        options.beforeWrite(message)
      },
      onOpen: () => {
        forgetHold(store.log)
        publish(DeviceStatus.connected, null)
        options.onOpen(next)
        socketChange.happened()
      },
      onQr: (qr) => void showCode(next, qr),
      onCodeOutdated: () => void showCode(next, pairing?.outdateCode() ?? null),
      onPasskey: (request) => beginPasskey(next, request),
      onPaired: (phone) => {
        isOtherPhone = pairing?.isOtherPhone(phone) === true
        pairing?.ceremony?.stop()
        pairing = null
        // In turn: the next connection waits for the label, and keys that are deleted stay so.
        void inTurn(keys.finishPairing)
      },
      onEnd: (end) => onEnd(next, end),
    })
    socket = next
    options.onSocket(next, store)
  }

  async function showCode(current: DeviceSocket, qr: string | null): Promise<void> {
    const step = qr && (await pairing?.stepFor(current, key, qr).catch(() => null))
    if (!step || current !== socket) return
    if ('end' in step) return inTurn(() => endPairing(current, step.end))
    if ('again' in step) return current.end('the server could not make a code')
    publish(DeviceStatus.pending, null)
    emit(step.show)
  }

  function beginPasskey(current: DeviceSocket, request: BinaryNode): void {
    const store = keys.current()
    if (!pairing || pairing.ceremony || !store) return
    pairing.ceremony = createPasskeyCeremony({
      ...{ sock: current.sock, store, timings },
      publish: (state) => emit({ type: 'passkey', key, ...state }),
      fail: (reason) => void inTurn(() => endPairing(current, reason)),
    })
    pairing.ceremony.begin(request)
  }

  /** @param assertion null: the owner has seen the same code on the phone */
  function passkey(assertion: string | null): void {
    if (assertion === null) pairing?.ceremony?.confirm()
    else pairing?.ceremony?.answer(assertion)
  }

  async function endPairing(of: DeviceSocket, reason: DisconnectCode): Promise<void> {
    if (pairing && socket === of) await endAs(reason)
  }

  function onEnd(ended: DeviceSocket, end: SocketEnd): void {
    if (socket !== ended) return
    socket = null
    options.onClosed(end.detail)
    socketChange.happened()
    if (!wantsConnection) return
    const verdict = pairing ? pairingVerdictOf(end, pairing) : verdictOf(end)
    const next = reconnection.next(verdict, end.openMs)
    log('debug', `the connection ended: ${next.step}`, end.detail)
    if (next.step === 'newer_version') void seekVersion(next, end)
    else void inTurn(() => follow(next, end))
  }

  /** Not in turn: the answer takes seconds, in which the owner may want something else. */
  async function seekVersion(
    { otherwise }: Extract<NextStep, { step: 'newer_version' }>,
    end: SocketEnd,
  ): Promise<void> {
    const asked = reconnection
    const newer = await options.findNewerVersion(version)
    await inTurn(async () => {
      if (asked !== reconnection || waiting.isUnderWay()) return
      await follow(newer ? { step: 'reconnect_now' } : otherwise(), end)
    })
  }

  async function follow(next: SettledStep, end: SocketEnd): Promise<void> {
    if (!wantsConnection || socket) return
    if (isOtherPhone) return endAs('other_phone')
    switch (next.step) {
      case 'reconnect_now':
        return connect()
      case 'give_up':
        return giveUp(next, end)
      case 'hold':
        return hold(next, end)
      case 'reconnect_later':
        return reconnectLater(next)
    }
  }

  async function reconnectLater(
    next: Extract<NextStep, { step: 'reconnect_later' }>,
  ): Promise<void> {
    if (pairing?.isOver()) return endAs('pairing_expired')
    if (pairing?.hasShownCode || keys.current()?.log.hasFailed()) await renewStore()
    if (!keys.current()) return
    const end = next.until ? { until: next.until.toISOString(), said: null } : undefined
    publish(DeviceStatus.disconnected, next.reason, end)
    waiting.until(Date.now() + next.delayMs, next)
  }

  function hold(next: Extract<NextStep, { step: 'hold' }>, end: SocketEnd): void {
    const store = keys.current()
    if (!store) return
    const until = next.until?.toISOString() ?? null
    const ending = { reason: next.reason, until, said: readWords(failureAttributes(end)) }
    saveHold(store.log, { ...ending, attemptAt: next.attemptAt.toISOString() })
    publish(DeviceStatus.disconnected, ending.reason, ending)
    waiting.until(next.attemptAt.getTime(), { isAskedFor: true })
  }

  async function giveUp(
    next: Extract<NextStep, { step: 'give_up' }>,
    end: SocketEnd,
  ): Promise<void> {
    const store = keys.current()
    const token = failureAttributes(end).appeal_token
    if (store && token) saveAppeal(store.log, { token, at: new Date().toISOString() })
    await release()
    if (next.keys === 'set_aside') await keys.putAway()
    publish(DeviceStatus.disconnected, next.reason, {
      until: null,
      said: readWords(failureAttributes(end)),
    })
  }

  async function endAs(reason: DisconnectCode): Promise<void> {
    await release()
    publish(DeviceStatus.disconnected, reason)
  }

  /**
   * Replaces the keys. A pairing code leaves a half-made identity in them, with which the server
   * refuses every later attempt; keys that could not be written have to be read again.
   */
  async function renewStore(): Promise<void> {
    if (pairing) return keys.begin('unpaired')
    await keys.close()
    await keys.load()
  }

  /** Begins anew; the outcome is published even if it equals the last one. */
  async function begin(): Promise<void> {
    await release()
    states.forget()
    isOtherPhone = false
    reconnection = beginHistory()
  }

  function beginHistory(): Reconnection {
    return createReconnection({ timings, now: Date.now, random: Math.random })
  }

  /** Ends the connection, stops timers and closes files. */
  async function release(): Promise<void> {
    wantsConnection = false
    pairing?.ceremony?.stop()
    pairing = null
    waiting.end()
    socket?.end('closed by the product')
    await socketChange.wait(() => !socket, performance.now() + CLOSE_LIMIT_MS)
    if (socket) options.onClosed('the connection did not close')
    socket = null
    await keys.close()
  }
}

const CLOSE_LIMIT_MS = 3_000
