import { hkdfSync } from 'node:crypto'
import {
  type BinaryNode,
  decodeSyncdPatch,
  encodeSyncdPatch,
  newLTHashState,
  proto,
} from '@whiskeysockets/baileys'
import { saltOf } from '../messages/history.ts'
import type { Media } from '../messages/media-store.ts'
import { personName } from '../world/numbers.ts'
import type { Account, Companion, World } from '../world/world.ts'
import { noteReport } from './presence.ts'
import { saltSetting, sealSetting } from './sealed-setting.ts'
import { bytesOf, childOf, childrenOf, stanza } from './stanza.ts'

/** The collection that holds the account's name. */
const CRITICAL = 'critical_block'
/** The collection that may hold its salt. */
const HIGH = 'regular_high'
const keyBytes = 32
const keyIdBytes = 6

/** The key of an account's settings, which its phone shares with each client. */
export function appStateKeyOf(world: World, { phone }: Account) {
  const { identity } = world.keyring.ofAccount(personName(phone))
  const derived = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', identity.privateBytes, Buffer.alloc(0), label, length))
  return {
    keyId: derived('app state key id', keyIdBytes),
    keyData: {
      keyData: derived('app state key', keyBytes),
      fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
      timestamp: Date.now(),
    },
  }
}

type Shelf = { readonly world: World; readonly media: Media }

/**
 * Answers a query for the account's settings: its name, and its salt where the phone keeps that
 * there. A change that the client sends raises the version of its collection.
 */
export async function answerAppState(
  shelf: Shelf,
  companion: Companion,
  query: BinaryNode,
): Promise<BinaryNode[]> {
  const asked = childrenOf(childOf(query, 'sync'))
  const { account } = companion
  for (const one of asked) await noteChanges(shelf.world, companion, one)
  const collections = await Promise.all(asked.map((one) => answerCollection(shelf, account, one)))
  return [stanza('sync', {}, collections)]
}

/** Notes what a client changes: the setting, its value (a name, or on or off), and the chat. */
async function noteChanges(
  world: World,
  companion: Companion,
  collection: BinaryNode,
): Promise<void> {
  const bytes = bytesOf(childOf(collection, 'patch'))
  if (!bytes) return
  const { keyData } = appStateKeyOf(world, companion.account)
  await decodeSyncdPatch(
    proto.SyncdPatch.decode(bytes),
    CRITICAL,
    newLTHashState(),
    async () => proto.Message.AppStateSyncKeyData.create(keyData),
    ({ index: [what = '', to = ''], syncAction: { value } }) => {
      const { archiveChatAction, markChatAsReadAction, pushNameSetting } = value ?? {}
      const about =
        pushNameSetting?.name ?? archiveChatAction?.archived ?? markChatAsReadAction?.read
      noteReport(companion, { what, about: String(about), to })
    },
    false,
  )
}

async function answerCollection(shelf: Shelf, account: Account, collection: BinaryNode) {
  const { name = '', version = '0' } = collection.attrs
  if (name === CRITICAL && version === '0') {
    const patch = stanza('patch', {}, await namePatch(shelf.world, account))
    const attrs = { name, version: '1', type: 'result' }
    return stanza('collection', attrs, [stanza('patches', {}, [patch])])
  }
  const changed = childOf(collection, 'patch') ? Number(version) + 1 : Number(version)
  const change = name === HIGH ? saltChange(shelf, account, changed) : undefined
  const attrs = { name, version: String(change?.version ?? changed), type: 'result' }
  return stanza('collection', attrs, change && [change.content])
}

/**
 * What is new of the salt since a version. It was set in each odd version and taken back in each
 * even one; a client that has none of the settings gets all of them as a file.
 */
function saltChange({ world, media }: Shelf, account: Account, since: number) {
  const { salt } = world.accountTable.of(account.phone)
  const isShared = salt === 'settings' || salt === 'both'
  if (isShared === (since % 2 === 1)) return undefined
  const version = since + 1
  const { keyId, keyData } = appStateKeyOf(world, account)
  const { keyData: secret } = keyData
  const record = sealSetting({ keyId, secret }, saltSetting(saltOf(world, account)), isShared)
  const { REMOVE, SET } = proto.SyncdMutation.SyncdOperation
  if (since > 0) {
    const mutations = [{ operation: isShared ? SET : REMOVE, record }]
    const patch = { version: { version }, mutations, keyId: { id: keyId } }
    const encoded = proto.SyncdPatch.encode(patch).finish()
    return { version, content: stanza('patches', {}, [stanza('patch', {}, encoded)]) }
  }
  const snapshot = { version: { version }, records: [record], keyId: { id: keyId } }
  const file = Buffer.from(proto.SyncdSnapshot.encode(snapshot).finish())
  const { path, mediaKey, sha256, sealedSha256 } = media.seal(file, 'settings')
  const reference = proto.ExternalBlobReference.encode({
    ...{ mediaKey, directPath: path, fileSha256: sha256, fileEncSha256: sealedSha256 },
    fileSizeBytes: file.length,
  }).finish()
  return { version, content: stanza('snapshot', {}, reference) }
}

async function namePatch(world: World, account: Account): Promise<Uint8Array> {
  const { keyId, keyData } = appStateKeyOf(world, account)
  const timestamp = Date.now()
  const { patch } = await encodeSyncdPatch(
    {
      type: CRITICAL,
      index: ['setting_pushName'],
      syncAction: { timestamp, pushNameSetting: { name: account.pushName } },
      apiVersion: 1,
      operation: proto.SyncdMutation.SyncdOperation.SET,
    },
    keyId.toString('base64'),
    newLTHashState(),
    async () => proto.Message.AppStateSyncKeyData.create(keyData),
  )
  return proto.SyncdPatch.encode({ ...patch, version: { version: 1 } }).finish()
}
