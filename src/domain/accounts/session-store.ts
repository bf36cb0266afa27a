/** Sessions that ended before their token did. */
export type SessionStore = {
  isRevoked(sessionId: string): Promise<boolean>
  /** Durable when it resolves. After `expiresAt` (ISO) the token is refused for its age alone. */
  revoke(sessionId: string, expiresAt: string): Promise<void>
}
