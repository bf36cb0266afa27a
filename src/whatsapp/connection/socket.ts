import type { Agent } from 'node:https'
import makeWASocket, {
  type BinaryNode,
  Browsers,
  type ConnectionState,
  getBinaryNodeChild,
  type WABrowserDescription,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { ClientVersion } from '../../contract/devices/client-version.ts'
import { knowAccount, makeSignalRepository } from '../directory/lid-cache.ts'
import { userOf } from '../directory/people.ts'
import type { KnownGroups } from '../groups/known-groups.ts'
import type { MessengerTimings } from '../hosts/host-protocol.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import { addRefs } from '../pairing/more-refs.ts'
import type { Decryption } from '../receiving/decryption.ts'
import type { PhoneCopies } from '../receiving/phone-copies.ts'
import { nameIn } from './account-name.ts'
import { createBaileysLogger, type WriteLog } from './baileys-log.ts'
import { readFailure } from './failure.ts'
import { readServerEnd, type SocketEnd } from './socket-end.ts'

export type SocketOptions = {
  readonly store: AuthStore
  readonly url: string | null
  readonly mediaAgent: Agent | null
  /** Returns a check whether this node may still write for the device in its present term. */
  readonly watchTerm: () => () => boolean
  readonly version: ClientVersion
  /** Called when WhatsApp announces when it will refuse this version. */
  readonly onExpiration: (atMs: number) => void
  readonly timings: MessengerTimings
  readonly log: WriteLog
  /** Called before each message is written; a throw keeps it from being written. */
  readonly beforeWrite: (message: object) => void
  readonly decryption: Pick<Decryption, 'wrap'>
  readonly phoneCopies: Pick<PhoneCopies, 'cache'>
  /** Who is in a group, where that is known. */
  readonly findGroup: KnownGroups['find']
  readonly onOpen: () => void
  /** Called with the number of the phone that read the code. */
  readonly onPaired: (phone: string) => void
  /** Called when WhatsApp demands the account's passkey before it links a device. */
  readonly onPasskey: (request: BinaryNode) => void
  readonly onQr: (qr: string) => void
  /** Called when WhatsApp wants another pairing code in place of the one that it was given. */
  readonly onCodeOutdated: () => void
  readonly onEnd: (end: SocketEnd) => void
}

/** One connection to WhatsApp's server, from opening to its end. It never reconnects by itself. */
export type DeviceSocket = {
  readonly sock: WASocket
  isOpen(): boolean
  /** Ends the connection without logging out; `onEnd` follows within a second or two. */
  end(detail: string): void
}

const KEEP_ALIVE_INTERVAL_MS = 20_000
/** After the handshake the server still has to answer a few queries before the socket is open. */
const LOGIN_TIMEOUT_FACTOR = 3
const CLOSE_WATCH_INTERVAL_MS = 400

/**
 * The name a device registers under, by QR as by code: WhatsApp takes a code only from a browser and a
 * system that exist.
 */
const browser: WABrowserDescription = Browsers.macOS('Chrome')

export function createDeviceSocket(options: SocketOptions): DeviceSocket {
  const { timings, store } = options
  const sock = makeWASocket(socketConfig(options))
  let openedAtMs: number | null = null
  let httpStatus: number | null = null
  let hasEnded = false
  let endDetail: string | null = null
  let connectTimer = startConnectTimer(timings.connectTimeoutMs)
  let closingTicks = 0
  const closeWatch = setInterval(watchClosing, CLOSE_WATCH_INTERVAL_MS)

  sock.ws.on('unexpected-response', (_request: unknown, response: unknown) => {
    httpStatus = readHttpStatus(response)
    end(`the server answered the upgrade with HTTP ${httpStatus ?? 'nothing'}`)
  })
  sock.ws.on('open', () => {
    restartConnectTimer(timings.connectTimeoutMs)
  })
  sock.ws.on('CB:success', () => {
    restartConnectTimer(timings.connectTimeoutMs * LOGIN_TIMEOUT_FACTOR)
  })
  writeWhile(options.watchTerm(), sock)
  addRefs(sock)
  knowAccount(sock, options.log)
  sock.ws.on('CB:notification,type:passkey_prologue_request', (node: BinaryNode) => {
    options.onPasskey(node)
  })
  sock.ws.on('CB:notification,type:link_code_companion_reg', (node: BinaryNode) => {
    const notice = getBinaryNodeChild(node, 'link_code_companion_reg')
    if (notice?.attrs.stage === 'refresh_code') options.onCodeOutdated()
  })
  sock.ws.on('CB:ib,,client_expiration', (node: BinaryNode) => {
    const seconds = Number(getBinaryNodeChild(node, 'client_expiration')?.attrs.t)
    if (seconds > 0) options.onExpiration(seconds * 1000)
  })
  sock.ev.on('creds.update', () => {
    if (!hasEnded) store.saveCreds()
  })
  sock.ev.on('connection.update', onConnectionUpdate)
  return { sock, isOpen: () => openedAtMs !== null && !hasEnded && sock.ws.isOpen, end }

  function onConnectionUpdate(update: Partial<ConnectionState>): void {
    if (update.qr !== undefined) {
      clearTimeout(connectTimer)
      options.onQr(update.qr)
    }
    if (update.isNewLogin) options.onPaired(userOf(store.creds.me?.id ?? ''))
    if (update.connection === 'open') {
      clearTimeout(connectTimer)
      openedAtMs = performance.now()
      options.onOpen()
    }
    if (update.connection === 'close') finish(update.lastDisconnect?.error)
  }

  function finish(error: unknown): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(connectTimer)
    clearInterval(closeWatch)
    const { statusCode, message } = readFailure(error ?? new Error('closed'))
    options.onEnd({
      code: statusCode,
      server: readServerEnd(error),
      httpStatus,
      wasOpen: openedAtMs !== null,
      openMs: openedAtMs === null ? 0 : performance.now() - openedAtMs,
      detail: endDetail ?? message,
    })
  }

  function end(detail: string): void {
    endDetail ??= detail
    void sock.end(new Error(detail))
  }

  function startConnectTimer(ms: number) {
    return setTimeout(() => end('the server did not answer in time'), ms)
  }

  function restartConnectTimer(ms: number): void {
    clearTimeout(connectTimer)
    connectTimer = startConnectTimer(ms)
  }

  /** Baileys waits for the server to close its side too, for up to 30 s. We don't. */
  function watchClosing(): void {
    closingTicks = sock.ws.isClosing && !sock.ws.isClosed ? closingTicks + 1 : 0
    if (closingTicks >= 2) terminate(Reflect.get(sock.ws, 'socket'))
  }
}

