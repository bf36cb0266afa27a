import type { BinaryNode } from '@whiskeysockets/baileys'
import { childOf, childrenOf } from '../protocol/stanza.ts'
import type { Companion } from '../world/world.ts'

/** Sends what a client must acknowledge, now or at its next login. */
export function deliver(companion: Companion, node: BinaryNode): void {
  companion.outbox.set(nameOf(node), node)
  companion.connection?.send(node)
}

/** Sends again what the last connection left without acknowledgement. Gives their number. */
export function deliverWaiting(companion: Companion): number {
  for (const node of companion.outbox.values()) {
    companion.connection?.send({ ...node, attrs: { ...node.attrs, offline: '0' } })
  }
  return companion.outbox.size
}

/** Takes an `<ack>`, or a `<receipt>` for a message, as the end of what it answers. */
export function settle(companion: Companion, answer: BinaryNode): boolean {
  const { id = '', to = '', type = '' } = answer.attrs
  if (answer.tag === 'ack') {
    return companion.outbox.delete(
      answer.attrs.class === 'receipt'
        ? `receipt ${id} ${to} ${type}`
        : `${answer.attrs.class} ${id}`,
    )
  }
  const more = childrenOf(childOf(answer, 'list')).map(({ attrs }) => attrs.id)
  let settled = false
  for (const one of [id, ...more]) settled = companion.outbox.delete(`message ${one}`) || settled
  return settled
}

function nameOf({ tag, attrs }: BinaryNode): string {
  if (tag !== 'receipt') return `${tag} ${attrs.id}`
  return `receipt ${attrs.id} ${attrs.from} ${attrs.type ?? ''}`
}
