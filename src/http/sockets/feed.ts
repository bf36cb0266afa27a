import type { InstanceListener } from '../../domain/webhooks/instance-feed.ts'

/** Brings what happens to the instances of one user. */
export type Feed = {
  /** Resolves once it brings events, or has not for so long that nobody is to wait for it. */
  opened(): Promise<void>
  close(): void
}

export type FeedListener = InstanceListener & {
  /** Asked before each time that a feed begins: nobody told it what happened until then. */
  checks(userId: string): Promise<void>
}

/** Called where somebody of a user begins to listen. Never throws. */
export type OpenFeed = (userId: string, listener: FeedListener) => Feed

/** Of a program that is alone: all events are told to the listener as it is. */
export const openAtOnce: OpenFeed = () => ({
  opened: async () => undefined,
  close: () => undefined,
})
