import { z } from 'zod'

/** The page that a passkey of WhatsApp belongs to. */
export const PASSKEY_ORIGIN = 'https://web.whatsapp.com'

/** What a linking still lacks where the account has a passkey. */
export const PasskeyStep = {
  /** The owner shows the passkey on WhatsApp's own page, and brings the answer here. */
  assertion: 'assinatura',
  /** WhatsApp and the phone have the answer. */
  waiting: 'aguardando',
  /** The owner compares this code with the one on the phone. */
  confirm: 'confirmar',
} as const
export type PasskeyStep = (typeof PasskeyStep)[keyof typeof PasskeyStep]

const PasskeyWire = z.object({
  passo: z.enum(PasskeyStep),
  pedido: z.string().nullable(),
  trecho: z.string().nullable(),
  codigo: z.string().nullable(),
  ate: z.iso.datetime(),
})

/** The demand for a passkey. */
export const Passkey = z.object({
  step: z.enum(PasskeyStep),
  /** What the page asks the browser for, as JSON; null once it was answered. */
  request: z.string().nullable(),
  /** To paste into the developer tools of a web.whatsapp.com tab; it copies the answer. */
  snippet: z.string().nullable(),
  /** The code that the phone shows too. */
  code: z.string().nullable(),
  /** When this step ends. */
  until: z.iso.datetime(),
})
export type Passkey = z.infer<typeof Passkey>

export const PasskeyJson = z.codec(PasskeyWire, Passkey, {
  decode: ({ passo, pedido, trecho, codigo, ate }) => ({
    step: passo,
    request: pedido,
    snippet: trecho,
    code: codigo,
    until: ate,
  }),
  encode: ({ step, request, snippet, code, until }) => ({
    passo: step,
    pedido: request,
    trecho: snippet,
    codigo: code,
    ate: until,
  }),
})
