import { hkdfSync } from 'node:crypto'
import { type BinaryNode, encodeSyncdPatch, newLTHashState, proto } from '@whiskeysockets/baileys'
import { personName } from '../world/numbers.ts'
import type { Account, World } from '../world/world.ts'
import { childOf, childrenOf, stanza } from './stanza.ts'

/** The collection that holds the account's name. */
const CRITICAL = 'critical_block'
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

/**
 * Answers a query for the account's settings: its name to a client that has none of them yet. A
 * change that the client sends raises the version of its collection.
 */
export async function answerAppState(
  world: World,
  account: Account,
  query: BinaryNode,
): Promise<BinaryNode[]> {
  const asked = childrenOf(childOf(query, 'sync'))
  const collections = await Promise.all(asked.map((one) => answerCollection(world, account, one)))
  return [stanza('sync', {}, collections)]
}

async function answerCollection(world: World, account: Account, collection: BinaryNode) {
  const { name = '', version = '0' } = collection.attrs
  if (name === CRITICAL && version === '0') {
    const patch = stanza('patch', {}, await namePatch(world, account))
    const attrs = { name, version: '1', type: 'result' }
    return stanza('collection', attrs, [stanza('patches', {}, [patch])])
  }
  const changed = childOf(collection, 'patch') ? Number(version) + 1 : Number(version)
  return stanza('collection', { name, version: String(changed), type: 'result' })
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
