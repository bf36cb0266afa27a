import { Agent } from 'node:https'
import {
  type AnyMessageContent,
  type AuthenticationState,
  type BinaryNode,
  type ConnectionState,
  generateMessageIDV2,
  initAuthCreds,
  makeWASocket,
  type proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import pino from 'pino'
import type { SimulatorControl } from '../../../src/simulator/control/control.ts'
import { PATIENCE_MS } from '../patience.ts'

// libsignal prints whole sessions, private keys included.
Object.assign(console, { info: () => undefined, warn: () => undefined, error: () => undefined })

type BareServer = {
  whatsappUrl: string
  rootKeyHex: string
  mediaCaPem: string
  control: SimulatorControl
}

type Acknowledgement = { messageId: string; error: string | undefined }

/** The real Baileys client with its keys in memory, and nothing else around it. */
export type BareClient = {
  phone: string
  sock: WASocket
  auth: AuthenticationState
  /** Resolves with the server's acknowledgement. */
  sendText(phone: string, text: string, messageId?: string): Promise<Acknowledgement>
  send(jid: string, content: AnyMessageContent, messageId?: string): Promise<Acknowledgement>
  /** Messages that came in. */
  messages: WAMessage[]
  /** Receipts as they came: `type` is empty for a delivery. */
  receipts: { id: string; from: string; type: string }[]
  /** The code in `connection.update` when the connection ended. */
  closed: Promise<number | undefined>
  close(): Promise<void>
}

export type BareOptions = {
  simulator: BareServer
  config?: Partial<UserFacingSocketConfig>
}

/** Links a new client by QR, and logs it in. */
export async function connectBareClient(
  options: BareOptions & { phone: string; name?: string },
): Promise<BareClient> {
  const auth = createMemoryAuth()
  const { control } = options.simulator
  const { phone, name = 'Conta de teste' } = options
  await pairBareClient({ ...options, auth, link: (qr) => control.scan({ qr, phone, name }) })
  return logInBareClient({ ...options, auth })
}

/** Shows a QR to `link`, and resolves when the server has asked for the restart that follows. */
export async function pairBareClient(
  options: BareOptions & {
    auth: AuthenticationState
    link(qr: string, sock: WASocket): Promise<unknown>
  },
): Promise<void> {
  const sock = openSocket(options)
  let linking: Promise<unknown> | undefined
  sock.ev.on('connection.update', ({ qr }) => {
    if (qr && !linking) {
      linking = options.link(qr, sock)
      // The socket's end reports the failure too; callers see the reason below.
      linking.catch((error) => sock.end(error))
    }
  })
  const code = await endOf(sock)
  await linking
  if (code !== 515) throw new Error(`pairing ended with ${code}`)
}

/** Logs in with keys that were linked before. */
export async function logInBareClient(
  options: BareOptions & { auth: AuthenticationState; waitForOpen?: boolean },
): Promise<BareClient> {
  const { auth } = options
  await acceptNumbers(options)
  const sock = openSocket(options)
  const closed = endOf(sock)
  const waiting = new Map<string, (answer: Acknowledgement) => void>()
  const client: BareClient = {
    phone: auth.creds.me?.id.split(/[:@]/)[0] ?? '',
    sock,
    auth,
    closed,
    messages: [],
    receipts: [],
    sendText: (phone, text, messageId) => send(`${phone}@s.whatsapp.net`, { text }, messageId),
    send,
    async close() {
      void sock.end(undefined)
      await closed
    },
  }
  sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    waiting.get(attrs.id ?? '')?.({ messageId: attrs.id ?? '', error: attrs.error })
  })
  sock.ws.on('CB:receipt', ({ attrs }: BinaryNode) => {
    client.receipts.push({ id: attrs.id ?? '', from: attrs.from ?? '', type: attrs.type ?? '' })
  })
  sock.ev.on('messages.upsert', ({ messages }) => {
    client.messages.push(...messages.filter(({ key }) => !key.fromMe))
  })
  if (options.waitForOpen !== false) await opened(sock, closed)
  return client

  async function send(
    jid: string,
    content: AnyMessageContent,
    messageId = generateMessageIDV2(sock.user?.id),
  ): Promise<Acknowledgement> {
    const answer = new Promise<Acknowledgement>((resolve) => waiting.set(messageId, resolve))
    try {
      await sock.sendMessage(jid, content, { messageId })
      return await inTime(answer, `no acknowledgement of ${messageId}`)
    } finally {
      waiting.delete(messageId)
    }
  }
}

/** Baileys by itself writes to numbers, which a strict server refuses to a migrated account. */
async function acceptNumbers({ simulator, auth }: BareOptions & { auth: AuthenticationState }) {
  const phone = auth.creds.me?.id.split(/[:@]/)[0]
  if (phone) await simulator.control.setAccount(phone, { strictPn: 'accept' })
}

export function createMemoryAuth(): AuthenticationState {
  const rows = new Map<string, unknown>()
  return {
    creds: initAuthCreds(),
    keys: {
      async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: { [id: string]: SignalDataTypeMap[T] } = {}
        for (const id of ids) Object.assign(found, { [id]: rows.get(`${type} ${id}`) })
        return found
      },
      async set(data: SignalDataSet) {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values)) {
            if (value === null || value === undefined) rows.delete(`${type} ${id}`)
            else rows.set(`${type} ${id}`, value)
          }
        }
      },
    },
  }
}

/** Keeps sent texts, for phones that ask for them again. */
export function createMessageMemory() {
  const sent = new Map<string, proto.IMessage>()
  return {
    sent,
    getMessage: async ({ id }: proto.IMessageKey) => sent.get(id ?? ''),
  }
}

function openSocket({ simulator, config, auth }: BareOptions & { auth: AuthenticationState }) {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(simulator.rootKeyHex, 'hex')
  const sock = makeWASocket({
    auth,
    logger: pino({ level: 'silent' }),
    waWebSocketUrl: simulator.whatsappUrl,
    fetchAgent: new Agent({ ca: simulator.mediaCaPem }),
    emitOwnEvents: false,
    ...config,
  })
  sock.ev.on('creds.update', (update) => Object.assign(auth.creds, update))
  return sock
}

function endOf(sock: WASocket): Promise<number | undefined> {
  return new Promise((resolve) => {
    sock.ev.on('connection.update', ({ connection, lastDisconnect }: Partial<ConnectionState>) => {
      if (connection === 'close') resolve(codeOf(lastDisconnect?.error))
    })
  })
}

function codeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('output' in error)) return undefined
  const { output } = error
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined
  return typeof output.statusCode === 'number' ? output.statusCode : undefined
}

async function opened(sock: WASocket, closed: Promise<number | undefined>): Promise<void> {
  const open = new Promise<void>((resolve) => {
    sock.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') resolve()
    })
  })
  const failed = closed.then((code) => {
    throw new Error(`the connection ended with ${code}`)
  })
  await inTime(Promise.race([open, failed]), 'the connection did not open')
}

function inTime<T>(work: Promise<T>, complaint: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(complaint)), PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
