import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { DeviceStatus, isFinal } from '../../contract/devices/device.ts'
import type { MessageStep } from '../../contract/devices/device-check.ts'
import { AppError } from '../../contract/errors.ts'
import type { AccountAct, ActAnswer } from '../../domain/account-acts.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import type { ClientVersions } from '../../domain/devices/client-versions.ts'
import type { DeviceKeys, KeyPlace } from '../../domain/devices/device-keys.ts'
import type { Download, DownloadLimits } from '../../domain/media-download.ts'
import type {
  DeviceKey,
  InboundMedia,
  Inspection,
  Lookup,
  LookupRequest,
  Messenger,
  MessengerEvent,
  SendOutcome,
  SendRequest,
} from '../../domain/messenger.ts'
import { createHostAnswers, type Stored } from './host-answers.ts'
import { createHostPool } from './host-pool.ts'
import type { FromHost, HostConfig, MessengerTimings, ServerAddress } from './host-protocol.ts'
import type { HostLimits, HostThread, StartWorker } from './host-thread.ts'
import type { TermCell } from './term-cell.ts'
import { defaultHostLimits, defaultTimings } from './timings.ts'

export type MessengerOptions = Stored & {
  /** Where the hosts find all devices' keys; a folder is created with mode 0700. */
  readonly keyPlace: KeyPlace
  /** The same keys, for this thread. */
  readonly keysOf: (key: DeviceKey) => Pick<DeviceKeys, 'findLabel' | 'remove'>
  /** The fence by which this node writes a device's keys; absent where no other node could. */
  readonly fenceOf?: (key: DeviceKey) => Fence | undefined
  /** Until when this node has the devices; absent where no other node could have them. */
  readonly termCell?: TermCell
  readonly server: ServerAddress
  /** Host threads that devices are spread over, at least; more are started when these are full. */
  readonly hosts?: number
  /** Messages of one device that may wait for their acknowledgement at once. */
  readonly sendWindow: number
  readonly clientVersions: Pick<
    ClientVersions,
    'start' | 'wanted' | 'subscribe' | 'findNewer' | 'expectEnd'
  >
  /** Handles an event. If the promise rejects, a message, change or receipt is delivered again. */
  readonly onEvent: (event: MessengerEvent) => unknown
  readonly log: Logger
  readonly timings?: Partial<MessengerTimings>
  readonly hostLimits?: Partial<HostLimits>
  /** The compiled script of a host thread. */
  readonly hostUrl: URL
  /** Left out: each host gets a new thread. */
  readonly startWorker?: StartWorker
}

const MAX_RESTART_DELAY_MS = 30_000

type People = readonly LookupRequest[]

