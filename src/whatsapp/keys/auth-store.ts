import {
  type AuthenticationCreds,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys'
import { z } from 'zod'
import {
  BEHIND_ROW,
  DamagedKeysError,
  type KeyChange,
  type KeyLog,
} from '../../domain/devices/device-keys.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'
import { closeEarlier, hasOpen } from './session-row.ts'
import { usedRows } from './used-keys.ts'

/** The credentials and Signal keys of one device, on a key log. */
export type AuthStore = ReturnType<typeof createAuthStore>

/** Sessions cached in memory: they are read right after they were made or used. */
const CACHED_SESSIONS = 512

const CREDS_KEY = 'creds/creds'

const Bytes = z.instanceof(Uint8Array)
const KeyPair = z.looseObject({ public: Bytes, private: Bytes })
/** What signs in and encrypts; all else is Baileys' own, and goes back to it as it came. */
const SigningCreds = z.looseObject({
  noiseKey: KeyPair,
  signedIdentityKey: KeyPair,
  signedPreKey: z.looseObject({ keyPair: KeyPair, signature: Bytes, keyId: z.number() }),
  registrationId: z.number(),
  advSecretKey: z.string(),
})
const Creds = z.custom<AuthenticationCreds>((value) => SigningCreds.safeParse(value).success)

const NOTES = 'n'
/** How often the keys that this side encrypts with were begun anew. */
const TURN_ROW = 'meta/turn'
/**
 * The table of who has the account's sender key, a row as large as its group: Baileys writes it
 * with each message, even unchanged, which is skipped.
 */
const REWRITTEN: keyof SignalDataTypeMap = 'sender-key-memory'

/** Short names, since the index repeats them for every recipient. */
const tableNames: { readonly [Table in keyof SignalDataTypeMap]: string } = {
  'pre-key': 'pre',
  session: 's',
  'sender-key': 'sk',
  'sender-key-memory': 'skm',
  'app-state-sync-key': 'ask',
  'app-state-sync-version': 'asv',
  'lid-mapping': 'l',
  'device-list': 'd',
  tctoken: 't',
  'identity-key': 'i',
}

export function createAuthStore(log: KeyLog) {
  const sessions = createBoundedMap<unknown>(CACHED_SESSIONS)
  const creds = readCreds(log)
  if (log.has(BEHIND_ROW)) forgetUsed(log, creds)
  const turn = readTurn(log)
  const keys: SignalKeyStore = { get: (table, ids) => readRows(table, ids), set: writeRows }
  return {
    creds,
    keys,
    saveCreds,
    has,
    hasOpenSession,
    readTcToken,
    readLidUser,
    readNote,
    saveNote: (name: string, value: string | null) => saveNotes([[name, value]]),
    saveNotes,
    isPaired,
    log,
  }

  /** Commits the credentials as they are now; Baileys changes them in place. */
  function saveCreds(): void {
    log.commit([{ key: CREDS_KEY, value: encode(creds) }])
  }

  function isPaired(): boolean {
    return creds.account !== undefined && creds.me !== undefined
  }

  function has(table: keyof SignalDataTypeMap, id: string): boolean {
    return log.has(keyOf(table, id))
  }

  /** Whether the next message can be encrypted to this address. */
  function hasOpenSession(address: string): boolean {
    const row = readRow('session', address)
    return row !== undefined && hasOpen(row)
  }

  function readTcToken(jid: string): SignalDataTypeMap['tctoken'] | undefined {
    return readRow('tctoken', jid)
  }

  /** The LID of a phone, where the mapping is known: both without their servers. */
  function readLidUser(phone: string): string | undefined {
    return readRow('lid-mapping', phone)
  }

  /** What the product itself keeps along with the keys, as JSON text. */
  function readNote(name: string): string | undefined {
    return log.read(`${NOTES}/${name}`)
  }

  /** Keeps all of them, or none; null removes a note. */
  function saveNotes(notes: readonly (readonly [name: string, value: string | null])[]): void {
    log.commit(notes.map(([name, value]) => ({ key: `${NOTES}/${name}`, value })))
  }

  function readRows<Table extends keyof SignalDataTypeMap>(table: Table, ids: string[]) {
    const found: { [id: string]: SignalDataTypeMap[Table] } = {}
    for (const id of ids) {
      const value = readRow(table, id)
      if (value !== undefined) found[id] = value
    }
    return found
  }

  function readRow<Table extends keyof SignalDataTypeMap>(
    table: Table,
    id: string,
  ): SignalDataTypeMap[Table] | undefined {
    const cached = table === 'session' ? sessions.get(id) : undefined
    const value = cached ?? decode(table, log.read(keyOf(table, id)), turn)
    if (value !== undefined && table === 'session') sessions.set(id, value)
    return value
  }

  /** Writes everything that one transaction of Baileys changed as one record of the log. */
  function writeRows(data: SignalDataSet): void {
    const changes: KeyChange[] = []
    for (const table of tables()) {
      for (const [id, value] of Object.entries(data[table] ?? {})) {
        const key = keyOf(table, id)
        const text = isGone(value) ? null : encodeRow(table, value, turn)
        if (table === REWRITTEN && text === (log.read(key) ?? null)) continue
        changes.push({ key, value: text })
      }
    }
    log.commit(changes)
    for (const [id, value] of Object.entries(data.session ?? {})) {
      if (isGone(value)) sessions.delete(id)
      else sessions.set(id, value)
    }
  }
}

function readCreds(log: KeyLog): AuthenticationCreds {
  const text = log.read(CREDS_KEY)
  if (text === undefined) return initAuthCreds()
  const creds = Creds.safeParse(JSON.parse(text, revive))
  if (!creds.success) throw new DamagedKeysError('credentials that nobody can sign in with')
  return creds.data
}

/**
 * Begins anew what this side encrypts with. Signal sessions can still decrypt: the turn closes an
 * older one for encryption when it is read.
 */
function forgetUsed(log: KeyLog, { me }: AuthenticationCreds): void {
  const used = usedRows(log.names(), { tables: tableNames, me: [me?.id, me?.lid] })
  const gone = [...used, BEHIND_ROW].map((key) => ({ key, value: null }))
  log.commit([...gone, { key: TURN_ROW, value: JSON.stringify(readTurn(log) + 1) }])
}

function readTurn(log: KeyLog): number {
  return Number(log.read(TURN_ROW) ?? 0)
}

function tables(): (keyof SignalDataTypeMap)[] {
  return Object.keys(tableNames).filter(isTable)
}

function isTable(name: string): name is keyof SignalDataTypeMap {
  return Object.hasOwn(tableNames, name)
}

function keyOf(table: keyof SignalDataTypeMap, id: string): string {
  return `${tableNames[table]}/${id}`
}

function isGone(value: unknown): boolean {
  return value === null || value === undefined
}

function encodeRow(table: keyof SignalDataTypeMap, value: unknown, turn: number): string {
  if (table !== 'session') return encode(value)
  // Sessions hold no bytes, and are written for every message.
  return JSON.stringify(turn > 0 && typeof value === 'object' ? { ...value, turn } : value)
}

/** Encodes bytes as marked base64; protobuf messages already encode theirs so. */
function encode(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, plain: unknown) {
    const original = this[name]
    if (!(original instanceof Uint8Array)) return plain
    return { $bytes: Buffer.from(original).toString('base64') }
  })
}

function decode(table: keyof SignalDataTypeMap, text: string | undefined, turn: number) {
  if (text === undefined) return undefined
  if (table === 'session') {
    // Sessions hold no bytes, and are read for every message.
    const row = JSON.parse(text)
    closeEarlier(row, turn)
    return row
  }
  const value = JSON.parse(text, revive)
  if (table === 'app-state-sync-key') return proto.Message.AppStateSyncKeyData.fromObject(value)
  return value
}

function revive(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!('$bytes' in value) || typeof value.$bytes !== 'string') return value
  return Buffer.from(value.$bytes, 'base64')
}
