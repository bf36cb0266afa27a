import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { rootCertificates } from 'node:tls'
import { DEFAULT_CONNECTION_CONFIG, WA_CERT_DETAILS } from '@whiskeysockets/baileys'
import { type ClientVersion, isNewerVersion } from '../../contract/devices/client-version.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import type { WantedClientVersion } from '../../domain/devices/client-versions.ts'
import type { KeyStore } from '../../domain/devices/device-keys.ts'
import type { Download } from '../../domain/media-download.ts'
import type { MediaSource } from '../../domain/message-content.ts'
import type { DeviceKey, Lookup, MessengerEvent } from '../../domain/messenger.ts'
import type { UploadPart } from '../../domain/uploads/upload-pieces.ts'
import { readFailure } from '../connection/failure.ts'
import { downloadMedia, MediaError } from '../receiving/media-download.ts'
import { createDevice, type Device } from './device.ts'
import type { FromHost, HostConfig, HostLogLevel, SentContent, ToHost } from './host-protocol.ts'
import { createHostedDevices } from './hosted-devices.ts'
import { termWatch } from './term-cell.ts'

/** An event that is not handled within this time counts as not stored. */
const HANDLING_LIMIT_MS = 30_000
const CONTENT_LIMIT_MS = 10_000
/** Reading a piece of a file may take as long as the slowest store's query. */
const PART_LIMIT_MS = 20_000
/** The main thread asks another server, for ten seconds at most. */
const VERSION_LIMIT_MS = 15_000

type MainAnswer = Extract<
  ToHost,
  { type: 'found_sent' | 'upload_part' | 'handled' | 'found_version' }
>

