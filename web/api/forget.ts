import { SWRConfig } from 'swr'

/** Forgets every answer that is kept: the next user must not see one of the last. */
export function forgetAnswers(): void {
  const { cache } = SWRConfig.defaultValue
  for (const key of [...cache.keys()]) cache.delete(key)
}