/** Implements the daemon's messenger with Baileys in host threads, and none of it in this one. */
export function createMessenger(options: MessengerOptions): Messenger {
  const { keyPlace, keysOf, server, log, onEvent, clientVersions, sendWindow } = options
  const timings = { ...defaultTimings, ...options.timings }
  const pool = createHostPool({
    hostUrl: options.hostUrl,
    ...(options.startWorker && { startWorker: options.startWorker }),
    config,
    limits: { ...defaultHostLimits, ...options.hostLimits },
    hostCount: options.hosts ?? 1,
    maxRestartDelayMs: MAX_RESTART_DELAY_MS,
    moveLimitMs: timings.ackTimeoutMs,
    onMessage,
    emit: (event) => void publish(event),
    log: (level, message, detail) => log[level]({ detail }, message),
  })
  clientVersions.subscribe((wanted) => pool.postAll({ type: 'client_version', wanted }))
  const answers = createHostAnswers({
    ...options,
    findNewer: clientVersions.findNewer,
  })
  const taken = new Set<string>()
  let isStopping = false
  return {
    ...{ open, pair, answerPasskey, confirmPasskey, hasKeys, close, logOut },
    ...{ lookUp, acquainted, acquaintances, download, send, act, inspect, trace, stop },
  }

  /** Starts looking for the version that WhatsApp takes: only hosts need it. */
  function config(): HostConfig {
    clientVersions.start()
    return {
      ...{ keyPlace, server, timings, sendWindow },
      termCell: options.termCell ?? null,
      clientVersion: clientVersions.wanted(),
    }
  }

  function open(key: DeviceKey): void {
    pool.wish(key, { type: 'open', key, fence: fenceOf(key) })
  }

  function pair(key: DeviceKey, { phone, withCode }: { phone: string; withCode: boolean }): void {
    pool.wish(key, { type: 'pair', key, phone, withCode, fence: fenceOf(key) })
  }

  /** @throws AppError `lease_lost` where other nodes can have the keys and this one does not */
  function fenceOf(key: DeviceKey): Fence | null {
    if (keyPlace.kind === 'folder') return null
    const fence = options.fenceOf?.(key)
    if (!fence) throw new AppError('lease_lost', `device ${key}`)
    return fence
  }

  function answerPasskey(key: DeviceKey, assertion: string): void {
    pool.findHost(key)?.post({ type: 'passkey', key, assertion })
  }

  function confirmPasskey(key: DeviceKey): void {
    pool.findHost(key)?.post({ type: 'passkey', key, assertion: null })
  }

  /** Also false where that is unknown: a pairing then looks again, and deletes nothing. */
  async function hasKeys(key: DeviceKey): Promise<boolean> {
    return (await lookForKeys(key)) === 'paired'
  }

  async function lookForKeys(key: DeviceKey): Promise<'paired' | 'unpaired' | 'unknown'> {
    try {
      const label = await keysOf(key).findLabel()
      return label?.isPaired === true ? 'paired' : 'unpaired'
    } catch (error) {
      log.error({ err: error, device: key }, 'the label of a device could not be read')
      return 'unknown'
    }
  }

  async function close(
    key: DeviceKey,
    why: 'closed_by_user' | 'moving' = 'closed_by_user',
  ): Promise<void> {
    const isHere = pool.findHost(key) !== null
    pool.wish(key, null)
    const answer = isHere
      ? await pool.leave(key, (call) => ({ type: 'close', call, key, why }))
      : null
    if (!answer && why === 'closed_by_user') void publish(closedState(key))
  }

  async function logOut(key: DeviceKey): Promise<void> {
    pool.wish(key, null)
    const isWorthAHost = pool.findHost(key) !== null || (await lookForKeys(key)) !== 'unpaired'
    const fence = fenceOf(key)
    const answer = isWorthAHost
      ? await pool.leave(key, (call) => ({ type: 'log_out', call, key, fence }))
      : null
    if (answer) return
    await keysOf(key).remove()
    // Not awaited: a subscriber may be waiting for the log-out itself to end.
    void publish(closedState(key))
  }

  async function lookUp(key: DeviceKey, people: People): Promise<readonly Lookup[]> {
    const answer = await ask(key, (call) => ({ type: 'look_up', call, key, people }))
    if (answer?.type === 'looked_up') return answer.results
    return people.map(({ phone }) => ({ phone, result: 'unknown', detail: 'not connected' }))
  }

  async function acquainted(key: DeviceKey, people: People): Promise<readonly boolean[]> {
    const known = await acquaintances(key, people)
    return known?.map((each) => each === 'conversation') ?? people.map(() => false)
  }

  async function acquaintances(key: DeviceKey, people: People) {
    const answer = await ask(key, (call) => ({ type: 'acquaintances', call, key, people }))
    return answer?.type === 'acquainted' ? answer.answers : null
  }

  async function inspect(key: DeviceKey): Promise<Inspection | null> {
    const answer = await ask(key, (call) => ({ type: 'inspect', call, key }))
    return answer?.type === 'inspected' ? answer.inspection : null
  }

  async function act(key: DeviceKey, asked: AccountAct): Promise<ActAnswer> {
    const answer = await ask(key, (call) => ({ type: 'act', call, key, act: asked }))
    return answer?.type === 'acted' ? answer.answer : null
  }

  async function trace(key: DeviceKey, messageId: string): Promise<readonly MessageStep[]> {
    const answer = await ask(key, (call) => ({ type: 'trace', call, key, messageId }))
    return answer?.type === 'traced' ? answer.steps : []
  }

  /** Asks the host that a device lives on; without an answer where there is none. */
  function ask(key: DeviceKey, question: Parameters<HostThread['ask']>[0]) {
    return isStopping ? undefined : pool.findHost(key)?.ask(question)
  }

  async function download(
    key: DeviceKey,
    media: InboundMedia,
    { unwanted, ...limits }: DownloadLimits & { readonly unwanted?: AbortSignal },
  ): Promise<Download> {
    if (isStopping || unwanted?.aborted) return { failure: 'failed' }
    // The keys of the file are in the message: the device need not be connected.
    const host = pool.anyHost(key)
    let leave = (): void => undefined
    const asked = host.ask((call) => {
      leave = () => host.post({ type: 'leave_download', call })
      return { type: 'download', call, media, limits }
    })
    unwanted?.addEventListener('abort', leave)
    const answer = await asked
    unwanted?.removeEventListener('abort', leave)
    return answer?.type === 'downloaded' ? answer.download : { failure: 'failed' }
  }

  async function send(
    key: DeviceKey,
    request: SendRequest,
    unwanted?: AbortSignal,
  ): Promise<SendOutcome> {
    const host = isStopping || unwanted?.aborted ? null : pool.findHost(key)
    if (!host) return { kind: 'not_sent', reason: 'closed', detail: 'not connected' }
    const { messageId } = request
    const withdraw = () => host.post({ type: 'withdraw', key, messageId })
    // One listener per message under way: without this Node would warn of a leak.
    if (unwanted) setMaxListeners(0, unwanted)
    unwanted?.addEventListener('abort', withdraw)
    const asked = host.ask((call) => ({ type: 'send', call, key, request }))
    const answer = await pool.track(key, asked)
    unwanted?.removeEventListener('abort', withdraw)
    const wasTaken = taken.delete(messageId)
    if (answer?.type === 'sent') return answer.outcome
    const detail = 'the host of this device ended'
    return { kind: wasTaken ? 'unknown' : 'not_sent', reason: 'closed', detail }
  }

  async function stop(graceMs: number): Promise<void> {
    isStopping = true
    await pool.stop(graceMs)
  }

  function onMessage(message: FromHost, host: HostThread): void {
    switch (message.type) {
      case 'event':
        if (isEnd(message.event)) pool.ended(message.event.key)
        void handle(message, host)
        break
      case 'taken':
        taken.add(message.messageId)
        break
      case 'find_sent':
      case 'read_upload':
      case 'find_version':
        void answers.answer(message, host)
        break
      case 'client_expires':
        void clientVersions.expectEnd(message.atMs)
        break
      case 'log': {
        const { key, message: text, detail } = message.entry
        log[message.level]({ device: key, detail }, text)
        break
      }
    }
  }

  async function handle(message: Extract<FromHost, { type: 'event' }>, host: HostThread) {
    const isKept = await publish(message.event)
    if (message.call !== null) host.post({ type: 'handled', call: message.call, isKept })
  }

  async function publish(event: MessengerEvent): Promise<boolean> {
    try {
      await onEvent(event)
      return true
    } catch (error) {
      log.error({ err: error, device: event.key }, `an event of type ${event.type} was not kept`)
      return false
    }
  }
}

/** Whether an event is an end that a restarting host must not undo: only the user may. */
function isEnd(event: MessengerEvent): boolean {
  return event.type === 'state' && isFinal(event.reason)
}

function closedState(key: DeviceKey): MessengerEvent {
  const status = DeviceStatus.disconnected
  return { type: 'state', key, status, reason: 'closed_by_user', phone: null }
}
