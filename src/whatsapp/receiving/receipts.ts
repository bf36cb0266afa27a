import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { isGroupJid } from '../../contract/jid.ts'

/** A receipt for messages that this account sent, of a kind that is counted. */
export type Receipt = {
  readonly messageIds: readonly string[]
  readonly kind: 'delivered' | 'read'
  readonly at: string
}

/** No type: delivered; `inactive`: delivered to a phone whose app was closed. */
const kinds: { readonly [type: string]: Receipt['kind'] } = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'read',
}

/**
 * Returns null for other receipts: retries, groups, and those of the account's other devices, which
 * name the chat as `recipient`.
 */
export function readReceipt({ attrs, content }: BinaryNode): Receipt | null {
  const kind = kinds[attrs.type ?? '']
  if (!kind || !attrs.id || attrs.recipient || isGroupJid(attrs.from ?? '')) return null
  const list = Array.isArray(content)
    ? getBinaryNodeChild({ tag: 'receipt', attrs, content }, 'list')
    : undefined
  const others = getBinaryNodeChildren(list, 'item').flatMap((item) => item.attrs.id ?? [])
  const at = new Date(attrs.t ? Number(attrs.t) * 1000 : Date.now()).toISOString()
  return { messageIds: [attrs.id, ...others], kind, at }
}
