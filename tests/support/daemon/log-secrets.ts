/**
 * What no log may hold: passwords, keys, tokens, cookies, phones of contacts, texts of messages.
 * Callers register here what they send to a daemon, and each log is searched when its daemon ends.
 */

/** The kind of a secret, for the error that names it without showing it. */
type Kind = 'password' | 'key' | 'token' | 'phone' | 'text'

/**
 * Fields of bodies and answers whose values are secrets. Device ids are phones too, but may be
 * logged.
 */
const kinds: Readonly<Record<string, Kind>> = {
  password: 'password',
  current: 'password',
  senha: 'password',
  apikey: 'key',
  apiKey: 'key',
  hash: 'key',
  segredo: 'key',
  secret: 'key',
  token: 'token',
  phone: 'phone',
  telefone: 'phone',
  contato: 'phone',
  number: 'phone',
  texto: 'text',
  text: 'text',
  caption: 'text',
  conversation: 'text',
}
/** Shorter secrets could be a part of ordinary words. */
const LEAST_LENGTH = 8

/** Patterns of secrets, whoever they belong to. */
const shapes: readonly (readonly [Kind, RegExp])[] = [
  ['token', /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/],
  ['key', /\b(?:Bearer|Basic) [\w.~+/=-]{8,}/i],
  ['token', /"(?:set-)?cookie":"[^"]+=/i],
  ['password', /\$(?:scrypt|argon2\w*|2[aby])\$/],
]

/** The known secrets, by the address of the daemon that got them. */
const known = new Map<string, Map<string, Kind>>()

/** Remembers the secrets in something that is sent to a daemon, or comes from it. */
export function keepSecrets(url: string, value: unknown): void {
  const own = known.get(url) ?? new Map<string, Kind>()
  known.set(url, own)
  collect(value, own)
}

function collect(value: unknown, own: Map<string, Kind>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, field] of Object.entries(value)) {
    const kind = kinds[name]
    if (kind === undefined || typeof field !== 'string') collect(field, own)
    else if (field.length >= LEAST_LENGTH) own.set(field, kind)
  }
}

/** @throws Error that names the first line with a secret in it, and shows all but the secret */
export function searchLog(url: string, log: string): void {
  const own = known.get(url) ?? new Map<string, Kind>()
  known.delete(url)
  if (log === '') return
  const numbers = new Set(log.match(/\d{8,}/g))
  for (const [secret, kind] of own) {
    const written =
      kind === 'phone' ? numberIn(secret, numbers) : JSON.stringify(secret).slice(1, -1)
    if (written !== undefined && log.includes(written)) throw leak(log, { kind, written })
  }
  for (const [kind, shape] of shapes) {
    const written = shape.exec(log)?.[0]
    if (written !== undefined) throw leak(log, { kind, written })
  }
}

/** The phone among the numbers of a log, with or without its country code. */
function numberIn(phone: string, numbers: ReadonlySet<string>): string | undefined {
  const digits = phone.replace(/\D/g, '')
  return [digits, `55${digits}`].find((each) => numbers.has(each))
}

function leak(log: string, { kind, written }: { readonly kind: Kind; readonly written: string }) {
  const line = log.split('\n').find((each) => each.includes(written)) ?? ''
  return new Error(`a daemon logged a ${kind}: ${line.replaceAll(written, '***').slice(0, 600)}`)
}
