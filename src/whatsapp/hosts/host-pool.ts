import { setTimeout as delay } from 'node:timers/promises'
import { DeviceStatus } from '../../contract/devices/device.ts'
import { growingPauseMs } from '../../contract/growing-pause.ts'
import type { DeviceKey, MessengerEvent } from '../../domain/messenger.ts'
import type { FromHost, HostConfig, ToHost } from './host-protocol.ts'
import {
  createHostThread,
  type HostLimits,
  type HostThread,
  type StartWorker,
} from './host-thread.ts'

export type HostPoolOptions = {
  readonly hostUrl: URL
  readonly startWorker?: StartWorker
  /** Read anew for each host that starts. */
  readonly config: () => HostConfig
  readonly limits: HostLimits
  /** At least so many, where there are devices for them. */
  readonly hostCount: number
  /** Longest wait before a host that keeps dying is started again. */
  readonly maxRestartDelayMs: number
  /** How long a device's sends may take to end before it is moved all the same. */
  readonly moveLimitMs: number
  readonly onMessage: (message: FromHost, host: HostThread) => void
  readonly emit: (event: MessengerEvent) => void
  readonly log: (level: 'warn' | 'error', message: string, detail: string) => void
}

/** The state a device should be in, on whichever host it lives. */
type Wish = Extract<ToHost, { type: 'open' | 'pair' }>

type Home = {
  host: HostThread | null
  wish: Wish | null
  sendCount: number
  /** Closings and log-outs that the host has not answered. */
  leavingCount: number
  isMoving: boolean
}

const SHORT_LIFE_MS = 60_000
const FIRST_RESTART_DELAY_MS = 250
const DRAIN_POLL_MS = 25

