import { z } from 'zod'
import { END_OF_DAY } from '../limits.ts'

/** Hours of the week in which a campaign may send, on the clocks of a time zone. */

export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo'
/** More than anybody needs: a week has seven days, and few of them more than four windows. */
export const MAX_SEND_WINDOWS = 28

/** Days may come twice, but a list of them has an end. */
const MAX_DAYS_GIVEN = 100

const MIDNIGHT = '00:00'

const clockTime = (label: string) =>
  z
    .string(`Informe a hora de ${label}, como 08:00.`)
    .trim()
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, {
      error: `A hora de ${label} vai de 00:00 a 24:00, como 08:00.`,
      abort: true,
    })

const daysError = 'Os dias vão de 1 (segunda-feira) a 7 (domingo).'

export const SendWindow = z.object({
  /** From 1, Monday, to 7, Sunday; each once, in order. */
  days: z.array(z.int().min(1).max(7)),
  /** `08:00`; the first minute that is part of it. */
  start: z.string(),
  /** `12:00`; the first minute that is not part of it any more. */
  end: z.string(),
})
export type SendWindow = z.infer<typeof SendWindow>

/** When a campaign may send; without windows always. */
export type SendHours = {
  readonly windows: readonly SendWindow[]
  /** IANA name. */
  readonly timeZone: string
}

/** A window as it is answered. */
export const SendWindowWire = z.object({
  dias: z.array(z.int()),
  inicio: z.string(),
  fim: z.string(),
})

const SendWindowInput = z
  .object({
    dias: z
      .array(z.int(daysError).min(1, daysError).max(7, daysError), 'Informe os dias da janela.')
      .min(1, 'Escolha pelo menos um dia.')
      .max(MAX_DAYS_GIVEN, daysError)
      .overwrite((days) => [...new Set(days)].sort((a, b) => a - b)),
    inicio: clockTime('início'),
    // People write midnight as the first minute of the next day.
    fim: clockTime('fim').overwrite((end) => (end === MIDNIGHT ? END_OF_DAY : end)),
  })
  .refine(({ inicio, fim }) => inicio < fim, {
    path: ['fim'],
    message: 'O fim precisa ser depois do início. Para passar da meia-noite, use dois horários.',
  })

/** Windows as a caller sends them. */
export const SendWindowsInput = z
  .array(SendWindowInput, 'As janelas precisam ser uma lista.')
  .max(MAX_SEND_WINDOWS, `Use até ${MAX_SEND_WINDOWS} janelas.`)

const noSuchZone = 'Este fuso horário não existe. Use um nome como America/Sao_Paulo.'

export const TimeZoneInput = z
  .string('Informe o fuso horário pelo nome, como America/Sao_Paulo.')
  .trim()
  .max(64, noSuchZone)
  .refine(isTimeZone, noSuchZone)

export function isTimeZone(name: string): boolean {
  // Offsets such as "+03:00" are no zones: they know no daylight-saving time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Campaigns without windows are answered as they always were. */
export function sendHoursToWire({ windows, timeZone }: SendHours) {
  return {
    ...(windows.length > 0 && { janelas: windows.map(toSendWindowWire) }),
    ...((windows.length > 0 || timeZone !== DEFAULT_TIME_ZONE) && { fuso: timeZone }),
  }
}

export function sendHoursFromWire({
  janelas = [],
  fuso = DEFAULT_TIME_ZONE,
}: {
  readonly janelas?: readonly z.output<typeof SendWindowWire>[] | undefined
  readonly fuso?: string | undefined
}) {
  return { windows: janelas.map(toSendWindow), timeZone: fuso }
}

export function toSendWindow({ dias, inicio, fim }: z.output<typeof SendWindowWire>): SendWindow {
  return { days: dias, start: inicio, end: fim }
}

export function toSendWindowWire({ days, start, end }: SendWindow) {
  return { dias: [...days], inicio: start, fim: end }
}
