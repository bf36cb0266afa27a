import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { TOKEN_LIFETIME_SECONDS } from '../contract/limits.ts'
import type { Tokens } from '../domain/accounts/credentials.ts'
import { hmacKey } from './hmac-key.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'disparo'

const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  gen: z.int(),
  exp: z.int(),
})

/** Signs and checks session tokens with the daemon's secret. */
export async function createTokens({
  secret,
  now,
}: {
  readonly secret: string
  /** Epoch milliseconds. */
  readonly now: () => number
}): Promise<Tokens> {
  const key = await hmacKey(secret)
  return {
    async sign({ userId, sessionId, generation }) {
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({ sid: sessionId, gen: generation })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
        .sign(key)
    },

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          currentDate: new Date(now()),
        })
        const claims = Claims.safeParse(payload)
        if (!claims.success) return undefined
        const { sub, sid, gen, exp } = claims.data
        const expiresAt = new Date(exp * 1000).toISOString()
        return { userId: sub, sessionId: sid, generation: gen, expiresAt }
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
