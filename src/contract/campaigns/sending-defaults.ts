import { z } from 'zod'
import { DEFAULT_INTERVAL_SECONDS } from '../limits.ts'
import { intervalInput } from './campaign-body.ts'
import {
  DEFAULT_TIME_ZONE,
  SendWindow,
  SendWindowsInput,
  SendWindowWire,
  TimeZoneInput,
  toSendWindow,
  toSendWindowWire,
} from './send-window.ts'

/**
 * How a user's campaigns go out where nothing else is said. The console's form and the command line
 * begin with it; a call to create a campaign goes by its own fields alone.
 */
export const SendingDefaults = z.object({
  intervalSeconds: z.number(),
  /** Upper bound of a drawn interval; null: every interval is the same. */
  maxIntervalSeconds: z.number().nullable(),
  windows: z.array(SendWindow),
  timeZone: z.string(),
  hasOptOutFooter: z.boolean(),
})
export type SendingDefaults = z.infer<typeof SendingDefaults>

export const recommendedDefaults: SendingDefaults = {
  intervalSeconds: DEFAULT_INTERVAL_SECONDS,
  maxIntervalSeconds: null,
  windows: [],
  timeZone: DEFAULT_TIME_ZONE,
  hasOptOutFooter: false,
}

type Wire = {
  readonly delay: number
  readonly delay_max: number | null
  readonly janelas: readonly z.output<typeof SendWindowWire>[]
  readonly fuso: string
  readonly rodape_saida: boolean
}

function fromWire({ delay, delay_max, janelas, fuso, rodape_saida }: Wire): SendingDefaults {
  return {
    intervalSeconds: delay,
    maxIntervalSeconds: delay_max,
    windows: janelas.map(toSendWindow),
    timeZone: fuso,
    hasOptOutFooter: rodape_saida,
  }
}

function toWire(defaults: SendingDefaults) {
  return {
    delay: defaults.intervalSeconds,
    delay_max: defaults.maxIntervalSeconds,
    janelas: defaults.windows.map(toSendWindowWire),
    fuso: defaults.timeZone,
    rodape_saida: defaults.hasOptOutFooter,
  }
}

export const SendingDefaultsJson = z.codec(
  z.object({
    delay: z.number(),
    delay_max: z.number().nullable(),
    janelas: z.array(SendWindowWire),
    fuso: z.string(),
    rodape_saida: z.boolean(),
  }),
  SendingDefaults,
  { decode: fromWire, encode: toWire },
)

/** All of the defaults, as a caller sends them; what is left out is as recommended. */
export const SendingDefaultsBody = z.codec(
  z
    .object({
      delay: intervalInput.default(recommendedDefaults.intervalSeconds),
      delay_max: intervalInput.nullable().default(null),
      janelas: SendWindowsInput.default([]),
      fuso: TimeZoneInput.default(DEFAULT_TIME_ZONE),
      rodape_saida: z.boolean('Use true ou false.').default(false),
    })
    .refine(({ delay, delay_max }) => delay_max === null || delay_max >= delay, {
      path: ['delay_max'],
      message: 'O intervalo máximo não pode ser menor que o intervalo.',
    }),
  SendingDefaults,
  { decode: fromWire, encode: toWire },
)
