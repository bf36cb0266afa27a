import type { Agent } from 'node:https'
import type { ClientVersion } from '../../contract/devices/client-version.ts'
import type { DeviceKeys } from '../../domain/devices/device-keys.ts'
import type {
  DeviceKey,
  FindContent,
  InboundMessage,
  Inspection,
  Lookup,
  LookupRequest,
  MessengerEvent,
  SendOutcome,
  SendRequest,
} from '../../domain/messenger.ts'
import { learnName } from '../connection/account-name.ts'
import type { WriteLog } from '../connection/baileys-log.ts'
import { createConnection } from '../connection/connection.ts'
import { describe } from '../connection/failure.ts'
import { inspect } from '../connection/inspection.ts'
import { createLimits } from '../connection/limits.ts'
import { stayUnavailable } from '../connection/presence.ts'
import type { DeviceSocket } from '../connection/socket.ts'
import { listenForEvents } from '../connection/socket-events.ts'
import { type Acquaintances, createAcquaintances } from '../directory/acquaintances.ts'
import { createAddressing } from '../directory/addressing.ts'
import { listenForAddressing } from '../directory/addressing-signs.ts'
import { listenForDeviceNews } from '../directory/device-news.ts'
import { createDirectory, type Directory } from '../directory/directory.ts'
import type { DeviceStore } from '../keys/store-files.ts'
import { createDecryption } from '../receiving/decryption.ts'
import { takeHistory } from '../receiving/history.ts'
import { createInbox } from '../receiving/inbox.ts'
import { createMessageContents } from '../sending/message-content.ts'
import { createMessageTrace } from '../sending/message-trace.ts'
import { createRetries } from '../sending/retries.ts'
import { createSender, type SendingSocket } from '../sending/sender.ts'
import type { MessengerTimings } from './host-protocol.ts'

export type DeviceOptions = {
  readonly key: DeviceKey
  readonly keys: DeviceKeys
  readonly serverKey: string
  readonly url: string | null
  readonly mediaAgent: Agent | null
  readonly timings: MessengerTimings
  readonly sendWindow: number
  readonly emit: (event: MessengerEvent) => void
  /** Resolves to whether the event has been handled. */
  readonly deliver: (event: MessengerEvent) => Promise<boolean>
  readonly findContent: FindContent
  /** The version of WhatsApp Web that the next connection is to be. */
  readonly clientVersion: () => ClientVersion
  /** A version greater than one that was refused; null where none is known. */
  readonly findNewerVersion: (refused: ClientVersion) => Promise<ClientVersion | null>
  /** Called when WhatsApp tells from when on it will refuse this version. */
  readonly onExpiration: (atMs: number) => void
  readonly log: WriteLog
}

export type Device = ReturnType<typeof createDevice>

