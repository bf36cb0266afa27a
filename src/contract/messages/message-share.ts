import { z } from 'zod'
import type { MessageFile } from './message-file.ts'

/** What a message shares beside words: a file, a place, or people's numbers. */

export const SharedPlace = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: z.string().nullable(),
  address: z.string().nullable(),
})
export type SharedPlace = z.infer<typeof SharedPlace>

export const SharedContact = z.object({
  name: z.string().nullable(),
  numbers: z.array(
    z.object({
      /** As it was written. */
      text: z.string(),
      /** E.164 digits where WhatsApp knows the number; null elsewhere. */
      phone: z.string().nullable(),
    }),
  ),
})
export type SharedContact = z.infer<typeof SharedContact>

/** Each is absent where there is none, and from messages that earlier versions have kept. */
export type MessageShare = {
  readonly file?: MessageFile | undefined
  readonly place?: SharedPlace | undefined
  readonly contacts?: SharedContact[] | undefined
}

/** Further contacts of a message are not kept. */
const CONTACTS_MAX_COUNT = 50
const NUMBERS_MAX_COUNT = 5
const TEXT_LENGTH = 200
/** A vCard may hold a picture. */
const CARD_LENGTH = 64 * 1024
const LINES_MAX_COUNT = 100

const Text = z
  .string()
  .transform((text) => text.trim().slice(0, TEXT_LENGTH) || null)
  .nullable()
  .catch(null)

const Place = z.object({
  degreesLatitude: z.number(),
  degreesLongitude: z.number(),
  name: Text,
  address: Text,
})
const Card = z.object({ displayName: Text, vcard: z.string().catch('') })
const Cards = z.object({ contacts: z.array(z.unknown()) })

/** Reads a place of a message in WhatsApp's own format. */
export function readPlace(part: unknown): MessageShare {
  const read = Place.safeParse(part)
  if (!read.success) return {}
  const { degreesLatitude: latitude, degreesLongitude: longitude, name, address } = read.data
  const place = SharedPlace.safeParse({ latitude, longitude, name, address })
  return place.success ? { place: place.data } : {}
}

/** Reads the one person of a message whose number it shares. */
export function readContact(part: unknown): MessageShare {
  return contactsOf([part])
}

/** Reads several of them. */
export function readContacts(part: unknown): MessageShare {
  return contactsOf(Cards.safeParse(part).data?.contacts ?? [])
}

function contactsOf(cards: readonly unknown[]): MessageShare {
  const contacts = cards.slice(0, CONTACTS_MAX_COUNT).flatMap((card) => {
    const read = Card.safeParse(card)
    return read.success ? [readCard(read.data)] : []
  })
  return contacts.length > 0 ? { contacts } : {}
}

/** Reads a card in the format vCard, whose long lines go on after a space. */
function readCard({ displayName, vcard }: z.infer<typeof Card>): SharedContact {
  const lines = vcard
    .slice(0, CARD_LENGTH)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/, LINES_MAX_COUNT)
    .map(readLine)
  const written = lines.find(({ field }) => field === 'FN')?.value ?? null
  const numbers = lines
    .filter(({ field, value }) => field === 'TEL' && value !== null)
    .slice(0, NUMBERS_MAX_COUNT)
    .map(({ parameters, value }) => ({ text: value ?? '', phone: phoneIn(parameters) }))
  return { name: displayName ?? written, numbers }
}

/** `item1.TEL;type=CELL;waid=5561999990001:+55 61 99999-0001` */
function readLine(line: string) {
  const end = line.indexOf(':')
  const [label = '', ...parameters] = line.slice(0, Math.max(0, end)).split(';')
  const value = Text.parse(line.slice(end + 1).replace(/\\([,;\\])/g, '$1'))
  const field = label.slice(label.lastIndexOf('.') + 1).toUpperCase()
  return { field, parameters, value }
}

function phoneIn(parameters: readonly string[]): string | null {
  const named = parameters.find((parameter) => /^waid=\d{8,15}$/i.test(parameter))
  return named?.slice(named.indexOf('=') + 1) ?? null
}
