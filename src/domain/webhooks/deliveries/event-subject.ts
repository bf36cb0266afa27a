import { formatPhone } from '../../../contract/display.ts'

/** Names and phones of what an event may be about, the first that is there. */
const NAMES = ['nome', 'name', 'connection_name', 'pushName', 'subject'] as const
const PHONES = ['contato', 'phone', 'remoteJid', 'device_id'] as const
const NAME_MAX_LENGTH = 60
const REFUSED = /[\p{C}\ufffd]+/gu

/** Whom or what an event is about, for people; empty where it does not say. */
export function subjectOf(data: unknown): { readonly about?: string } {
  const first: unknown = Array.isArray(data) ? data[0] : data
  const fields: Readonly<Record<string, unknown>> = {
    ...Object(first),
    ...Object(Object(first).key),
  }
  const textIn = (names: readonly string[]) => {
    for (const name of names) {
      const value = fields[name]
      if (typeof value === 'string' && value.trim() !== '') return value
    }
    return undefined
  }
  const name = textIn(NAMES)?.replace(REFUSED, ' ').trim().slice(0, NAME_MAX_LENGTH)
  const digits = /^\d{8,15}(?=$|@s\.whatsapp\.net$)/.exec(textIn(PHONES) ?? '')?.[0]
  const parts = [name, digits && formatPhone(digits)].filter(Boolean)
  return parts.length > 0 ? { about: parts.join(' · ') } : {}
}