/** Runs the devices of one host. Exchanges messages only, and knows nothing of threads. */
export function createHostRuntime({
  config,
  keys,
  post,
}: {
  readonly config: HostConfig
  readonly keys: KeyStore
  readonly post: (message: FromHost) => void
}) {
  const { server } = config
  if (server.rootKeyHex) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(server.rootKeyHex, 'hex')
  const serverKey = Buffer.from(WA_CERT_DETAILS.PUBLIC_KEY).toString('hex')
  const mediaAgent = createMediaAgent(server.mediaCaPath)
  const loopDelay = monitorEventLoopDelay({ resolution: 100 })
  loopDelay.enable()
  const devices = createHostedDevices(createOne)
  const waiting = new Map<number, (answer: MainAnswer) => void>()
  const downloads = new Map<number, AbortController>()
  let wanted = config.clientVersion
  let lastCall = 0
  return { handle, logError }

  function handle(message: ToHost): void {
    switch (message.type) {
      case 'open':
        watch(message, (device) => device.open())
        break
      case 'pair':
        watch(message, (device) => device.pair(message))
        break
      case 'passkey':
        devices.find(message.key).passkey(message.assertion)
        break
      case 'close':
        finish(message, (device) => device.close(message.why))
        break
      case 'log_out':
        finish(message, (device) => device.logOut())
        break
      case 'look_up':
        void lookUp(message)
        break
      case 'inspect':
        void inspect(message)
        break
      case 'act':
        void act(message)
        break
      case 'trace': {
        const steps = devices.find(message.key).trace(message.messageId)
        post({ type: 'traced', call: message.call, steps })
        break
      }
      case 'acquaintances': {
        const { call, key, people } = message
        post({ type: 'acquainted', call, answers: devices.find(key).acquaintances(people) })
        break
      }
      case 'send':
        void send(message)
        break
      case 'withdraw':
        devices.find(message.key).withdraw(message.messageId)
        break
      case 'download':
        void download(message)
        break
      case 'leave_download':
        downloads.get(message.call)?.abort()
        break
      case 'found_sent':
      case 'upload_part':
      case 'handled':
      case 'found_version':
        waiting.get(message.call)?.(message)
        break
      case 'client_version':
        wanted = message.wanted
        break
      case 'ping':
        pong(message.call)
        break
      case 'stop':
        void stop(message.call)
        break
    }
  }

  function createOne(key: DeviceKey, fenceOf: () => Fence | undefined): Device {
    return createDevice({
      key,
      keys: keys.keysOf(key, fenceOf),
      serverKey,
      url: server.url,
      mediaAgent,
      watchTerm: () => termWatch(config.termCell),
      timings: config.timings,
      sendWindow: config.sendWindow,
      emit: (event) => post({ type: 'event', event, call: null }),
      deliver,
      findSent: (messageId) => findSent(key, messageId),
      readUpload,
      clientVersion: () => versionToUse(wanted),
      findNewerVersion,
      onExpiration: (atMs) => post({ type: 'client_expires', atMs }),
      log: (level, text, detail) => log(level, key, text, detail),
    })
  }

  async function lookUp(message: Extract<ToHost, { type: 'look_up' }>): Promise<void> {
    const { call, key, people } = message
    // A question without an answer would keep its campaign waiting for ever.
    const results = await devices
      .find(key)
      .lookUp(people)
      .catch((error: unknown) => {
        logError(key, 'people could not be looked up', error)
        const detail = readFailure(error).message
        return people.map(({ phone }): Lookup => ({ phone, result: 'unknown', detail }))
      })
    post({ type: 'looked_up', call, results })
  }

  async function inspect({ call, key }: Extract<ToHost, { type: 'inspect' }>): Promise<void> {
    const inspection = await devices
      .find(key)
      .inspect()
      .catch((error: unknown) => {
        logError(key, 'an account could not be looked at', error)
        return null
      })
    post({ type: 'inspected', call, inspection })
  }

  async function act({ call, key, act: asked }: Extract<ToHost, { type: 'act' }>): Promise<void> {
    post({ type: 'acted', call, answer: await devices.find(key).act(asked) })
  }

  async function send({ call, key, request }: Extract<ToHost, { type: 'send' }>): Promise<void> {
    const outcome = await devices
      .find(key)
      .send(request, () => post({ type: 'taken', messageId: request.messageId }))
    post({ type: 'sent', call, outcome })
  }

  async function download({ call, media, limits }: Extract<ToHost, { type: 'download' }>) {
    const leaving = new AbortController()
    downloads.set(call, leaving)
    const { signal: unwanted } = leaving
    const options = { ...limits, unwanted, agent: mediaAgent, serverUrl: server.url }
    const done = await downloadMedia(media, options).then(
      (bytes): Download => ({ bytes }),
      (error: unknown): Download => {
        log('warn', null, 'a file could not be downloaded', readFailure(error).message)
        return { failure: error instanceof MediaError ? error.failure : 'failed' }
      },
    )
    downloads.delete(call)
    post({ type: 'downloaded', call, download: done })
  }

  /** Reports a failed command as a device whose keys could not be opened. */
  function watch(
    { key, fence }: Extract<ToHost, { type: 'open' | 'pair' }>,
    work: (device: Device) => Promise<void>,
  ): void {
    devices.stay(key, fence, work).catch((error: unknown) => {
      logError(key, 'a device could not be opened', error)
      const event = { type: 'state', key, status: 'disconnected', phone: null } as const
      post({ type: 'event', event: { ...event, reason: 'keys_unreadable' }, call: null })
    })
  }

  function finish(
    message: Extract<ToHost, { type: 'close' | 'log_out' }>,
    work: (device: Device) => Promise<void>,
  ): void {
    const { key, call } = message
    void devices
      .leave(key, message.type === 'log_out' ? message.fence : null, work)
      .catch((error: unknown) => logError(key, 'a device could not be closed', error))
      .finally(() => post({ type: 'done', call }))
  }

  async function stop(call: number): Promise<void> {
    await Promise.allSettled(devices.all().map((device) => device.close('moving')))
    await keys.close().catch((error: unknown) => logError(null, 'keys were not closed', error))
    loopDelay.disable()
    post({ type: 'done', call })
  }

  async function deliver(event: MessengerEvent): Promise<boolean> {
    const ask = (call: number) => post({ type: 'event', event, call })
    const answer = await askMain(HANDLING_LIMIT_MS, ask)
    return answer?.type === 'handled' && answer.isKept
  }

  async function findSent(key: DeviceKey, messageId: string): Promise<SentContent | undefined> {
    const ask = (call: number) => post({ type: 'find_sent', call, key, messageId })
    const answer = await askMain(CONTENT_LIMIT_MS, ask)
    return answer?.type === 'found_sent' ? (answer.sent ?? undefined) : undefined
  }

  async function readUpload(source: MediaSource, part: UploadPart): Promise<Uint8Array | null> {
    const ask = (call: number) => post({ type: 'read_upload', call, source, part })
    const answer = await askMain(PART_LIMIT_MS, ask)
    return answer?.type === 'upload_part' ? answer.bytes : null
  }

  async function findNewerVersion(refused: ClientVersion): Promise<ClientVersion | null> {
    const ask = (call: number) => post({ type: 'find_version', call, refused })
    const answer = await askMain(VERSION_LIMIT_MS, ask)
    const version = answer?.type === 'found_version' ? answer.version : null
    if (version) wanted = { version, isSet: false }
    return version
  }

  /** Returns null when no answer came in time. */
  function askMain(limitMs: number, ask: (call: number) => void): Promise<MainAnswer | null> {
    const call = ++lastCall
    return new Promise((resolve) => {
      const answer = (message: MainAnswer | null) => {
        clearTimeout(limit)
        waiting.delete(call)
        resolve(message)
      }
      const limit = setTimeout(answer, limitMs, null)
      waiting.set(call, answer)
      ask(call)
    })
  }

  function pong(call: number): void {
    const loopDelayMs = loopDelay.percentile(99) / 1e6
    loopDelay.reset()
    const sendCount = devices.all().reduce((sum, device) => sum + device.sendCount(), 0)
    const heapUsedBytes = process.memoryUsage().heapUsed
    post({ type: 'pong', call, heapUsedBytes, loopDelayMs, sendCount })
  }

  function logError(key: DeviceKey | null, message: string, error: unknown): void {
    log('error', key, message, readFailure(error).message)
  }

  function log(level: HostLogLevel, key: DeviceKey | null, message: string, detail: string | null) {
    post({ type: 'log', level, entry: { key, message, detail } })
  }
}

/** Never one below the version that Baileys was made for, unless the operator wants it so. */
function versionToUse(wanted: WantedClientVersion | null): ClientVersion {
  const { version: own } = DEFAULT_CONNECTION_CONFIG
  if (!wanted) return own
  return wanted.isSet || isNewerVersion(wanted.version, own) ? wanted.version : own
}

function createMediaAgent(caPath: string | null): Agent | null {
  if (caPath === null) return null
  return new Agent({ ca: [...rootCertificates, readFileSync(caPath, 'utf8')], keepAlive: false })
}
