import { createHmac } from 'node:crypto'
import { type BinaryNode, jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { z } from 'zod'
import type { AuthStore } from '../keys/auth-store.ts'
import { readJson } from '../keys/note.ts'

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

/** Under this note the account's secret for people without a token is kept, in base64. */
export const SALT_NOTE = 'nct-salt'
const Salt = z.string()

export function writeSalt(salt: Uint8Array): string {
  return JSON.stringify(Buffer.from(salt).toString('base64'))
}

/**
 * What lets a message through to this person: their token, which Baileys adds by itself, or else
 * the account's own proof. A message never has both.
 * @param lid without a device; null where it is not known
 */
export function tokensFor(
  { sock, store }: { readonly sock: WASocket; readonly store: AuthStore },
  lid: string | null,
): { readonly additionalNodes: BinaryNode[] } {
  // WhatsApp's own client adds tokens without asking the property; an answer to it may be late.
  sock.serverProps.privacyTokenOn1to1 = true
  return { additionalNodes: lid === null || isOwn(store, lid) ? [] : proofNodes(store, lid) }
}

/** The same for a copy that is written without Baileys, with the token among the nodes. */
export function tokensForCopy(store: AuthStore, lid: string | null): BinaryNode[] {
  if (lid === null || isOwn(store, lid)) return []
  const { token } = store.readTcToken(lid) ?? {}
  if (!token || !hasFreshToken(store, lid)) return proofNodes(store, lid)
  return [{ tag: 'tctoken', attrs: {}, content: token }]
}

function isOwn({ creds }: AuthStore, lid: string): boolean {
  return jidNormalizedUser(creds.me?.lid) === lid
}

function proofNodes(store: AuthStore, lid: string): BinaryNode[] {
  if (hasFreshToken(store, lid)) return []
  const salt = readJson(store.readNote(SALT_NOTE), Salt)
  if (salt === undefined) return []
  const key = Buffer.from(salt, 'base64')
  const content = createHmac('sha256', key).update(lid).digest()
  return [{ tag: 'cstoken', attrs: {}, content }]
}

export function hasFreshToken(store: Pick<AuthStore, 'readTcToken'>, lid: string): boolean {
  const { token, timestamp } = store.readTcToken(lid) ?? {}
  return Boolean(token?.length) && isTokenFresh(timestamp)
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
