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

/** The demand for a passkey, with the names that it has on the wire. */
export const Passkey = z.object({
  passo: z.enum(PasskeyStep),
  /** What the page asks the browser for, as JSON; null once it was answered. */
  pedido: z.string().nullable(),
  /** To paste into the developer tools of a web.whatsapp.com tab; it copies the answer. */
  trecho: z.string().nullable(),
  /** The code that the phone shows too. */
  codigo: z.string().nullable(),
  /** When this step ends. */
  ate: z.iso.datetime(),
})
export type Passkey = z.infer<typeof Passkey>
