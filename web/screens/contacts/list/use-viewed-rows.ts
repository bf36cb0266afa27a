import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import type { ListView } from '#contract/contacts/list-view.ts'
import { useListRows } from '../../../api/lists/list-rows.ts'
import { firstRows, useListWindow } from '../../../api/lists/list-window.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { shownRows } from './list-view.ts'

export type ViewedRows = ReturnType<typeof useViewedRows>

/**
 * The rows of a list that a view shows: of a short list found and put in order here, of a long one
 * by the server, and read where they are seen.
 */
export function useViewedRows(id: string, view: ListView) {
  const { rows: held, isLoading, isLong, attempt, patch, ...reading } = useListRows(id)
  const deferred = useDeferredValue(view)
  const found = useMemo(() => (isLong ? [] : shownRows(held, deferred)), [isLong, held, deferred])
  const settled = useSettledView(view)
  const window = useListWindow(id, isLong ? settled : null, attempt)
  const { patch: patchWindow } = window
  const patchBoth = useCallback(
    (saved: ReadonlyMap<string, ListRow | null>) => {
      patchWindow(saved)
      patch(saved)
    },
    [patchWindow, patch],
  )
  // The first rows stand in their places until the server has answered for the whole list: a range
  // that is led to the end meanwhile goes to the end of the list.
  const isFirst = isLong && window.isUnread && window.isLoading
  const total = reading.list?.total ?? 0
  const first = useMemo(() => (isFirst ? firstRows(held, total) : []), [isFirst, held, total])
  const ofLong = isFirst ? first : window.rows
  const shown = isLong ? ofLong : found
  const readWindow = window.readRows
  const [readingCount, setReadingCount] = useState(0)
  /** Reads rows from a place on, at most as many as there are. */
  const readRows = useCallback(
    async (first: number, count: number): Promise<readonly (ListRow | undefined)[]> => {
      const here = shown.slice(first, first + count)
      if (here.every((row) => row !== undefined)) return here
      setReadingCount((count) => count + 1)
      try {
        const read = await readWindow(first, here.length)
        // The first rows may be of another version than those that are read now.
        return here.map((row, place) => (isFirst ? undefined : row) ?? read[place])
      } finally {
        setReadingCount((count) => count - 1)
      }
    },
    [shown, isFirst, readWindow],
  )
  const same = {
    ...{ ...reading, isLong, patch: patchBoth, onSight: window.onSight, readRows },
    /** Whether rows are being read that somebody wants to do something with. */
    isReadingRows: readingCount > 0,
  }
  if (!isLong) {
    const foundCount = found.length
    // While a whole list is read anew its count stays quiet: it would be read out each time.
    const isQuiet = held.length > 0
    return {
      ...{ ...same, rows: found, foundCount, shownView: deferred, isLoading, isQuiet },
      viewError: null,
    }
  }
  return {
    ...same,
    rows: ofLong,
    optedOut: isFirst ? reading.optedOut : window.optedOut,
    foundCount: isFirst ? total : window.foundCount,
    shownView: settled,
    isLoading: window.isLoading,
    isQuiet: isFirst,
    viewError: window.error,
  }
}

/** The view once typing pauses; what is chosen by a press counts at once. */
function useSettledView(view: ListView): ListView {
  const search = useSettled(view.search)
  const value = useSettled(view.filter?.value ?? '')
  const { sorting, filter } = view
  return useMemo(
    () => ({ search, sorting, filter: filter && { ...filter, value } }),
    [search, value, sorting, filter],
  )
}