/** Spreads devices over hosts, starts hosts when they are needed and replaces those that end. */
export function createHostPool(options: HostPoolOptions) {
  const hosts = new Set<HostThread>()
  /** Hosts that get no more devices, and end once theirs have moved. */
  const retiring = new Set<HostThread>()
  const homes = new Map<DeviceKey, Home>()
  let quickDeaths = 0
  let isStopped = false
  return { leave, wish, ended, findHost, anyHost, postAll, track, stop }

  /** The host of a device; starts one where that is needed. */
  function homeOf(key: DeviceKey): HostThread {
    const home = entryOf(key)
    home.host ??= pickHost()
    return home.host
  }

  /** The host a device lives on now; null where it has none, or is being moved. */
  function findHost(key: DeviceKey): HostThread | null {
    const home = homes.get(key)
    return home && !home.isMoving ? home.host : null
  }

  /** A host for work that needs no keys: the device's own if it has one, otherwise any. */
  function anyHost(key: DeviceKey): HostThread {
    const [first] = hosts
    return findHost(key) ?? first ?? startHost()
  }

  /** Sets the wanted state of a device, which also outlives its host; null for none. */
  function wish(key: DeviceKey, next: Wish | null): void {
    if (!next && !homes.has(key)) return
    const home = entryOf(key)
    home.wish = next
    // A device that is being moved gets its state on the new host.
    if (!next || isStopped || home.isMoving) return
    if (home.host) home.host.post(next)
    else void resume([key])
  }

  /** Forgets the wanted state of a device that ended; during a closing it was set later. */
  function ended(key: DeviceKey): void {
    const home = homes.get(key)
    if (home?.leavingCount === 0) home.wish = null
  }

  /** Closes or logs out a device, and takes it off its host unless it is wanted again. */
  async function leave(
    key: DeviceKey,
    question: Parameters<HostThread['ask']>[0],
  ): ReturnType<HostThread['ask']> {
    const home = entryOf(key)
    home.leavingCount += 1
    try {
      return await homeOf(key).ask(question)
    } finally {
      home.leavingCount -= 1
      if (home.leavingCount === 0 && !home.wish) home.host = null
      forgetUnused(key)
    }
  }

  function postAll(message: ToHost): void {
    for (const host of [...hosts, ...retiring]) host.post(message)
  }

  /** Counts a send as in progress until `work` is done. */
  async function track<Result>(key: DeviceKey, work: Promise<Result>): Promise<Result> {
    const home = entryOf(key)
    home.sendCount += 1
    try {
      return await work
    } finally {
      home.sendCount -= 1
      forgetUnused(key)
    }
  }

  async function stop(graceMs: number): Promise<void> {
    isStopped = true
    await drained([...homes.values()], graceMs)
    await Promise.all([...hosts, ...retiring].map(endHost))
  }

  function entryOf(key: DeviceKey): Home {
    const known = homes.get(key)
    if (known) return known
    const home = { host: null, wish: null, sendCount: 0, leavingCount: 0, isMoving: false }
    homes.set(key, home)
    return home
  }

  /** Drops the entry of a device that nothing uses, so that entries do not pile up. */
  function forgetUnused(key: DeviceKey): void {
    const home = homes.get(key)
    if (!home || home.host || home.wish || home.isMoving) return
    if (home.sendCount === 0 && home.leavingCount === 0) homes.delete(key)
  }

  function pickHost(): HostThread {
    if (hosts.size < options.hostCount) return startHost()
    const loads = [...hosts].map((host) => ({ host, load: keysOn(host).length }))
    const [lightest] = loads.sort((one, other) => one.load - other.load)
    const hasRoom = lightest && lightest.load < options.limits.devices
    return hasRoom ? lightest.host : startHost()
  }

  function startHost(): HostThread {
    const host = createHostThread({
      url: options.hostUrl,
      ...(options.startWorker && { startWorker: options.startWorker }),
      config: options.config(),
      limits: options.limits,
      onMessage: (message) => options.onMessage(message, host),
      onHeapFull: () => void replace(host),
      onDeath: (detail) => void onDeath(host, detail),
    })
    hosts.add(host)
    return host
  }

  function keysOn(host: HostThread): DeviceKey[] {
    return [...homes].filter(([, home]) => home.host === host).map(([key]) => key)
  }

  /** Reopens the devices of a host that died on another one. */
  async function onDeath(host: HostThread, detail: string): Promise<void> {
    hosts.delete(host)
    const keys = keysOn(host)
    for (const key of keys) {
      entryOf(key).host = null
      forgetUnused(key)
    }
    if (isStopped || retiring.delete(host)) return
    options.log('error', 'a WhatsApp host ended', detail)
    for (const key of keys) publishRestarting(key)
    quickDeaths = host.ageMs() < SHORT_LIFE_MS ? quickDeaths + 1 : 0
    await pauseAfterDeaths()
    await resume(keys)
  }

  async function pauseAfterDeaths(): Promise<void> {
    const firstMs = FIRST_RESTART_DELAY_MS
    const waitMs = growingPauseMs(quickDeaths, { firstMs, longestMs: options.maxRestartDelayMs })
    await delay(waitMs, undefined, { ref: false })
  }

  /** Brings devices to a host, at once or as soon as the system grants a thread for it. */
  async function resume(keys: readonly DeviceKey[]): Promise<void> {
    try {
      for (const key of keys) {
        const home = homes.get(key)
        if (home?.wish && !home.host && !isStopped) homeOf(key).post(home.wish)
      }
    } catch (error) {
      options.log('error', 'a WhatsApp host could not be started', String(error))
      quickDeaths += 1
      await pauseAfterDeaths()
      await resume(keys)
    }
  }

  function publishRestarting(key: DeviceKey): void {
    if (!homes.get(key)?.wish) return
    const status = DeviceStatus.disconnected
    options.emit({ type: 'state', key, status, reason: 'restarting', phone: null })
  }

  /** Moves every device to a fresh host, one after the other, and ends the old one. */
  async function replace(old: HostThread): Promise<void> {
    options.log('warn', 'a WhatsApp host is replaced', 'its heap is nearly full')
    hosts.delete(old)
    retiring.add(old)
    for (const key of keysOn(old)) await move(key, old)
    await endHost(old)
  }

  async function move(key: DeviceKey, old: HostThread): Promise<void> {
    const home = homes.get(key)
    // It has gone while others were moved.
    if (home?.host !== old) return
    home.isMoving = true
    await drained([home], options.moveLimitMs)
    await old.ask((call) => ({ type: 'close', call, key, why: 'moving' }))
    if (home.host === old) home.host = null
    home.isMoving = false
    void resume([key])
    forgetUnused(key)
  }

  async function drained(list: readonly Home[], limitMs: number): Promise<void> {
    const deadlineMs = performance.now() + limitMs
    while (list.some(({ sendCount }) => sendCount > 0) && performance.now() < deadlineMs) {
      await delay(DRAIN_POLL_MS)
    }
  }

  async function endHost(host: HostThread): Promise<void> {
    const stopped = host.ask((call) => ({ type: 'stop', call }))
    await Promise.race([stopped, delay(STOP_LIMIT_MS, undefined, { ref: false })])
    await host.terminate('it was stopped')
  }
}

/** Time to close sockets and flush keys before a host is ended by force. */
const STOP_LIMIT_MS = 1_200
