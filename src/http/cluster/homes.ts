import type { Context } from 'hono'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { HomeFeed } from '../../domain/webhooks/instance-feed.ts'
import type { Env } from '../requests/client.ts'

/** Answers the calls of one account. */
export type EngineCalls = {
  answer(endpoint: Endpoint, c: Context<Env>): Promise<Response>
}

/** The engine of an account, as those who reach its node see it. */
export type HomeEngine = EngineCalls & {
  /** The events of the account's instances. */
  readonly feed: HomeFeed
}

export type Home =
  | { readonly kind: 'here'; readonly engine: HomeEngine }
  | { readonly kind: 'there'; readonly node: { readonly url: string } }

/** Where accounts are at home. */
export type Homes = {
  /** Waits while an account moves. @throws AppError `no_home`, `storage_unavailable` */
  find(userId: string): Promise<Home>
  /** Drops what was found: the account's home is looked up again. */
  forget(userId: string): void
}
