import type { CallNode } from '../../domain/cluster/node-call.ts'
import type { Passes } from '../../domain/cluster/passed-call.ts'
import { FEED_PATH } from './feed-answer.ts'
import { type FeedItem, linesOf, readFeedLine } from './feed-lines.ts'
import { PASS_HEADER, PASS_REFUSED, untakenBy } from './pass.ts'

export type FeedCallNeeds = { readonly passes: Passes; readonly callNode: CallNode }

/** Asks other nodes for the feeds of accounts that are at home there. */
export function createFeedCalls({ passes, callNode }: FeedCallNeeds) {
  return callFeed

  /**
   * Yields the events of an account's instances. The first item, and each sign of life, is null:
   * from the first on nothing is missed. Ends where the account is about to move, or has moved.
   * @throws NodeUnanswered, and whatever else the call breaks off with
   */
  async function* callFeed({
    url,
    userId,
    signal,
  }: {
    readonly url: string
    readonly userId: string
    readonly signal: AbortSignal
  }): AsyncGenerator<FeedItem | null> {
    const method = 'GET'
    const passed = { userId, method, path: FEED_PATH, address: '', isSecure: false }
    const answer = await callNode({
      ...{ url, method, signal, target: FEED_PATH, body: { kind: 'none' } },
      headers: { [PASS_HEADER]: await passes.issue(passed) },
    })
    try {
      const untaken = untakenBy(answer.headers)
      if (untaken === 'moved') return
      if (untaken) throw new Error(PASS_REFUSED)
      // A node of an earlier version has no feeds.
      if (answer.status !== 200) throw new Error(`the node answered ${answer.status}`)
      for await (const line of linesOf(answer.pieces)) yield readFeedLine(line)
    } finally {
      answer.cancel()
    }
  }
}
