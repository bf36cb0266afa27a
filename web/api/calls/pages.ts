import { useCallback, useEffect, useMemo, useRef } from 'react'
import { mutate } from 'swr'
import useSWRInfinite from 'swr/infinite'
import type { AddressInput, AnswerOf } from '#contract/api/call.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import type { AppEvent } from '#contract/events.ts'
import { onAppEvent, paced } from './app-events.ts'
import { CallError } from './call-error.ts'
import { keyOf, readPage } from './client.ts'
import { signalOfSession } from './forget.ts'

type Pages<Answer> = {
  /** Undefined until the first one came, and where a query failed that had none yet. */
  readonly pages: readonly Answer[] | undefined
  readonly error: CallError | undefined
  /** Whether a further page failed; else the pages that are there could not be read again. */
  readonly hasEndFailed: boolean
  /** The shown pages belong to an earlier query. */
  readonly isOfBefore: boolean
  /** The shown pages are read again or belong to an earlier query, or a further page is being loaded. */
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Count over all pages; null where the list does not give it. */
  readonly total: number | null
  readonly loadMore: () => void
  readonly retry: () => void
}

/** What a list is being read for. */
type Asked = {
  readonly address: string
  /** Ends with the session. */
  readonly session: AbortSignal
  readonly controller: AbortController
}

/** Returns `last` where it is still what is asked for; else aborts it and begins another. */
function askedNow(last: Asked | null, address: string): Asked {
  const session = signalOfSession()
  if (last?.address === address && last.session === session) return last
  last?.controller.abort()
  const controller = new AbortController()
  const { signal } = controller
  session.addEventListener('abort', () => controller.abort(), { once: true, signal })
  return { address, session, controller }
}

/** Paged lists on screen, which SWR's own filter over keys does not see. */
const shown = new Set<{ readonly address: string; readonly refresh: () => void }>()

/**
 * Reads the paged lists on screen again whose address begins with `prefix`, and drops the cached
 * others.
 */
export async function refreshPages(prefix: string): Promise<void> {
  const isPage = (key: unknown) => Array.isArray(key) && String(key[0]).startsWith(prefix)
  await mutate(isPage, undefined, { revalidate: false })
  for (const { address, refresh } of shown) if (address.startsWith(prefix)) refresh()
}

/**
 * The answers of a paged call, with as many pages as were requested. The last query's pages stay
 * until the new ones are there, and a query that is no longer shown is aborted.
 */
export function usePages<E extends Endpoint & { readonly body?: undefined }>(
  endpoint: E,
  input: AddressInput<E>,
  { changedBy }: { readonly changedBy: AppEvent['type'] | ReadonlySet<AppEvent['type']> },
): Pages<AnswerOf<E>> {
  /** With the query that it answers. */
  type Page = Awaited<ReturnType<typeof readPage<E>>> & { readonly address: string }
  const address = keyOf(endpoint, input)
  const asked = useRef<Asked | null>(null)
  const {
    data,
    error,
    size,
    isValidating,
    setSize,
    mutate: readAgain,
  } = useSWRInfinite<Page, unknown>(
    (index: number, before: Page | null) => {
      if (index === 0) return [address, null]
      return before?.next ? [address, before.next] : null
    },
    async ([, cursor]: readonly [string, string | null]) => {
      asked.current = askedNow(asked.current, address)
      const { signal } = asked.current.controller
      return { ...(await readPage(endpoint, input, { cursor, signal })), address }
    },
    {
      keepPreviousData: true,
      revalidateOnMount: true,
      revalidateFirstPage: false,
      revalidateOnFocus: false,
    },
  )

  useEffect(() => {
    const refresh = () => {
      readAgain().catch(() => undefined)
    }
    const entry = { address, refresh }
    shown.add(entry)
    const stop = onAppEvent(({ type }) => {
      if (type === 'reset') refresh()
      const isChange = typeof changedBy === 'string' ? type === changedBy : changedBy.has(type)
      if (isChange) paced(`pages of ${address}`, readAgain)
    })
    return () => {
      stop()
      shown.delete(entry)
    }
  }, [address, changedBy, readAgain])

  // An aborted query is not an error.
  const failure = error instanceof CallError ? error : undefined
  const isOfBefore = data !== undefined && data[0]?.address !== address
  const known = failure && isOfBefore ? undefined : data
  const pageCount = known?.length ?? 0
  const pages = useMemo(() => known?.map(({ answer }) => answer), [known])
  const loadMore = useCallback(() => {
    // A page that failed is the next one to load.
    if (!isValidating) setSize(pageCount + 1).catch(() => undefined)
  }, [isValidating, setSize, pageCount])
  return {
    /** The same array until one of them is another. */
    pages,
    error: failure,
    hasEndFailed: failure !== undefined && pageCount > 0 && size > pageCount,
    isOfBefore,
    isLoading: isValidating,
    hasMore: Boolean(known?.at(-1)?.next),
    total: known?.at(-1)?.total ?? null,
    loadMore,
    retry: () => {
      readAgain().catch(() => undefined)
    },
  }
}
