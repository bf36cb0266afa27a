import { z } from 'zod'

/** How a device stands with WhatsApp: what it may not do, and what it has used up. */

const RestrictionWire = z.object({
  tipo: z.string(),
  ate: z.iso.datetime().nullable(),
  desde: z.iso.datetime(),
})

/** Our own kinds of restriction, beside WhatsApp's names for its locks. */
export const RestrictionKind = {
  /** WhatsApp's limit on new chats in a cycle is used up. */
  newChatCap: 'LIMITE_DE_CONVERSAS',
  /** Our own pause, after refusals that no lock explains. */
  refusals: 'RECUSAS',
} as const

const restrictionSentences: Readonly<Record<string, string>> = {
  [RestrictionKind.newChatCap]:
    'O limite de conversas novas que o WhatsApp dá a este número acabou.',
  [RestrictionKind.refusals]:
    'O WhatsApp recusou muitas primeiras mensagens. As próximas esperam, para não arriscar o número.',
  WEB_COMPANION_ONLY:
    'O WhatsApp limitou as primeiras mensagens enviadas por aparelhos conectados. No celular ainda dá para começar conversas.',
  RESTRICT_ALL_COMPANIONS: 'O WhatsApp limitou todos os aparelhos conectados a este número.',
  BIZ_QUALITY: 'O WhatsApp limitou este número por causa de bloqueios e denúncias.',
}
const COMMERCE_PREFIX = 'BIZ_COMMERCE_VIOLATION'
const COMMERCE_SENTENCE =
  'O WhatsApp limitou este número por vender o que as regras dele não permitem.'
const LOCK_SENTENCE = 'O WhatsApp limitou as primeiras mensagens deste número.'

/** Says what a restriction is about; people in conversation are reached all the same. */
export function describeRestriction(kind: string): string {
  if (kind.startsWith(COMMERCE_PREFIX)) return COMMERCE_SENTENCE
  return restrictionSentences[kind] ?? LOCK_SENTENCE
}

export const capStatuses = ['NONE', 'FIRST_WARNING', 'SECOND_WARNING', 'CAPPED'] as const

/** The new chats that WhatsApp allows in a cycle. */
export const NewChatQuota = z.object({
  /** Null: no limit. */
  total: z.int().nullable(),
  used: z.int(),
  status: z.enum(capStatuses),
  cycleEndsAt: z.iso.datetime().nullable(),
})

const QuotaWire = z.object({
  total: z.int().min(0).nullable(),
  usadas: z.int().min(0),
  situacao: z.enum(capStatuses),
  fim_do_ciclo: z.iso.datetime().nullable(),
})

/** The fields of a device on the wire; absent from daemons of earlier versions. */
export const standingFields = {
  restricao: RestrictionWire.nullable().default(null),
  cota: QuotaWire.nullable().default(null),
  primeiras_mensagens_24h: z.int().min(0).default(0),
  /** These three are left out where the device has no limit of its owner's. */
  limite_diario: z.int().min(1).nullable().optional(),
  aquecimento: z.boolean().optional(),
  limite_de_hoje: z.int().min(0).optional(),
}
const StandingWire = z.object(standingFields)

export const DeviceStanding = z.object({
  /** What keeps the device from writing to strangers; null while nothing does. */
  restriction: z
    .object({
      /** WhatsApp's own name for it, or `LIMITE_DE_CONVERSAS`, or `RECUSAS` for our own pause. */
      kind: z.string(),
      /** Null where WhatsApp named no end. */
      until: z.iso.datetime().nullable(),
      since: z.iso.datetime(),
    })
    .nullable(),
  /** Null while it is not known. */
  quota: NewChatQuota.nullable(),
  /** First messages to people of the last 24 hours. */
  firstMessageCount: z.int().min(0),
  /** Left out where the device may write to as many new people as one likes. */
  limits: z
    .object({
      /** What its owner allows in 24 hours. */
      dailyLimit: z.int().min(1).nullable(),
      isWarmingUp: z.boolean(),
      /** What holds now. */
      today: z.int().min(0),
    })
    .optional(),
})
export type DeviceStanding = z.infer<typeof DeviceStanding>

export function toStanding(wire: z.output<typeof StandingWire>): DeviceStanding {
  const { restricao, cota } = wire
  return {
    restriction: restricao && {
      kind: restricao.tipo,
      until: restricao.ate,
      since: restricao.desde,
    },
    quota: cota && {
      total: cota.total,
      used: cota.usadas,
      status: cota.situacao,
      cycleEndsAt: cota.fim_do_ciclo,
    },
    firstMessageCount: wire.primeiras_mensagens_24h,
    ...(wire.limite_de_hoje !== undefined && {
      limits: {
        dailyLimit: wire.limite_diario ?? null,
        isWarmingUp: wire.aquecimento ?? false,
        today: wire.limite_de_hoje,
      },
    }),
  }
}

export function toStandingWire(standing: DeviceStanding): z.output<typeof StandingWire> {
  const { restriction, quota, limits } = standing
  return {
    restricao: restriction && {
      tipo: restriction.kind,
      ate: restriction.until,
      desde: restriction.since,
    },
    cota: quota && {
      total: quota.total,
      usadas: quota.used,
      situacao: quota.status,
      fim_do_ciclo: quota.cycleEndsAt,
    },
    primeiras_mensagens_24h: standing.firstMessageCount,
    ...(limits && {
      limite_diario: limits.dailyLimit,
      aquecimento: limits.isWarmingUp,
      limite_de_hoje: limits.today,
    }),
  }
}