/**
 * Cuts the connection at the first byte that would leave after the node's term, as from a process
 * that was frozen. Baileys holds its own `send` by now, so the socket's below that is wrapped.
 */
function writeWhile(mayWrite: () => boolean, { ws }: WASocket): void {
  const socket: unknown = Reflect.get(ws, 'socket')
  const send: unknown =
    typeof socket === 'object' && socket !== null ? Reflect.get(socket, 'send') : null
  if (typeof send !== 'function' || typeof socket !== 'object' || socket === null) return
  Reflect.set(socket, 'send', (bytes: unknown, told: (error?: Error) => void) => {
    if (mayWrite()) return Reflect.apply(send, socket, [bytes, told])
    terminate(socket)
    told(new Error('the term of this node is over'))
  })
}

function socketConfig(options: SocketOptions): Parameters<typeof makeWASocket>[0] {
  const { store, url, mediaAgent, timings } = options
  return {
    auth: { creds: store.creds, keys: store.keys },
    logger: createBaileysLogger(options.log),
    version: [...options.version],
    browser,
    ...(timings.qrLifeMs === null ? {} : { qrTimeout: timings.qrLifeMs }),
    ...(url === null ? {} : { waWebSocketUrl: url }),
    ...pushNameOf(store),
    ...(mediaAgent === null ? {} : { fetchAgent: mediaAgent }),
    connectTimeoutMs: timings.connectTimeoutMs,
    defaultQueryTimeoutMs: timings.queryTimeoutMs,
    keepAliveIntervalMs: KEEP_ALIVE_INTERVAL_MS,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: false,
    // Baileys would keep all messages of a history in memory; `receiving/history.ts` reads it.
    shouldSyncHistoryMessage: () => false,
    // `sending/retries.ts` finds messages by their id alone, even after a restart.
    enableRecentMessageCache: false,
    placeholderResendCache: options.phoneCopies.cache,
    // With a delay, everything that came in behind an unreadable message would wait too.
    retryRequestDelayMs: 0,
    transactionOpts: { maxCommitRetries: 2, delayBetweenTriesMs: 100 },
    makeSignalRepository: options.decryption.wrap(makeSignalRepository),
    cachedGroupMetadata: async (jid) => options.findGroup(jid),
    patchMessageBeforeSending: (message) => {
      options.beforeWrite(message)
      return message
    },
  }
}

/** The name that a login sends; none before the account's own is known. */
function pushNameOf({ creds }: AuthStore): { pushName?: string } {
  const name = nameIn(creds)
  return name === null ? {} : { pushName: name }
}

function readHttpStatus(response: unknown): number | null {
  if (typeof response !== 'object' || response === null || !('statusCode' in response)) return null
  return typeof response.statusCode === 'number' ? response.statusCode : null
}

function terminate(socket: unknown): void {
  if (typeof socket !== 'object' || socket === null || !('terminate' in socket)) return
  if (typeof socket.terminate === 'function') socket.terminate()
}
