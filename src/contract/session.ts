import { z } from 'zod'

/** A sign-in that still counts, as its account's holder sees it. */
export const OpenSession = z.object({
  id: z.string(),
  /** From where, in words: `Chrome no Windows`. */
  place: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const OpenSessionWire = z.object({
  id: z.string(),
  aparelho: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  atual: z.boolean(),
})

export const OpenSessionsJson = z.array(
  z.codec(OpenSessionWire, OpenSession, {
    decode: ({ id, aparelho, created_at, expires_at, atual }) => ({
      id,
      place: aparelho,
      createdAt: created_at,
      expiresAt: expires_at,
      isCurrent: atual,
    }),
    encode: ({ id, place, createdAt, expiresAt, isCurrent }) => ({
      id,
      aparelho: place,
      created_at: createdAt,
      expires_at: expiresAt,
      atual: isCurrent,
    }),
  }),
)

/** In this order: a browser names those that it stems from, too. */
const programs = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^node\b|^undici\b/, 'Linha de comando'],
] as const
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** What a `User-Agent` says in words that people use. */
export function placeOf(userAgent: string): string {
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const program = named(programs)
  const system = named(systems)
  if (program && system) return `${program} no ${system}`
  return program ?? system ?? 'Programa desconhecido'
}
