import { Buffer } from 'node:buffer'

/** `security/tokens.ts` inside the simulated machine: its key needs no other thread. */
export async function createTokens({ now }: { readonly now: () => number }) {
  return {
    sign: async (claims: Readonly<Record<string, unknown>>) =>
      `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.z`,
    verify: async (token: string) => ({
      ...JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
      expiresAt: new Date(now() + 60_000).toISOString(),
    }),
  }
}
