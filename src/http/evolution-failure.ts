import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { AppError } from '../contract/errors.ts'
import { type EvolutionErrorJson, evolutionStatusOf } from '../contract/own-gateway.ts'

type EvolutionError = z.infer<typeof EvolutionErrorJson>
export type EvolutionFailure = { readonly status: number; readonly body: EvolutionError }

/** A failure as clients of Evolution API know it. */
export function evolutionFailure(error: AppError): EvolutionFailure {
  return failureWith(evolutionStatusOf(error.code), messageOf(error))
}

export function failureWith(
  status: number,
  message: EvolutionError['response']['message'],
): EvolutionFailure {
  return { status, body: { status, error: STATUS_CODES[status] ?? 'Error', response: { message } } }
}

/** Refused fields stand in a list inside the list, a refused key in no list at all. */
function messageOf({ code, text, details }: AppError): string | unknown[] {
  if (code === 'apikey_refused') return text
  if (details.length === 0) return [text]
  return [details.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))]
}
