import { isGroupJid, isPhoneJid } from '../../contract/jid.ts'
import type {
  Acquaintance,
  Inspection,
  Lookup,
  LookupRequest,
  MessengerEvent,
  SendOutcome,
  SendRequest,
} from '../../domain/messenger.ts'
import { createAccountActs } from '../connection/account-acts.ts'
import { learnName } from '../connection/account-name.ts'
import { createConnection } from '../connection/connection.ts'
import type { HostedDevice } from '../connection/connection-options.ts'
import { describe } from '../connection/failure.ts'
import { inspect } from '../connection/inspection.ts'
import { createLimits } from '../connection/limits.ts'
import type { DeviceSocket } from '../connection/socket.ts'
import { listenForEvents } from '../connection/socket-events.ts'
import { type Acquaintances, createAcquaintances } from '../directory/acquaintances.ts'
import { createAddressing } from '../directory/addressing.ts'
import { listenForAddressing } from '../directory/addressing-signs.ts'
import { listenForDeviceNotices } from '../directory/device-notices.ts'
import { createDirectory } from '../directory/directory.ts'
import { personOf, userOf, usersOf } from '../directory/people.ts'
import { createQueryBackoffs } from '../directory/query-pace.ts'
import { identityOf } from '../groups/group-data.ts'
import { createKnownGroups } from '../groups/known-groups.ts'
import type { DeviceStore } from '../keys/store-files.ts'
import { learnSalt } from '../receiving/account-salt.ts'
import { listenForCalls } from '../receiving/calls.ts'
import { createDecryption } from '../receiving/decryption.ts'
import { listenForGroups } from '../receiving/groups.ts'
import { takeHistory } from '../receiving/history.ts'
import type { Arrived } from '../receiving/inbound.ts'
import { createInbox } from '../receiving/inbox.ts'
import { createPhoneCopies } from '../receiving/phone-copies.ts'
import { listenForPresences } from '../receiving/presences.ts'
import { createMessageContents, type ReadSource } from '../sending/message-content.ts'
import { createMessageTrace } from '../sending/message-trace.ts'
import { tokensForCopy } from '../sending/privacy-token.ts'
import { createRetries, type WrittenMessage } from '../sending/retries.ts'
import { createSender, type SendingSocket } from '../sending/sender.ts'
import type { FindSent } from './host-protocol.ts'

export type DeviceOptions = HostedDevice & {
  readonly sendWindow: number
  /** Resolves to whether the event has been handled. */
  readonly deliver: (event: MessengerEvent) => Promise<boolean>
  readonly findSent: FindSent
  readonly readUpload: ReadSource
}

/** A connection, and what was made for it. */
type Parts = SendingSocket & { readonly acquaintances: Acquaintances }

export type Device = ReturnType<typeof createDevice>

