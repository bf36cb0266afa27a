import { useCallback, useEffect, useState } from 'react'
import { listRowsApi } from '#contract/api/contacts/list-rows-api.ts'
import type { ContactReport } from '#contract/contacts/contact-list.ts'
import {
  type ListChanges,
  type ListChangesReport,
  type ListRow,
  type ListRows,
  ROWS_A_PAGE,
} from '#contract/contacts/list-rows.ts'
import { onAppEvent, paced } from './calls/app-events.ts'
import { CallError } from './calls/call-error.ts'
import { call, readPage } from './calls/client.ts'
import { refreshContacts } from './contacts.ts'

/** Rows that one page of the console holds; beyond it the server searches. */
export const ROWS_HELD = 100_000
/** Found rows that are shown of a longer list. */
const ROWS_FOUND = 1_000
/** As many fill the tallest page: they stand while the others come. */
const ROWS_AT_FIRST = 200
/** Between parts that are drawn: the whole table is laid out anew for each. */
const PART_MS = 500

type Reading = {
  /** What was searched. */
  readonly q: string
  readonly list: Omit<ListRows, 'contatos' | 'colunas'> | null
  readonly columns: readonly string[]
  readonly rows: readonly ListRow[]
  /** Whether all rows are here, or all that the search found. */
  readonly isWhole: boolean
  readonly isLoading: boolean
  readonly error: unknown
}

const atFirst: Reading = {
  ...{ q: '', list: null, columns: [], rows: [], isWhole: false, isLoading: true, error: null },
}

/**
 * The rows of a list, part by part, read anew when somebody changes it; with `q`, those that the
 * server finds.
 */
export function useListRows(
  id: string,
  q: string,
): Reading & {
  readonly retry: () => void
  /** Shows what was just saved (`null`: removed) before it is read again. */
  readonly patch: (saved: ReadonlyMap<string, ListRow | null>) => void
} {
  const [reading, setReading] = useState(atFirst)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(
    () =>
      onAppEvent((event) => {
        if (event.type === 'reset' || (event.type === 'contact_list' && event.id === id)) {
          paced(`rows of ${id}`, async () => retry())
        }
      }),
    [id, retry],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setReading((last) => (last.list?.id === id ? { ...last, isLoading: true } : atFirst))
    readRows(id, q, {
      signal,
      onPart: (part) => setReading((last) => (hasMore(last, part) ? last : part)),
    }).then(setReading, (error: unknown) => {
      if (!signal.aborted) setReading((last) => ({ ...last, isLoading: false, error }))
    })
    return () => controller.abort()
  }, [id, q, attempt])
  const patch = useCallback(
    (saved: ReadonlyMap<string, ListRow | null>) => {
      setReading((last) => ({ ...last, rows: last.rows.flatMap(patched(saved)) }))
      retry()
    },
    [retry],
  )
  return { ...reading, retry, patch }
}

/** What is on screen already is not taken away for a part of the same that is read anew. */
function hasMore(last: Reading, part: Reading): boolean {
  return last.q === part.q && (last.isWhole || last.rows.length > part.rows.length)
}

function patched(saved: ReadonlyMap<string, ListRow | null>) {
  return (row: ListRow): readonly ListRow[] => {
    const change = saved.get(row.phone)
    if (change === undefined) return [row]
    return change === null ? [] : [change]
  }
}

async function readRows(
  id: string,
  q: string,
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: (part: Reading) => void },
): Promise<Reading> {
  const most = q === '' ? ROWS_HELD : ROWS_FOUND
  const rows: ListRow[] = []
  let cursor: string | null = null
  let drawnAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      const page = rows.length === 0 && q === '' ? ROWS_AT_FIRST : ROWS_A_PAGE
      const query = { limit: Math.min(page, most - rows.length), ...(q === '' ? {} : { q }) }
      const read: Awaited<ReturnType<typeof readPage<typeof listRowsApi.listRows>>> =
        await readPage(listRowsApi.listRows, { params: { id }, query }, { cursor, signal })
      const { contatos, colunas, ...list } = read.answer
      for (const row of contatos) rows.push(row)
      cursor = read.next
      const isOver = cursor === null || rows.length >= most
      const same = { q, list, columns: colunas, error: null }
      if (isOver) return { ...same, rows, isWhole: cursor === null, isLoading: false }
      if (performance.now() - drawnAt < PART_MS) continue
      drawnAt = performance.now()
      onPart({ ...same, rows: rows.slice(), isWhole: false, isLoading: true })
    } catch (error) {
      // Written anew meanwhile: from the beginning.
      if (!(error instanceof CallError) || error.code !== 'list_changed') throw error
      rows.length = 0
      cursor = null
    }
  }
}

/** Saves and removes rows; what others have changed meanwhile is told and stays. */
export async function changeRows(id: string, body: ListChanges): Promise<ListChangesReport> {
  return call(listRowsApi.changeRows, { params: { id }, body })
}

/** Takes contacts to another list, or to a new one. */
export async function moveRows(
  id: string,
  {
    phones,
    to,
    isCopy,
  }: {
    readonly phones: readonly string[]
    readonly to: { readonly listId: string } | { readonly name: string }
    readonly isCopy: boolean
  },
): Promise<ContactReport> {
  const where = 'listId' in to ? { lista: to.listId } : { name: to.name }
  const body = { contatos: [...phones], ...where, manter: isCopy }
  const report = await call(listRowsApi.moveRows, { params: { id }, body })
  await refreshContacts()
  return report
}
