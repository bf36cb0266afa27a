import { z } from 'zod'
import { StreamEnd } from '../protocol/end-kinds.ts'
import { AccountFields, LimitFields } from '../world/account-settings.ts'
import { BehaviourFields } from '../world/behaviour.ts'
import type { PlainStanza } from './control.ts'

/** What the control takes over HTTP; unknown fields are refused, so that a typo is seen. */

const PhoneNumber = z.string().regex(/^\+?[1-9]\d{7,14}$/)

export const ScanRequest = z.strictObject({
  qr: z.string().min(1),
  phone: PhoneNumber,
  name: z.string().exactOptional(),
})

export const CodeRequest = z.strictObject({
  code: z.string().min(1),
  phone: PhoneNumber,
  name: z.string().exactOptional(),
})

export const PasskeyRequest = z.strictObject({
  phone: PhoneNumber,
  request: z.string().min(2),
  origin: z.string().exactOptional(),
})

export const BehaviourRequest = z.strictObject({
  who: z.string().regex(/^[\d*]{1,20}$/),
  behaviour: BehaviourFields,
})

export const PhoneRequest = z.strictObject({
  phone: PhoneNumber,
  change: z.enum(['reinstall', 'forget', 'link', 'unlink', 'migrate']),
})

export const AccountRequest = z.strictObject({ phone: PhoneNumber, settings: AccountFields })

export const InboundRequest = z
  .strictObject({
    from: PhoneNumber,
    to: PhoneNumber,
    /** May be empty only beside an image, a file, a place or a contact. */
    text: z.string(),
    image: z.base64().exactOptional(),
    file: z
      .strictObject({
        kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
        bytes: z.base64(),
        mimeType: z.string().min(1),
        name: z.string().exactOptional(),
        seconds: z.int().exactOptional(),
        isVoice: z.boolean().exactOptional(),
      })
      .exactOptional(),
    place: z
      .strictObject({
        latitude: z.number(),
        longitude: z.number(),
        name: z.string().exactOptional(),
      })
      .exactOptional(),
    contact: z.strictObject({ name: z.string().min(1), phone: PhoneNumber }).exactOptional(),
    pushName: z.string().exactOptional(),
    group: z
      .string()
      .regex(/^[\d-]+@g\.us$/)
      .exactOptional(),
    edits: z.string().exactOptional(),
    takesBack: z.string().exactOptional(),
  })
  .refine(({ text, image, file, place, contact }) =>
    Boolean(text || image || file || place || contact),
  )

export const OwnRequest = z.strictObject({
  from: PhoneNumber,
  to: PhoneNumber,
  text: z.string().min(1),
  edits: z.string().exactOptional(),
  takesBack: z.string().exactOptional(),
})

const Stanza: z.ZodType<PlainStanza> = z.strictObject({
  tag: z.string().min(1),
  attrs: z.record(z.string(), z.string()),
  content: z.array(z.lazy(() => Stanza)).exactOptional(),
})

export const StanzaRequest = z.strictObject({ phone: PhoneNumber, node: Stanza })

export const NoiseRequest = z.strictObject({ phone: PhoneNumber })

export const HistoryRequest = z.strictObject({ phone: PhoneNumber, people: z.array(PhoneNumber) })

export const ReadRequest = z.strictObject({
  phone: PhoneNumber,
  messageId: z.string().exactOptional(),
})

export const DropRequest = z.strictObject({ phone: PhoneNumber.exactOptional() })

export const StreamRequest = z.strictObject({
  phone: PhoneNumber.exactOptional(),
  code: StreamEnd,
})

export const LogOutRequest = z.strictObject({
  phone: PhoneNumber,
  device: z.int().min(1).exactOptional(),
})

export const LimitsRequest = z.strictObject({ phone: PhoneNumber, limits: LimitFields })
