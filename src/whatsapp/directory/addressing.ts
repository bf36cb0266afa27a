import { z } from 'zod'
import { FIRST_MESSAGE_REFUSED } from '../../domain/account-limits.ts'
import { BAD_REQUEST } from '../../domain/whatsapp-codes.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import { readJson } from '../keys/note.ts'

/** Whether an account's chats are at LIDs or at phone numbers; WhatsApp refuses the other. */
const AddressingMode = z.enum(['lid', 'pn', 'unknown'])
type AddressingMode = z.infer<typeof AddressingMode>

/** Both names of a person; one of them may be unknown. */
export type Identity = { readonly phoneJid: string | null; readonly lid: string | null }

/** How a message names its recipient: every jid in it is of the same name space. */
export type Address = {
  readonly jid: string
  readonly isLid: boolean
  readonly attributes: Readonly<Record<string, string>>
}

/** For a refused message: use the recipient's other name, reread the devices, or give up. */
export type Repair = 'switch' | 'reread' | 'none'

export type Addressing = ReturnType<typeof createAddressing>

const Kept = z.object({
  mode: AddressingMode.default('unknown'),
  /** By which name a message was last accepted. */
  proven: z.enum(['lid', 'pn']).nullable().default(null),
  /** The server's property for migrated accounts, as it was last read. */
  property: z.boolean().nullable().default(null),
  /** Messages that had to be refused for the mode to be learned. */
  wasted: z.number().default(0),
})
type Kept = Readonly<z.output<typeof Kept>>

const NOTE = 'addressing'
/** Each refusal looks like abuse to the server, so a mode that flutters is settled after these. */
const WASTED_MAX = 3

/**
 * Knows by which names an account writes to people, and learns it from what WhatsApp says and does.
 * The newest sign wins; it is kept with the device's keys.
 */
export function createAddressing(store: Pick<AuthStore, 'readNote' | 'saveNote'>) {
  let kept = readKept(store)
  /** The first person whose LID was refused; after a second one the account's mode is wrong. */
  let suspect: string | null = null
  return {
    mode: () => kept.mode,
    addressOf: (identity: Identity) => addressOf(kept.mode, identity),
    onMigrated,
    onProperty,
    accepted,
    repairFor,
  }

  /** Takes the mode that a pairing, or the account's own phone, states. */
  function onMigrated(isMigrated: boolean): void {
    keep({ mode: isMigrated ? 'lid' : 'pn', proven: null, wasted: 0 })
  }

  /** Takes the server's property only when it changes: refusals since then have taught more. */
  function onProperty(isOn: boolean): void {
    if (kept.property === isOn) return
    keep({ property: isOn, ...(isOn && { mode: 'lid', wasted: 0 }) })
  }

  function accepted({ isLid }: Pick<Address, 'isLid'>): void {
    suspect = null
    const proven = isLid ? 'lid' : 'pn'
    // A number is also how an account of unknown mode writes to people without a LID.
    const mode = isLid ? 'lid' : kept.mode
    if (kept.proven !== proven || kept.mode !== mode) keep({ mode, proven })
  }

  /** Decides about a refused message, and learns from the refusal. */
  function repairFor(refused: {
    readonly code: number
    readonly isLid: boolean
    readonly identity: Identity
    /** The person's devices were read just now. */
    readonly isFresh: boolean
    /** WhatsApp has locked the account's first messages. */
    readonly isLocked: boolean
  }): Repair {
    const { code, isLid, identity } = refused
    if (kept.wasted >= WASTED_MAX) return settle()
    if (code === BAD_REQUEST && isLid && identity.phoneJid !== null) {
      return repairLid(refused)
    }
    if (code !== FIRST_MESSAGE_REFUSED || refused.isLocked) return 'none'
    if (isLid || identity.lid === null) return 'none'
    keep({ mode: 'lid', wasted: kept.wasted + 1 })
    return 'switch'
  }

  function repairLid({ identity, isFresh }: { identity: Identity; isFresh: boolean }): Repair {
    const isSecond = suspect !== null && suspect !== identity.lid
    suspect ??= identity.lid
    const isEnough = isSecond || (isFresh && kept.proven !== 'lid')
    keep({ wasted: kept.wasted + 1, ...(isEnough && { mode: 'pn' }) })
    if (isEnough) return 'switch'
    return isFresh ? 'none' : 'reread'
  }

  /** Stops learning from refusals: the mode is the one that worked. */
  function settle(): Repair {
    if (kept.proven !== null && kept.mode !== kept.proven) keep({ mode: kept.proven })
    return 'none'
  }

  function keep(changes: Partial<Kept>): void {
    kept = { ...kept, ...changes }
    store.saveNote(NOTE, JSON.stringify(kept))
  }
}

/** Null where the account needs a LID that the person does not have. */
function addressOf(mode: AddressingMode, { phoneJid, lid }: Identity): Address | null {
  if (mode !== 'pn' && lid !== null) return byLid(lid, phoneJid)
  if (mode === 'lid') return null
  if (phoneJid === null) return lid === null ? null : byLid(lid, null)
  const attributes = lid === null ? {} : { peer_recipient_lid: lid }
  return { jid: phoneJid, isLid: false, attributes }
}

function byLid(lid: string, phoneJid: string | null): Address {
  const attributes = phoneJid === null ? {} : { peer_recipient_pn: phoneJid }
  return { jid: lid, isLid: true, attributes }
}

function readKept(store: Pick<AuthStore, 'readNote'>): Kept {
  return readJson(store.readNote(NOTE), Kept) ?? Kept.parse({})
}
