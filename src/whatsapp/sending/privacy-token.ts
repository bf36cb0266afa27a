import type { AuthStore } from '../keys/auth-store.ts'

const WEEK_SECONDS = 7 * 24 * 3600

/**
 * Records that Baileys has just given this contact a privacy token, which is due once a week.
 * Baileys records it in a transaction that is over by then, and without this would issue another
 * one after every message.
 */
export function rememberIssuedToken(store: AuthStore, lid: string): void {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const known = store.readTcToken(lid)
  if (known?.senderTimestamp && weekOf(known.senderTimestamp) === weekOf(nowSeconds)) return
  void store.keys.set({
    tctoken: { [lid]: { token: Buffer.alloc(0), ...known, senderTimestamp: nowSeconds } },
  })
}

/** Tokens are good for the week they were made in and the three that follow. */
const TOKEN_WEEKS = 4

/** @param timestamp seconds since 1970, as a number or as text */
export function isTokenFresh(timestamp: string | number | null | undefined): boolean {
  const seconds = Number(timestamp ?? Number.NaN)
  const nowSeconds = Math.floor(Date.now() / 1000)
  return weekOf(seconds) > weekOf(nowSeconds) - TOKEN_WEEKS
}

function weekOf(seconds: number): number {
  return Math.floor(seconds / WEEK_SECONDS)
}
