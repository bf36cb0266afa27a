import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Companion } from '../world/world.ts'
import { childrenOf } from './stanza.ts'

/** What a client has told of its presence since its login: a type, and the name it told with it. */
export type Presence = { type: string | null; name: string | null }

/** Something else that it has told: messages read, calls refused, typing. */
export type Told = { what: string; about: string; to: string }

const TOLD_MAX_COUNT = 1000

const presences = new WeakMap<Companion, Presence[]>()
const tellings = new WeakMap<Companion, Told[]>()

export function notePresence(companion: Companion, { attrs }: BinaryNode): void {
  const told = { type: attrs.type ?? null, name: attrs.name ?? null }
  presences.set(companion, [...presencesOf(companion), told])
}

export function presencesOf(companion: Companion): readonly Presence[] {
  return presences.get(companion) ?? []
}

export function noteTold(companion: Companion, told: Told): void {
  tellings.set(companion, [...toldBy(companion), told].slice(-TOLD_MAX_COUNT))
}

export function toldBy(companion: Companion): readonly Told[] {
  return tellings.get(companion) ?? []
}

/** Notes each message that a receipt says was read. */
export function noteRead(companion: Companion, receipt: BinaryNode): void {
  const { id = '', type = '', to = '' } = receipt.attrs
  const listed = childrenOf(childrenOf(receipt)[0]).map(({ attrs }) => attrs.id ?? '')
  for (const about of [id, ...listed]) noteTold(companion, { what: type, about, to })
}

export function forgetPresences(companion: Companion): void {
  presences.delete(companion)
  tellings.delete(companion)
}
