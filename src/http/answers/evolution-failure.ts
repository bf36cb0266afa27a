import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { AppError } from '../../contract/errors.ts'
import { type EvolutionErrorJson, evolutionStatusOf } from '../../contract/gateways/evolution.ts'

type EvolutionError = z.infer<typeof EvolutionErrorJson>
export type EvolutionFailure = { readonly status: number; readonly body: EvolutionError }

/** Paths whose clients look for the message outside the envelope. */
const barePath = /^\/gateway\/chat\/whatsappNumbers\//

/** Makes a failure in the shape that clients of Evolution API know. */
export function evolutionFailure(error: AppError, path: string): EvolutionFailure {
  const failure = failureWith(evolutionStatusOf(error.code), messageOf(error))
  if (!barePath.test(path)) return failure
  return { ...failure, body: { ...failure.body, message: failure.body.response.message } }
}

export function failureWith(
  status: number,
  message: EvolutionError['response']['message'],
): EvolutionFailure {
  return { status, body: { status, error: STATUS_CODES[status] ?? 'Error', response: { message } } }
}

/** Refused fields are a list inside the list; a failure without fields is one text. */
function messageOf({ code, text, details }: AppError): string | unknown[] {
  if (code === 'apikey_refused' || code === 'malformed_json') return text
  if (details.length === 0) return [text]
  if (code === 'not_offered') return details.map(({ message }) => message)
  return [details.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))]
}
