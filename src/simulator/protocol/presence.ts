import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Companion } from '../world/world.ts'

/** What a client has told of its presence since its login: a type, and the name it told with it. */
export type Presence = { type: string | null; name: string | null }

const presences = new WeakMap<Companion, Presence[]>()

export function notePresence(companion: Companion, { attrs }: BinaryNode): void {
  const told = { type: attrs.type ?? null, name: attrs.name ?? null }
  presences.set(companion, [...presencesOf(companion), told])
}

export function presencesOf(companion: Companion): readonly Presence[] {
  return presences.get(companion) ?? []
}

export function forgetPresences(companion: Companion): void {
  presences.delete(companion)
}
