import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  jidEncode,
  parseAndInjectE2ESessions,
  S_WHATSAPP_NET,
  type WASocket,
} from '@whiskeysockets/baileys'
import { HOSTED_LID_SERVER, HOSTED_PHONE_SERVER, LID_SERVER } from '../../contract/jid.ts'
import { DirectoryError, queryNode, UnansweredError } from '../directory/usync.ts'
import type { AuthStore } from '../keys/auth-store.ts'

export type SignalSessions = ReturnType<typeof createSignalSessions>

/** Devices of a person have ids below this; the device with this id is hosted by WhatsApp. */
const DEVICE_IDS = 99
const HOSTED_DEVICE = DEVICE_IDS
/** Sessions built in one go; more would keep the host's other devices waiting. */
const SESSIONS_PER_TURN = 12
/** A code of its own: a transaction named like the account would queue behind all its sends. */
const TRANSACTION = 'prefetch'

/** Builds Signal sessions in bulk, outside the sends, and without renewing those that exist. */
export function createSignalSessions(options: {
  sock: WASocket
  store: AuthStore
  timeoutMs: number
}) {
  const { sock, store, timeoutMs } = options
  const building = new Map<string, Promise<void>>()
  return { ensure, drop, dropAllOf }

  /**
   * Ensures that each device (LID jids) has a session. Resolves to those that cannot have one; a
   * dead device never spoils it for the others.
   * @throws UnansweredError, or an iq error
   */
  async function ensure(deviceJids: readonly string[]): Promise<string[]> {
    const missing = deviceJids.filter((jid) => !hasSession(jid))
    const others = missing.map((jid) => building.get(jid)).filter((work) => work !== undefined)
    const own = missing.filter((jid) => !building.has(jid))
    const work = build(own).finally(() => {
      for (const jid of own) building.delete(jid)
    })
    for (const jid of own) building.set(jid, work)
    await Promise.all([work, ...others])
    return missing.filter((jid) => !hasSession(jid))
  }

  /** Serialised with the account's sends, one of which may be about to store a session again. */
  async function drop(deviceJids: readonly string[]): Promise<void> {
    if (deviceJids.length === 0) return
    const session = Object.fromEntries(deviceJids.map((jid) => [addressOf(jid), null]))
    const { keys } = sock.authState
    await keys.transaction(async () => keys.set({ session }), sock.user?.id ?? TRANSACTION)
  }

  /** Drops the sessions with every device of a person, the phone and all that are linked to it. */
  async function dropAllOf(jid: string): Promise<void> {
    const { user, server } = jidDecode(jid) ?? {}
    if (!user || !server) return
    const all = Array.from({ length: DEVICE_IDS }, (_, id) => jidEncode(user, server, id))
    const hosted = server === LID_SERVER ? HOSTED_LID_SERVER : HOSTED_PHONE_SERVER
    all.push(jidEncode(user, hosted, HOSTED_DEVICE))
    await drop(all.filter((jid) => store.has('session', addressOf(jid))))
  }

  function hasSession(jid: string): boolean {
    return store.hasOpenSession(addressOf(jid))
  }

  function addressOf(jid: string): string {
    return sock.signalRepository.jidToSignalProtocolAddress(jid)
  }

  async function build(jids: readonly string[]): Promise<void> {
    if (jids.length === 0) return
    const bundles = await fetchBundles(jids)
    for (let start = 0; start < bundles.length; start += SESSIONS_PER_TURN) {
      const part = bundles.slice(start, start + SESSIONS_PER_TURN)
      await sock.authState.keys.transaction(() => injectAll(part), TRANSACTION)
      await nextTurn()
    }
  }

  async function injectAll(bundles: readonly BinaryNode[]): Promise<void> {
    for (const bundle of bundles) {
      const list = { tag: 'list', attrs: {}, content: [bundle] }
      const answer = { tag: 'iq', attrs: {}, content: [list] }
      // An invalid bundle costs its own device the message, not the others.
      await parseAndInjectE2ESessions(answer, sock.signalRepository).catch(() => undefined)
    }
  }

  async function fetchBundles(jids: readonly string[]): Promise<BinaryNode[]> {
    try {
      return await askForBundles(jids)
    } catch (error) {
      if (error instanceof UnansweredError || !isAboutOneDevice(error)) throw error
      if (jids.length === 1) return []
      // The server refuses a whole list because of one device that is gone: halving finds it.
      const middle = Math.ceil(jids.length / 2)
      const first = await fetchBundles(jids.slice(0, middle))
      return [...first, ...(await fetchBundles(jids.slice(middle)))]
    }
  }

  async function askForBundles(jids: readonly string[]): Promise<BinaryNode[]> {
    const users = jids.map((jid) => ({ tag: 'user', attrs: { jid } }))
    const attrs = { xmlns: 'encrypt', type: 'get', to: S_WHATSAPP_NET }
    const content = [{ tag: 'key', attrs: {}, content: users }]
    const answer = await queryNode(sock, { tag: 'iq', attrs, content }, timeoutMs)
    return getBinaryNodeChildren(getBinaryNodeChild(answer, 'list'), 'user').filter(
      (user) => !getBinaryNodeChild(user, 'error') && getBinaryNodeChild(user, 'skey'),
    )
  }
}

const NOT_FOUND = 404
const NOT_ACCEPTABLE = 406

function isAboutOneDevice(error: unknown): boolean {
  if (!(error instanceof DirectoryError)) return false
  return error.data === NOT_FOUND || error.data === NOT_ACCEPTABLE
}
