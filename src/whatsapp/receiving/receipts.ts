import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { isGroupJid } from '../../contract/jid.ts'
import type { ReceiptKind } from '../../domain/messenger.ts'
import { userOf } from '../directory/people.ts'

/** A receipt for messages that this account sent, of a kind that is counted. */
export type Receipt = {
  readonly messageIds: readonly string[]
  readonly kind: ReceiptKind
  readonly at: string
}

/** A phone or a companion cannot read a message, and asks for another copy of it. */
export const RETRY = 'retry'

/**
 * No type: delivered; `inactive`: delivered to a phone whose app was closed; `played`: a voice was
 * heard, and so the chat was read.
 */
const kinds: { readonly [type: string]: ReceiptKind } = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'read',
}

/**
 * Reads what people say of messages: none for retries, groups, and the account's own devices, whose
 * receipts name the chat as `recipient` and say nothing of the person.
 */
export function readReceipts(node: BinaryNode, isOwnUser: (user: string) => boolean): Receipt[] {
  const { id, from = '', recipient, t, type = '' } = node.attrs
  const kind = kinds[type]
  if (!kind || !id || recipient || isGroupJid(from) || isOwnUser(userOf(from))) return []
  const aggregates = getBinaryNodeChildren(node, 'participants')
  if (aggregates.length > 0) {
    return aggregates.flatMap((aggregate) => readAggregate(aggregate, { kind, isOwnUser }))
  }
  // Such as `feature-incapable`: the other side is too old for this message, and never shows it.
  const isUnreadable = getBinaryNodeChild(node, 'error') !== undefined
  const others = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item')
  const messageIds = [id, ...others.flatMap((item) => item.attrs.id ?? [])]
  return [
    {
      messageIds: [...new Set(messageIds)],
      kind: isUnreadable ? 'undeliverable' : kind,
      at: timeOf(t),
    },
  ]
}

/** What several devices or people say of one message, which the aggregate's `key` names. */
function readAggregate(
  aggregate: BinaryNode,
  { kind, isOwnUser }: { kind: ReceiptKind; isOwnUser: (user: string) => boolean },
): Receipt[] {
  const { key } = aggregate.attrs
  const others = getBinaryNodeChildren(aggregate, 'user').filter(
    ({ attrs }) => !isOwnUser(userOf(attrs.jid ?? '')),
  )
  const [first] = others.map(({ attrs }) => timeOf(attrs.t)).sort()
  return key && first !== undefined ? [{ messageIds: [key], kind, at: first }] : []
}

/** A time that the server gave in seconds; now where it gave none that can be read. */
export function timeOf(seconds: string | undefined): string {
  const at = new Date(Number(seconds || Number.NaN) * 1000)
  return (Number.isNaN(at.getTime()) ? new Date() : at).toISOString()
}
