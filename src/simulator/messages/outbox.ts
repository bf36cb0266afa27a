import type { BinaryNode } from '@whiskeysockets/baileys'
import { unackedNode } from '../protocol/ends.ts'
import { childOf, childrenOf, stanza } from '../protocol/stanza.ts'
import type { Companion, World } from '../world/world.ts'

/** Sends what a client must acknowledge, now or at its next login. */
export function deliver(world: World, companion: Companion, node: BinaryNode): void {
  companion.outbox.set(nameOf(node), node)
  companion.connection?.send(node)
  endUnlessAcked(world, companion, node)
}

/** Ends the stream if a stanza is not acknowledged in time, where a fault says so. */
function endUnlessAcked(world: World, companion: Companion, node: BinaryNode): void {
  const { connection } = companion
  const { unackedAfterMs } = world.faults
  if (!connection || unackedAfterMs === null) return
  world.timers.after(unackedAfterMs, () => {
    const isWaiting = companion.outbox.get(nameOf(node)) === node
    if (!isWaiting || companion.connection !== connection) return
    world.stats.unackedEnds += 1
    // What still comes over this connection acknowledges nothing any more.
    companion.connection = undefined
    connection.send(unackedNode(node))
    connection.end()
  })
}

/** Waiting stanzas that a client gets without asking for them. */
const unaskedCount = 5

type Queue = { rest: BinaryNode[]; readonly count: number }

/** What each client has still to pull, since its login. */
const queues = new WeakMap<Companion, Queue>()

/**
 * Begins to hand out what the last connection left without acknowledgement: some at once, the rest
 * as the client pulls it.
 */
export function beginQueue(world: World, companion: Companion): void {
  const waiting = [...companion.outbox.values()]
  const queue = { rest: waiting, count: waiting.length }
  queues.set(companion, queue)
  if (waiting.length > 0) {
    const countOf = (tag: string) => String(waiting.filter((node) => node.tag === tag).length)
    const kinds = { message: countOf('message'), receipt: countOf('receipt') }
    const attrs = { count: String(waiting.length), appdata: '0', ...kinds }
    const preview = stanza('offline_preview', { ...attrs, notification: countOf('notification') })
    companion.connection?.send(stanza('ib', {}, [preview]))
  }
  handOut(world, companion, unaskedCount)
}

/** Hands a client the next of what waited for it, and notifies it when that was all. */
export function handOut(world: World, companion: Companion, count: number): void {
  const queue = queues.get(companion)
  if (!queue) return
  const next = queue.rest.splice(0, count)
  for (const node of next) {
    companion.connection?.send({ ...node, attrs: { ...node.attrs, offline: '0' } })
    endUnlessAcked(world, companion, node)
  }
  if (queue.rest.length > 0) return
  queues.delete(companion)
  const end = stanza('offline', { count: String(queue.count) })
  companion.connection?.send(stanza('ib', {}, [end]))
}

/** Takes an `<ack>`, or a `<receipt>` for a message, as the end of what it answers. */
export function settle(companion: Companion, answer: BinaryNode): boolean {
  const { id = '', to = '', type = '', participant = '' } = answer.attrs
  if (answer.tag === 'ack') {
    return companion.outbox.delete(
      answer.attrs.class === 'receipt'
        ? `receipt ${id} ${to} ${participant} ${type}`
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
  return `receipt ${attrs.id} ${attrs.from} ${attrs.participant ?? ''} ${attrs.type ?? ''}`
}
