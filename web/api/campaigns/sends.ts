import { useCallback, useEffect, useMemo, useRef } from 'react'
import useSWRInfinite from 'swr/infinite'
import { sendApi } from '#contract/api/campaigns/send-api.ts'
import type { Send } from '#contract/campaigns/send.ts'
import { saveFile } from '../../save-file.ts'
import { onAppEvent } from '../calls/app-events.ts'
import type { CallError } from '../calls/call-error.ts'
import { keyOf, open, readPage } from '../calls/client.ts'
import { fileAnswer } from '../calls/file-answer.ts'
import { useCall } from '../calls/use-call.ts'

const PAGE_SIZE = 200
/** Events of a fast campaign come in bursts; visible results are read again at most this often. */
const REFRESH_INTERVAL_MS = 1_000
/** Long enough for the slowest browser to load the tab. */
const REPORT_KEPT_MS = 60_000

type SendsPage = {
  readonly sends: readonly Send[]
  readonly next: string | null
  /** When the page was requested, in epoch milliseconds. */
  readonly readAtMs: number
}

export type Sends = ReturnType<typeof useSends>

/**
 * The results of a campaign, page after page. While it runs the pages in sight and the last one,
 * where new results arrive, are kept fresh; any other one when it comes into sight. Narrowed down
 * to answers or to one text, a page may be short, or empty, with more behind it.
 */
export function useSends(
  campaignId: string,
  { isReplied, variant }: { readonly isReplied: boolean; readonly variant: number | null },
) {
  const query = {
    limit: PAGE_SIZE,
    ...(isReplied && { status: 'replied' as const }),
    ...(variant !== null && { variante: variant }),
  }
  const input = { params: { id: campaignId }, query }
  const address = keyOf(sendApi.listSends, input)
  const { data, error, size, setSize, isLoading, isValidating, mutate } = useSWRInfinite<
    SendsPage,
    CallError
  >(
    (index: number, before: SendsPage | null) => {
      if (index === 0) return [address, null]
      return before?.next ? [address, before.next] : null
    },
    async ([, cursor]: readonly [string, string | null]) => {
      const readAtMs = Date.now()
      const { answer, next } = await readPage(sendApi.listSends, input, { cursor })
      return { sends: answer, next, readAtMs }
    },
    { revalidateFirstPage: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  const pages = data ?? noPages
  const sends = useMemo(() => pages.flatMap((page) => page.sends), [pages])
  const refresh = useCallback(
    async (isStale: (page: SendsPage) => boolean) => {
      if (pages.length === 0 || !pages.some(isStale)) return
      await mutate([...pages], { revalidate: (page?: SendsPage) => !page || isStale(page) })
    },
    [pages, mutate],
  )
  const show = useFreshness({ campaignId, pages, refresh })

  const hasMore = pages.length > 0 && pages.at(-1)?.next !== null
  const isLoadingMore = isValidating && size > pages.length
  const loadMore = useCallback(() => {
    // A page that failed is only requested again by hand.
    if (hasMore && !isLoadingMore && !error) setSize(pages.length + 1).catch(() => undefined)
  }, [hasMore, isLoadingMore, error, setSize, pages.length])
  const retry = useCallback(() => {
    setSize(size).catch(() => undefined)
  }, [setSize, size])

  return { sends, error, isLoading, hasMore, isLoadingMore, loadMore, retry, show }
}

const noPages: readonly SendsPage[] = []

/**
 * Reads pages again that events have made stale; returns how to report which sends are in sight.
 */
function useFreshness(facts: {
  readonly campaignId: string
  readonly pages: readonly SendsPage[]
  readonly refresh: (isStale: (page: SendsPage) => boolean) => Promise<void>
}): (shown: readonly Send[]) => void {
  const { campaignId } = facts
  const latest = useRef(facts)
  latest.current = facts
  const shownIds = useRef<ReadonlySet<string>>(new Set())
  // Pages cached by an earlier visit are stale, too.
  const staleBeforeMs = useRef(Date.now())
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const schedule = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      const { pages, refresh } = latest.current
      const last = pages.at(-1)
      const isInSight = ({ sends }: SendsPage) => sends.some(({ id }) => shownIds.current.has(id))
      // A failure is shown where the data is.
      refresh(
        (page) =>
          page.readAtMs < staleBeforeMs.current &&
          (page.sends.at(0)?.id === last?.sends.at(0)?.id || isInSight(page)),
      ).catch(() => undefined)
    }, REFRESH_INTERVAL_MS)
  }, [])

  useEffect(() => {
    staleBeforeMs.current = Date.now()
    schedule()
    const stopListening = onAppEvent((event) => {
      const hasChanged =
        event.type === 'reset' || (event.type === 'send' && event.campaignId === campaignId)
      if (!hasChanged) return
      staleBeforeMs.current = Date.now()
      schedule()
    })
    return () => {
      stopListening()
      if (timer.current) clearTimeout(timer.current)
      timer.current = null
    }
  }, [campaignId, schedule])

  return useCallback(
    (shown) => {
      shownIds.current = new Set(shown.map(({ id }) => id))
      schedule()
    },
    [schedule],
  )
}

/** Results of a campaign that show at first glance while it runs. */
const NEWEST_COUNT = 6

/** The recipients written to last, the newest first; live. */
export function useNewestSends(campaignId: string) {
  const query = { limit: NEWEST_COUNT, ordem: 'recentes' as const }
  return useCall(sendApi.listSends, { params: { id: campaignId }, query })
}

/**
 * Saves the results as a CSV file, under the name that the server gives it.
 * @param format `excel` for people, `csv` for programs
 */
export async function downloadSends(id: string, format: 'csv' | 'excel'): Promise<void> {
  const input = { params: { id }, query: { format } }
  const { file, name } = await fileAnswer(() => open(sendApi.listSends, input))
  saveFile(file, name ?? 'envios.csv')
}

/** Shows the printable report in a tab that the press of a button has opened. */
export async function openReport(id: string, tab: Window): Promise<void> {
  try {
    const { file } = await fileAnswer(() => open(sendApi.campaignReport, { params: { id } }))
    const address = URL.createObjectURL(file)
    tab.location.replace(address)
    setTimeout(() => URL.revokeObjectURL(address), REPORT_KEPT_MS)
  } catch (error) {
    tab.close()
    throw error
  }
}