/** One WhatsApp account in its host: its connection, its directory and its messages. */
export function createDevice(options: DeviceOptions) {
  const { key, timings, emit } = options
  const contents = createMessageContents(options.log)
  const limits = createLimits(options)
  let directory: Directory | null = null
  let acquaintances: Acquaintances | null = null
  let opened: DeviceStore | null = null
  /** The connection that is being opened, or is open. */
  let parts: SendingSocket | null = null
  const sender = createSender({
    ...{ timings, contents, sendWindow: options.sendWindow },
    isLocked: limits.isLocked,
    onLateAck: (ack) => emit({ type: 'late_ack', key, ...ack }),
    onRefused: (code) => void limits.refused(code),
  })
  const trace = createMessageTrace()
  const inbox = createInbox(options)
  const decryption = createDecryption({ me: () => opened?.creds.me, keep: keepMessage })
  const retries = createRetries({
    findMessage: getMessage,
    beforeWrite: checkKeys,
    nameDevice: async (jid) => (await directory?.nameDevice(jid)) ?? { jid, attributes: {} },
  })
  const connection = createConnection({
    ...options,
    getMessage,
    beforeWrite: sender.beforeWrite,
    decryption,
    onSocket: listen,
    onOpen,
    onClosed: (detail) => {
      directory = null
      acquaintances = null
      limits.end()
      sender.detach(detail)
    },
    onStoreClosing: inbox.detach,
  })
  const { open, pair, passkey, close, logOut } = connection
  return {
    ...{ open, pair, passkey, close, logOut },
    ...{ lookUp, acquainted, inspect: inspectAccount, send },
    trace: trace.find,
    withdraw: sender.withdraw,
    sendCount: sender.count,
  }

  function listen({ sock }: DeviceSocket, store: DeviceStore): void {
    opened = store
    const addressing = createAddressing(store)
    listenForAddressing(sock, addressing)
    const directory = createDirectory({
      ...{ sock, store, addressing, timeoutMs: timings.queryTimeoutMs },
    })
    listenForDeviceNews(sock, { directory, log: options.log })
    parts = { sock, store, addressing, directory }
    inbox.attach(store.spool)
    createAcquaintances(store).listen(sock)
    limits.listen(sock)
    learnName({ sock, store, log: options.log })
    stayUnavailable(sock, options.log)
    takeHistory({ ...options, sock, store })
    listenForEvents({
      ...{ key, sock, log: options.log, inbox, decryption },
      onReceipt: sender.proved,
      answerRetry: async (receipt) => {
        await directory?.doubt(receipt.attrs.from ?? '')
        await retries.answer(sock, receipt)
      },
    })
    trace.listen(sock)
  }

  async function inspectAccount(): Promise<Inspection | null> {
    const socket = connection.socket()
    if (!socket?.isOpen() || parts?.sock !== socket.sock) return null
    return inspect({
      ...{ sock: socket.sock, directory: parts.directory, log: options.log },
      addressing: parts.addressing.mode(),
      clientVersion: options.clientVersion(),
      timeoutMs: timings.queryTimeoutMs,
    })
  }

  /** @throws where the message was not kept: the connection ends, and it comes again. */
  async function keepMessage(message: InboundMessage): Promise<void> {
    if (await inbox.keep({ type: 'inbound', key, message })) return
    connection.socket()?.end('what comes in cannot be kept')
    throw new Error('the message could not be kept')
  }

  /** @throws while keys cannot be stored: a copy would use a step that is then used again. */
  function checkKeys(): void {
    if (opened?.log.hasFailed() !== false) throw new Error('the keys can no longer be kept')
  }

  function onOpen(socket: DeviceSocket): void {
    if (parts?.sock !== socket.sock) return
    directory = parts.directory
    acquaintances = createAcquaintances(parts.store)
    limits.begin(socket.sock)
    sender.attach(parts)
  }

  async function lookUp(people: readonly LookupRequest[]): Promise<readonly Lookup[]> {
    const known = acquaintances
    if (directory && known) {
      return (await directory.lookUp(people)).map(known.withAcquaintance)
    }
    return people.map(({ phone }) => ({ phone, result: 'unknown', detail: 'not connected' }))
  }

  /** With which of them the account is in conversation, by what is stored with its keys. */
  function acquainted(people: readonly LookupRequest[]): readonly boolean[] {
    return people.map((person) => acquaintances?.isInConversation(person) ?? false)
  }

  async function send(request: SendRequest, onTaken: () => void): Promise<SendOutcome> {
    const outcome = await sender.send(request, onTaken)
    if (outcome.kind === 'accepted') noteSent(request.jid)
    if (outcome.kind !== 'refused') return outcome
    return limits.explain(outcome)
  }

  /** What is not noted costs nothing but an exact count of first messages. */
  function noteSent(jid: string): void {
    try {
      acquaintances?.noteSent(jid)
    } catch (error) {
      options.log('warn', 'a first message could not be noted', describe(error))
    }
  }

  /** Finds a message that a phone could not decrypt, also after a restart. */
  async function getMessage(messageId: string) {
    const socket = connection.socket()
    const content = await options.findContent(messageId)
    return content && socket ? contents.build(socket.sock, content) : undefined
  }
}
