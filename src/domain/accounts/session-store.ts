/** Sessions that were ended before their token expires. */
export type SessionStore = {
  isRevoked(sessionId: string): Promise<boolean>
  /** Durable when it resolves. Past `expiresAt` (ISO) the token is refused as expired anyway. */
  revoke(sessionId: string, expiresAt: string): Promise<void>
}
