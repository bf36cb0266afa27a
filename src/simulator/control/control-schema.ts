import { z } from 'zod'
import { ClientVersion, LoginFailure, StreamEnd } from '../protocol/ends.ts'
import { AccountFields } from '../world/account-settings.ts'
import type { PlainStanza } from './control.ts'

/** What the control takes over HTTP; unknown fields are refused, so that a typo is seen. */

const PhoneNumber = z.string().regex(/^\+?[1-9]\d{7,14}$/)
const DelayMs = z.int().min(0).max(86_400_000)

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

export const BehaviourFields = z.strictObject({
  absent: z.boolean().exactOptional(),
  noNinthDigit: z.boolean().exactOptional(),
  lid: z.enum(['usual', 'none', 'changed']).exactOptional(),
  hidesNumber: z.boolean().exactOptional(),
  devices: z.int().min(1).max(10).exactOptional(),
  deadDevice: z.int().exactOptional(),
  noOneTimeKey: z.boolean().exactOptional(),
  ackDelayMs: DelayMs.exactOptional(),
  ackError: z.int().min(0).exactOptional(),
  silent: z.boolean().exactOptional(),
  ackLost: z.boolean().exactOptional(),
  undelivered: z.boolean().exactOptional(),
  deliveryDelayMs: DelayMs.exactOptional(),
  readDelayMs: DelayMs.nullable().exactOptional(),
  retryFirst: z.boolean().exactOptional(),
  unreadCopies: z.int().min(0).exactOptional(),
  unreadDevice: z.int().exactOptional(),
  incapable: z.boolean().exactOptional(),
  receiptFirst: z.boolean().exactOptional(),
  listedReceipts: z.boolean().exactOptional(),
  receiptsFrom: z.enum(['lid', 'pn']).exactOptional(),
})

export const BehaviourRequest = z.strictObject({
  who: z.string().regex(/^[\d*]{1,20}$/),
  behaviour: BehaviourFields,
})

export const PhoneRequest = z.strictObject({
  phone: PhoneNumber,
  change: z.enum(['reinstall', 'link', 'unlink', 'migrate']),
})

export const AccountRequest = z.strictObject({ phone: PhoneNumber, settings: AccountFields })

export const UsyncErrorFields = z.strictObject({
  level: z.enum(['iq', 'protocol', 'user']),
  code: z.int(),
  backoff: z.number().nullable(),
  protocols: z.array(z.string()),
  count: z.int().min(1),
})

export const UsyncRateFields = z.strictObject({
  numbers: z.int(),
  perMs: z.int(),
  backoff: z.number().nullable(),
})

export const FaultsRequest = z.strictObject({
  latencyMs: DelayMs.exactOptional(),
  ackLatencyMs: DelayMs.exactOptional(),
  refuseUpgrade: z
    .union([z.int().min(400).max(599), z.literal('reset')])
    .nullable()
    .exactOptional(),
  freeze: z.boolean().exactOptional(),
  failUploads: z.int().min(400).max(599).nullable().exactOptional(),
  inFlightLimit: z.int().min(1).nullable().exactOptional(),
  failLogin: z
    .union([z.int().min(400).max(599), LoginFailure])
    .nullable()
    .exactOptional(),
  minVersion: ClientVersion.nullable().exactOptional(),
  clientExpiration: z
    .strictObject({ at: z.iso.datetime({ offset: true }), minVersion: ClientVersion })
    .nullable()
    .exactOptional(),
  unansweredUsync: z.boolean().exactOptional(),
  usyncError: UsyncErrorFields.nullable().exactOptional(),
  usyncRate: UsyncRateFields.nullable().exactOptional(),
  keysBatchError: z.int().min(400).max(599).nullable().exactOptional(),
  rateOverlimit: z
    .strictObject({ xmlns: z.string().min(1), count: z.int().min(1) })
    .nullable()
    .exactOptional(),
})

export const InboundRequest = z.strictObject({
  from: PhoneNumber,
  to: PhoneNumber,
  text: z.string().min(1),
  image: z.base64().exactOptional(),
  pushName: z.string().exactOptional(),
})

export const OwnRequest = z.strictObject({
  from: PhoneNumber,
  to: PhoneNumber,
  text: z.string().min(1),
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

export const LimitsRequest = z.strictObject({
  phone: PhoneNumber,
  limits: z.strictObject({
    reachoutTimelock: z
      .strictObject({
        endsAt: z.iso.datetime({ offset: true }).nullable(),
        type: z.string(),
        extendOnAttemptSeconds: z.int().min(0).exactOptional(),
      })
      .nullable()
      .exactOptional(),
    newChatCap: z
      .strictObject({
        total: z.int(),
        used: z.int(),
        cycleEndsAt: z.iso.datetime({ offset: true }).exactOptional(),
        query: z.enum(['both', 'new', 'old', 'none']).exactOptional(),
        asText: z.boolean().exactOptional(),
      })
      .nullable()
      .exactOptional(),
  }),
})
