import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Companion } from '../world/world.ts'
import { childrenOf } from './stanza.ts'

/** What a client has told of its presence since its login: a type, and the name it told with it. */
export type Presence = { type: string | null; name: string | null }

/** Something else that it has told: messages read, calls refused, typing. */
export type Report = { what: string; about: string; to: string }

const REPORTS_MAX_COUNT = 1000

const presences = new WeakMap<Companion, Presence[]>()
const reports = new WeakMap<Companion, Report[]>()

export function notePresence(companion: Companion, { attrs }: BinaryNode): void {
  const told = { type: attrs.type ?? null, name: attrs.name ?? null }
  presences.set(companion, [...presencesOf(companion), told])
}

export function presencesOf(companion: Companion): readonly Presence[] {
  return presences.get(companion) ?? []
}

export function noteReport(companion: Companion, report: Report): void {
  reports.set(companion, [...reportsOf(companion), report].slice(-REPORTS_MAX_COUNT))
}

export function reportsOf(companion: Companion): readonly Report[] {
  return reports.get(companion) ?? []
}

/** Notes each message that a receipt says was read. */
export function noteRead(companion: Companion, receipt: BinaryNode): void {
  const { id = '', type = '', to = '' } = receipt.attrs
  const listed = childrenOf(childrenOf(receipt)[0]).map(({ attrs }) => attrs.id ?? '')
  for (const about of [id, ...listed]) noteReport(companion, { what: type, about, to })
}

export function forgetPresences(companion: Companion): void {
  presences.delete(companion)
  reports.delete(companion)
}
