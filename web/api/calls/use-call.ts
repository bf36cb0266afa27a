import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr'
import type { AddressInput, AnswerOf } from '#contract/api/call.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import type { CallError } from './call-error.ts'
import { keyOf, read } from './client.ts'
import { signalOfSession } from './forget.ts'

/**
 * The answer of a reading call, cached under its path and query, and read again when it may have
 * changed. `null` as input: no call yet.
 */
export function useCall<E extends Endpoint & { readonly body?: undefined }>(
  endpoint: E,
  input: AddressInput<E> | null,
  options?: SWRConfiguration<AnswerOf<E>, CallError>,
): SWRResponse<AnswerOf<E>, CallError> {
  const key = input === null ? null : keyOf(endpoint, input)
  const answer = async () => {
    if (input === null) throw new Error('nothing is asked for')
    return await read(endpoint, input, { signal: signalOfSession() })
  }
  return useSWR<AnswerOf<E>, CallError>(key, answer, options)
}
