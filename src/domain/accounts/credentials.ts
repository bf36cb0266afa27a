import type { StoredUser } from '../../contract/account.ts'

/** What a signed token says. */
type TokenClaims = {
  readonly userId: string
  readonly sessionId: string
  readonly generation: number
}

export type Tokens = {
  sign(claims: TokenClaims): Promise<string>
  /** Returns `undefined` for a token that is not ours, was altered or has expired. */
  verify(token: string): Promise<(TokenClaims & { readonly expiresAt: string }) | undefined>
}

export type Passwords = {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
  /**
   * A hash that no password matches, checked for an unknown e-mail, so that it takes as long as a
   * known one.
   */
  readonly dummyHash: string
}

/** The account that makes a call, by a session's token or by the apikey (`session` is null). */
export type Caller = {
  readonly user: StoredUser
  readonly session: { readonly id: string; readonly expiresAt: string } | null
}

export type Credentials =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'apikey'; readonly key: string }