/** One WhatsApp account in its host: its connection, its directory and its messages. */
export function createDevice(options: DeviceOptions) {
  const { key, timings, emit } = options
  const contents = createMessageContents(options)
  const limits = createLimits(options)
  const backoffs = createQueryBackoffs()
  /** Of the last connection, while its keys are open: they take most of a device's memory. */
  let parts: Parts | null = null
  /** The same, while the connection is open. */
  let open: Parts | null = null
  const sender = createSender({
    ...{ timings, contents, sendWindow: options.sendWindow },
    isLocked: limits.isLocked,
    findingLock: limits.finding,
    onLateAck: (ack) => emit({ type: 'late_ack', key, ...ack }),
    onRefused: (code) => void limits.refused(code),
  })
  const groups = createKnownGroups()
  const trace = createMessageTrace()
  const acts = createAccountActs({ log: options.log, nameChat })
  const inbox = createInbox(options)
  const phoneCopies = createPhoneCopies(options)
  const decryption = createDecryption({
    ...{ me: () => parts?.store.creds.me, keep: keepMessage, phoneCopies },
  })
  const retries = createRetries({
    findMessage,
    isMember,
    beforeWrite: checkKeys,
    nameDevice: async (jid) => {
      return (await open?.directory.nameDevice(jid)) ?? { jid, attributes: {}, lid: null }
    },
    tokensFor: (lid) => (open ? tokensForCopy(open.store, lid) : []),
  })
  const connection = createConnection({
    ...options,
    beforeWrite: sender.beforeWrite,
    ...{ decryption, phoneCopies },
    findGroup: groups.find,
    onSocket: listen,
    onOpen,
    onClosed: (detail) => {
      open = null
      limits.end()
      sender.detach(detail)
    },
    onStoreClosing: () => {
      parts = null
      acts.detach()
      inbox.detach()
    },
  })
  const { pair, passkey, close, logOut } = connection
  return {
    ...{ open: connection.open, pair, passkey, close, logOut },
    ...{ lookUp, acquaintances, inspect: inspectAccount, send },
    act: acts.perform,
    trace: trace.find,
    withdraw: sender.withdraw,
    sendCount: sender.count,
  }

  function listen({ sock }: DeviceSocket, store: DeviceStore): void {
    const addressing = createAddressing(store)
    listenForAddressing(sock, addressing)
    const { queryTimeoutMs: timeoutMs } = timings
    const { sendWindow } = options
    const directory = createDirectory({ sock, store, addressing, backoffs, sendWindow, timeoutMs })
    listenForDeviceNotices(sock, { directory, log: options.log })
    const acquaintances = createAcquaintances(store)
    parts = { sock, store, addressing, directory, acquaintances, groups }
    groups.listen(sock)
    inbox.attach(store.spool)
    acquaintances.listen(sock)
    limits.listen(sock)
    learnName({ sock, store, log: options.log })
    learnSalt({ ...options, sock, store, timeoutMs })
    listenForCalls({ key, sock, emit, log: options.log })
    listenForPresences({ key, sock, emit, log: options.log })
    listenForGroups({ key, sock, emit, log: options.log })
    takeHistory({ ...options, sock, store })
    listenForEvents({
      ...{ key, sock, log: options.log, inbox, decryption, phoneCopies },
      onReceipt: sender.proved,
      answerRetry: async (receipt) => {
        // In a group it is the member who asks, named by `participant`; `from` is the group.
        await directory.doubt(receipt.attrs.participant ?? receipt.attrs.from ?? '')
        await retries.answer(sock, receipt)
      },
    })
    acts.listen(sock)
    trace.listen(sock)
  }

  async function inspectAccount(): Promise<Inspection | null> {
    if (!open || !connection.socket()?.isOpen()) return null
    return inspect({
      ...{ sock: open.sock, directory: open.directory, log: options.log },
      addressing: open.addressing.mode(),
      clientVersion: options.clientVersion(),
      timeoutMs: timings.queryTimeoutMs,
    })
  }

  /** @throws where the message was not kept: the connection ends, and it comes again. */
  async function keepMessage(arrived: Arrived): Promise<void> {
    if (await inbox.keep({ ...arrived, key })) return
    connection.socket()?.end('what comes in cannot be kept')
    throw new Error('the message could not be kept')
  }

  /** @throws while keys cannot be stored: a copy would use a ratchet step that is used again */
  function checkKeys(): void {
    if (parts?.store.log.hasFailed() !== false) throw new Error('the keys can no longer be kept')
  }

  function onOpen(socket: DeviceSocket): void {
    if (parts?.sock !== socket.sock) return
    open = parts
    limits.begin(socket.sock)
    sender.attach(open)
  }

  async function lookUp(people: readonly LookupRequest[]): Promise<readonly Lookup[]> {
    if (!open) {
      return people.map(({ phone }) => ({ phone, result: 'unknown', detail: 'not connected' }))
    }
    const { directory, acquaintances } = open
    return (await directory.lookUp(people)).map(acquaintances.withAcquaintance)
  }

  /** How the account knows people, by what is stored with its keys; null: not connected. */
  function acquaintances(people: readonly LookupRequest[]): readonly Acquaintance[] | null {
    const known = open?.acquaintances
    return known ? people.map(known.withPerson) : null
  }

  async function send(request: SendRequest, onTaken: () => void): Promise<SendOutcome> {
    const outcome = await sender.send(request, onTaken)
    if (outcome.kind === 'accepted' && !isGroupJid(request.jid)) noteSent(request.jid)
    if (outcome.kind !== 'refused') return outcome
    return limits.explain(outcome)
  }

  async function nameChat(jid: string): Promise<string> {
    if (!open || !isPhoneJid(jid) || open.addressing.mode() !== 'lid') return jid
    return (await open.sock.signalRepository.lidMapping.getLIDForPN(jid)) ?? jid
  }

  /** A failure only makes the count of first messages inexact, so it is logged. */
  function noteSent(jid: string): void {
    try {
      open?.acquaintances.noteSent(jid)
    } catch (error) {
      options.log('warn', 'a first message could not be noted', describe(error))
    }
  }

  /** Finds a message that a phone could not decrypt, also after a restart. */
  async function findMessage(messageId: string): Promise<WrittenMessage | undefined> {
    const sent = await options.findSent(messageId)
    if (!sent || !parts) return undefined
    return { message: await contents.build(parts.sock, sent.content), chat: sent.jid }
  }

  async function isMember(group: string, device: string): Promise<boolean> {
    if (!open) return false
    const { participants } = await groups.get(open.sock, group)
    const users = new Set(participants.flatMap((member) => usersOf(identityOf(member))))
    return users.has(userOf(device)) || users.has(personOf(open.store, device))
  }
}
