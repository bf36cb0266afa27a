import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Passes } from '../domain/cluster/passed-call.ts'
import { hmacKey } from './hmac-key.ts'

const ALGORITHM = 'HS256'
/** Not the issuer of session tokens: neither ever passes for the other, whatever the secrets. */
const ISSUER = 'disparo-node'
/** A pass is read as soon as the head of its call has arrived. */
const LIFETIME_SECONDS = 15
/** By how much the clocks of two nodes may differ. */
const CLOCK_TOLERANCE_SECONDS = 15

const Claims = z.object({
  sub: z.string(),
  method: z.string(),
  path: z.string(),
  address: z.string(),
  secure: z.boolean(),
})

/**
 * Passes signed with the secret that all nodes have. A pass alone lets nobody in: whoever replays
 * one within its lifetime still needs the credentials of the call itself. Only the pass for a feed
 * is enough, and no client's call has the path of that.
 */
export async function createPasses({
  secret,
  now,
}: {
  readonly secret: string
  /** Epoch milliseconds. */
  readonly now: () => number
}): Promise<Passes> {
  const key = await hmacKey(secret)
  return {
    async issue({ userId, method, path, address, isSecure }) {
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({ method, path, address, secure: isSecure })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key)
    },

    async read(pass) {
      try {
        const { payload } = await jwtVerify(pass, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['exp'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: new Date(now()),
        })
        const claims = Claims.safeParse(payload)
        if (!claims.success) return undefined
        const { sub, method, path, address, secure } = claims.data
        return { userId: sub, method, path, address, isSecure: secure }
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
