import type { WASocket } from '@whiskeysockets/baileys'
import { toNumber } from '@whiskeysockets/baileys'
import { z } from 'zod'
import { isPersonJid, lidJid } from '../../contract/jid.ts'
import type { Acquaintance, Lookup, LookupRequest } from '../../domain/messenger.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import { readJson } from '../keys/note.ts'
import { hasFreshToken, isTokenFresh } from '../sending/privacy-token.ts'
import { isOwnUser, personOf, userOf, usersOf } from './people.ts'

export type Acquaintances = ReturnType<typeof createAcquaintances>

/** Seconds since 1970 of the person's newest message, and of the first noted one to them. */
const Contact = z.object({
  heardAt: z.number().exactOptional(),
  wroteAt: z.number().exactOptional(),
})
type Contact = Readonly<z.infer<typeof Contact>>

/**
 * Knows with whom an account is in conversation: who gave it a privacy token, or wrote to it of
 * late. WhatsApp takes messages to them whatever limits are on the account's first messages.
 */
export function createAcquaintances(store: AuthStore) {
  return { listen, withAcquaintance, withPerson, knows, noteSent }

  function listen(sock: WASocket): void {
    sock.ev.on('messages.upsert', ({ messages }) => {
      for (const { key, messageTimestamp } of messages) {
        const at = toNumber(messageTimestamp) || nowSeconds()
        for (const jid of [key.remoteJid, key.remoteJidAlt]) {
          if (jid && isPersonJid(jid))
            note(userOf(jid), key.fromMe ? { wroteAt: at } : { heardAt: at })
        }
      }
    })
  }

  function withAcquaintance(lookup: Lookup): Lookup {
    if (lookup.result !== 'found') return lookup
    const users = new Set([...usersOf({ phoneJid: lookup.jid, lid: lookup.lid }), lookup.phone])
    return { ...lookup, acquaintance: acquaintanceOf([...users]) }
  }

  /** Answers from what is stored, without a query. */
  function withPerson({ phone, candidates }: LookupRequest): Acquaintance {
    const phones = [...new Set([phone, ...candidates])]
    const users = phones.flatMap((each) => [each, store.readLidUser(each) ?? each])
    return acquaintanceOf([...new Set(users)])
  }

  function knows(jid: string): boolean {
    return isKnown(userOf(jid)) || isKnown(personOf(store, jid))
  }

  /** Notes that a message to this person was accepted. */
  function noteSent(jid: string): void {
    const user = personOf(store, jid)
    if (find(user)?.wroteAt === undefined) note(user, { wroteAt: nowSeconds() })
  }

  function acquaintanceOf(users: readonly string[]): Acquaintance {
    if (users.some(isKnown)) return 'conversation'
    return users.some(isWrittenTo) ? 'written_to' : 'none'
  }

  function isKnown(user: string): boolean {
    if (isOwnUser(store.creds.me, user) || hasFreshToken(store, lidJid(user))) return true
    return isTokenFresh(find(user)?.heardAt)
  }

  function isWrittenTo(user: string): boolean {
    if (find(user)?.wroteAt !== undefined) return true
    return store.readTcToken(lidJid(user))?.senderTimestamp !== undefined
  }

  function find(user: string): Contact | undefined {
    return readJson(store.readNote(nameOf(user)), Contact)
  }

  function note(user: string, seen: Contact): void {
    const before = find(user)
    const heardAt = Math.max(before?.heardAt ?? 0, seen.heardAt ?? 0)
    const wroteAt = before?.wroteAt ?? seen.wroteAt
    const after = { ...(heardAt > 0 && { heardAt }), ...(wroteAt !== undefined && { wroteAt }) }
    // A note for every message of a lively conversation would swell the key log.
    const isChanged =
      wroteAt !== before?.wroteAt || heardAt - (before?.heardAt ?? 0) > NOTED_AGAIN_SECONDS
    if (isChanged) store.saveNote(nameOf(user), JSON.stringify(after))
  }
}

const NOTED_AGAIN_SECONDS = 24 * 3600

function nameOf(user: string): string {
  return `person/${user}`
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
