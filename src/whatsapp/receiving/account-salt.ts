import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  proto,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys'
import { z } from 'zod'
import type { WriteLog } from '../connection/baileys-log.ts'
import { whenSettingsOpen } from '../connection/settings-turn.ts'
import { queryNode } from '../directory/usync.ts'
import { readJson } from '../keys/note.ts'
import type { DeviceStore } from '../keys/store-files.ts'
import { SALT_NOTE, writeSalt } from '../sending/privacy-token.ts'
import { downloadPhoneFile, type PhoneFileOptions } from './phone-files.ts'
import { bytesOf, pick } from './protobuf-fields.ts'
import { findSetting, type SettingChange } from './settings-mutations.ts'

/** The settings that hold the salt. */
const COLLECTION = 'regular_high'
const INDEX = ['nct_salt_sync']
/** Fields that Baileys' schema lacks: the salt among a setting's values, and its bytes. */
const VALUE = { salt: 80 }
const SALT = { bytes: 1 }

const NOTE = 'salt-settings'
/** How far the settings were read, and whether they said anything of the salt. */
const SaltNote = z.object({ version: z.int().min(0), isSettled: z.boolean() })

/** Bounds how many answers are asked for, should a collection never end. */
const MOST_ANSWERS = 100
const FILE_LIMIT_BYTES = 32 << 20

type SaltStore = Pick<DeviceStore, 'readNote' | 'saveNote' | 'saveNotes'>
type SaltOptions = PhoneFileOptions & {
  readonly store: SaltStore
  readonly log: WriteLog
  readonly timeoutMs: number
}

/**
 * Learns the account's secret for people without a token from its settings, where the phone keeps
 * it up to date: the history may bring none, or an outdated one. Each login asks for what is new.
 */
export function learnSalt(options: SaltOptions): void {
  whenSettingsOpen(options, () => readSalt(options))
}

/** Whether the settings said what the salt is, or that there is none: the history may be older. */
export function isSaltSettled(store: Pick<SaltStore, 'readNote'>): boolean {
  return readNote(store).isSettled
}

async function readSalt(options: SaltOptions): Promise<void> {
  const { store } = options
  let { version, isSettled } = readNote(store)
  for (let count = 0; count < MOST_ANSWERS; count += 1) {
    const answer = await askForSettings(options, version)
    const change = await findSetting(answer.mutations, INDEX, (id) => findKey(options, id))
    const salt = readChange(change)
    version = answer.version
    isSettled ||= salt !== undefined
    const notes: [string, string | null][] = [[NOTE, JSON.stringify({ version, isSettled })]]
    if (salt !== undefined) notes.push([SALT_NOTE, salt && writeSalt(salt)])
    store.saveNotes(notes)
    if (!answer.hasMore) return
  }
}

function readNote(store: Pick<SaltStore, 'readNote'>): z.infer<typeof SaltNote> {
  return readJson(store.readNote(NOTE), SaltNote) ?? { version: 0, isSettled: false }
}

/** Undefined where nothing was said of the salt, null where there is none any more. */
function readChange(change: SettingChange | null): Uint8Array | null | undefined {
  if (change === null) return undefined
  if (change === 'removed') return null
  const salt = bytesOf(pick(bytesOf(pick(change.value, VALUE).salt), SALT).bytes)
  return salt.length > 0 ? salt : undefined
}

async function findKey({ sock }: SaltOptions, id: string): Promise<Uint8Array | undefined> {
  const { [id]: key } = await sock.authState.keys.get('app-state-sync-key', [id])
  return key?.keyData ?? undefined
}

/** Asks for the settings changed since this version; since 0: for all of them. */
async function askForSettings(options: SaltOptions, since: number) {
  const attrs = {
    name: COLLECTION,
    version: String(since),
    return_snapshot: String(since === 0),
  }
  const sync = { tag: 'sync', attrs: {}, content: [{ tag: 'collection', attrs }] }
  const query = {
    tag: 'iq',
    attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'w:sync:app:state' },
    content: [sync],
  }
  const answer = await queryNode(options.sock, query, options.timeoutMs)
  const collection = getBinaryNodeChild(getBinaryNodeChild(answer, 'sync'), 'collection')
  if (!collection || collection.attrs.type === 'error') throw new Error('no settings were sent')
  return readCollection(options, collection, since)
}

async function readCollection(options: SaltOptions, collection: BinaryNode, since: number) {
  const mutations: proto.ISyncdMutation[] = []
  let version = since
  const reference = contentOf(getBinaryNodeChild(collection, 'snapshot'))
  if (reference) {
    const snapshot = proto.SyncdSnapshot.decode(
      await download(options, proto.ExternalBlobReference.decode(reference)),
    )
    for (const record of snapshot.records) mutations.push({ record })
    version = Math.max(version, Number(snapshot.version?.version ?? 0))
  }
  for (const node of getBinaryNodeChildren(getBinaryNodeChild(collection, 'patches'), 'patch')) {
    const patch = proto.SyncdPatch.decode(contentOf(node) ?? new Uint8Array())
    const elsewhere = patch.externalMutations && (await download(options, patch.externalMutations))
    const others = elsewhere ? proto.SyncdMutations.decode(elsewhere).mutations : []
    for (const mutation of [...patch.mutations, ...others]) mutations.push(mutation)
    version = Math.max(version + 1, Number(patch.version?.version ?? 0))
  }
  return { mutations, version, hasMore: collection.attrs.has_more_patches === 'true' }
}

function download(options: SaltOptions, reference: proto.IExternalBlobReference) {
  const { directPath, mediaKey, fileSha256 } = reference
  const file = { kind: 'md-app-state', directPath, mediaKey, sha256: fileSha256 } as const
  return downloadPhoneFile(options, file, FILE_LIMIT_BYTES)
}

function contentOf(node: BinaryNode | undefined): Uint8Array | undefined {
  return node?.content instanceof Uint8Array ? node.content : undefined
}
