import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { BAD_REQUEST } from '../../domain/whatsapp-codes.ts'
import type { Addressing } from '../directory/addressing.ts'
import { createBoundedMap } from '../directory/bounded-map.ts'
import type { Directory, Recipient } from '../directory/directory.ts'
import { isBrandNew } from '../directory/people.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import { timeOf } from '../receiving/receipts.ts'
import type { Written } from './attempts.ts'
import { sendToMissing } from './missing-devices.ts'
import { tokensForCopy } from './privacy-token.ts'

/** What WhatsApp's server says of a message, by its id. */
export type Ack = {
  readonly messageId: string
  readonly at: string
  /** Null: accepted. */
  readonly errorCode: number | null
  /** The server knows other devices, of either side, than those the message was encrypted for. */
  readonly hasOtherDevices: boolean
  /** The recipient's number has another LID by now. */
  readonly isLidStale: boolean
}

type Connection = {
  readonly sock: WASocket
  readonly directory: Directory
  readonly addressing: Addressing
  readonly store: AuthStore
}

const INVALID_STANZA = 479

/** Some servers hint at new devices with every acknowledgement: not each may cost a query. */
const REREAD_INTERVAL_MS = 60_000
const REREADS_KEPT = 2_000
/**
 * A refused message is written again at most this often: after reading the recipient's devices
 * anew, and then under the recipient's other name (LID or phone).
 */
const REPAIRS_MAX = 2

export function readAck({ attrs }: BinaryNode): Ack {
  return {
    messageId: attrs.id ?? '',
    at: timeOf(attrs.t),
    errorCode: attrs.error === undefined ? null : Number(attrs.error),
    hasOtherDevices: Boolean(attrs.phash),
    isLidStale: attrs.refresh_lid === 'true',
  }
}

/** Mends what an acknowledgement shows to be wrong: names, devices, and the account's mode. */
export function createRepairs({ isLocked }: { readonly isLocked: () => boolean }) {
  const rereadAt = createBoundedMap<number>(REREADS_KEPT)
  const underWay = new WeakSet<object>()
  return {
    afterAcceptance,
    afterRefusal,
    isUnderWay: (message: object) => underWay.has(message),
  }

  async function afterAcceptance(
    { sock, directory, store }: Connection,
    { message, recipient }: { readonly message: Written['message']; readonly recipient: Recipient },
    ack: Ack,
  ): Promise<void> {
    const { person, address } = recipient
    if (ack.isLidStale) await directory.refreshLid(person)
    if (!ack.hasOtherDevices || !mayReread(address.jid)) return
    const now = await directory.reread(person)
    if (typeof now === 'string' || now.address.jid !== address.jid) return
    const deviceJids = now.deviceJids.filter((jid) => !recipient.deviceJids.includes(jid))
    underWay.add(message)
    const tokens = tokensForCopy(store, now.person.lid)
    await sendToMissing(sock, message, { messageId: ack.messageId, address, deviceJids, tokens })
  }

  /** Returns whether the same message may pass if it is written again. */
  async function afterRefusal(
    { directory, addressing }: Connection,
    { recipient, repairs }: { readonly recipient: Recipient; readonly repairs: number },
    { errorCode: code, isLidStale }: Ack & { readonly errorCode: number },
  ): Promise<boolean> {
    const { person, address } = recipient
    const isLast = repairs >= REPAIRS_MAX
    if (isLidStale && (await directory.refreshLid(person)).lid !== person.lid) return !isLast
    const isFresh = isBrandNew(person)
    const refusal = { code, isLid: address.isLid, identity: person, isFresh, isLocked: isLocked() }
    const repair = addressing.repairFor(refusal)
    const isAboutDevices = code === INVALID_STANZA || code === BAD_REQUEST
    if (repair === 'reread') await directory.forget(person, { withSessions: false })
    else if (repair === 'none' && isAboutDevices)
      await directory.forget(person, { withSessions: true })
    return repair !== 'none' && !isLast
  }

  function mayReread(jid: string): boolean {
    const last = rereadAt.get(jid)
    if (last !== undefined && Date.now() - last < REREAD_INTERVAL_MS) return false
    rereadAt.set(jid, Date.now())
    return true
  }
}
