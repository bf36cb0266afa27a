import type { InstanceListener } from '../../domain/webhooks/instance-feed.ts'

/** Brings the events of one user's instances. */
export type Feed = {
  /** Resolves once events come, or after as long as a client may be kept waiting. */
  opened(): Promise<void>
  close(): void
}

export type FeedListener = InstanceListener & {
  /**
   * Checks the user's clients again, before each beginning of a feed: what happened until then was
   * not published to it.
   */
  checks(userId: string): Promise<void>
}

/** Called when the first client of a user begins to listen. Never throws. */
export type OpenFeed = (userId: string, listener: FeedListener) => Feed

/** The feed where the daemon is alone: the listener gets all events directly. */
export const openAtOnce: OpenFeed = () => ({
  opened: async () => undefined,
  close: () => undefined,
})
