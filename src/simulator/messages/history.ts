import { createHash, hkdfSync } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { lidJid, phoneJid, type Resident } from '../world/directory.ts'
import { personName } from '../world/numbers.ts'
import type { Account, World } from '../world/world.ts'

type Notification = proto.Message.IHistorySyncNotification

const tokenBytes = 32
const saltBytes = 32
/** Tag of the salt's field, 19, which Baileys' own schema lacks. */
const saltTag = Buffer.from([0x9a, 0x01, saltBytes])

/** The secret of an account, by which it proves itself to people without a token. */
export function saltOf(world: World, { phone }: Account): Buffer {
  const { identity } = world.keyring.ofAccount(personName(phone))
  return Buffer.from(hkdfSync('sha256', identity.privateBytes, Buffer.alloc(0), 'nct', saltBytes))
}

/** The token that a person gave an account. */
export function tokenOf(resident: Resident, { phone }: Account): Buffer {
  return createHash('sha256').update(`${resident.name} ${phone}`).digest().subarray(0, tokenBytes)
}

/** A deflated chunk of an account's history: its chats, each with its person's token. */
export function historyChunk(
  world: World,
  { account, people, type }: { account: Account; people: readonly Resident[]; type: number },
): Buffer {
  const timestamp = Math.floor(Date.now() / 1000)
  const conversations = people.map((resident) => ({
    id: lidJid(resident),
    pnJid: phoneJid(resident),
    displayName: `Pessoa ${resident.name.slice(-4)}`,
    messages: [oldMessage(resident, timestamp)],
    tcToken: tokenOf(resident, account),
    tcTokenTimestamp: timestamp,
  }))
  const chunk = proto.HistorySync.encode({
    syncType: type,
    conversations,
    progress: 100,
    chunkOrder: 1,
    phoneNumberToLidMappings: people.map((resident) => ({
      pnJid: phoneJid(resident),
      lidJid: lidJid(resident),
    })),
  }).finish()
  const { salt } = world.accountTable.of(account.phone)
  const hasSalt = salt === 'history' || salt === 'both'
  return deflateSync(hasSalt ? Buffer.concat([chunk, saltTag, saltOf(world, account)]) : chunk)
}

function oldMessage(resident: Resident, timestamp: number) {
  const key = { remoteJid: lidJid(resident), fromMe: false, id: `OLD${resident.name}` }
  const message = { conversation: 'Uma conversa antiga' }
  return { message: { key, message, messageTimestamp: timestamp }, msgOrderId: 1 }
}

/** Where a client finds a chunk that is too large for the message itself. */
export function notificationOf(
  type: number,
  file: { path: string; mediaKey: Buffer; sha256: Buffer; sealedSha256: Buffer; length: number },
): Notification {
  return {
    syncType: type,
    fileSha256: file.sha256,
    fileLength: file.length,
    mediaKey: file.mediaKey,
    fileEncSha256: file.sealedSha256,
    directPath: file.path,
    chunkOrder: 1,
    progress: 100,
  }
}
