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
import { onAppEvent, paced } from '../calls/app-events.ts'
import { CallError } from '../calls/call-error.ts'
import { call, readPage } from '../calls/client.ts'
import { refreshContacts } from './contacts.ts'

/** Rows of a list that the console holds whole; those of a longer one are read where they are seen. */
export const ROWS_HELD = ROWS_A_PAGE
/** As many fill the tallest page: they stand while the others come. */
const ROWS_AT_FIRST = 200

type Reading = {
  readonly list: Omit<ListRows, 'contatos' | 'colunas' | 'descadastrados'> | null
  readonly columns: readonly string[]
  readonly rows: readonly ListRow[]
  /** Phones of those who get no campaigns. */
  readonly optedOut: ReadonlySet<string>
  readonly isLoading: boolean
  readonly error: unknown
}

const atFirst: Reading = {
  ...{ list: null, columns: [], rows: [], optedOut: new Set() },
  ...{ isLoading: true, error: null },
}

/** The rows of a list, read anew when somebody changes it; of a long one the first. */
export function useListRows(id: string): Reading & {
  /** Whether the list is longer than what is held of it. */
  readonly isLong: boolean
  /** Counts how often it was read anew. */
  readonly attempt: number
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
        const isOfList = event.type === 'contact_list' && event.id === id
        if (isOfList || event.type === 'opt_out' || event.type === 'reset') {
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
    readRows(id, {
      signal,
      // The whole list on screen is not replaced by the first part of its next reading.
      onPart: (part) => setReading((last) => (last.list?.id === id ? last : part)),
    }).then(setReading, (error: unknown) => {
      if (!signal.aborted) setReading((last) => ({ ...last, isLoading: false, error }))
    })
    return () => controller.abort()
  }, [id, attempt])
  const patch = useCallback(
    (saved: ReadonlyMap<string, ListRow | null>) => {
      setReading((last) => ({ ...last, rows: last.rows.flatMap(patched(saved)) }))
      retry()
    },
    [retry],
  )
  const isLong = (reading.list?.total ?? 0) > ROWS_HELD
  return { ...reading, isLong, attempt, retry, patch }
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
  { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: (part: Reading) => void },
): Promise<Reading> {
  for (;;) {
    const first = await readPart(id, { limit: ROWS_AT_FIRST, cursor: null, signal })
    const { part, next } = first
    if (next === null || (part.list?.total ?? 0) > ROWS_HELD) return part
    onPart({ ...part, isLoading: true })
    try {
      const rest = await readPart(id, { limit: ROWS_HELD, cursor: next, signal })
      return {
        ...rest.part,
        rows: [...part.rows, ...rest.part.rows],
        optedOut: new Set([...part.optedOut, ...rest.part.optedOut]),
      }
    } catch (error) {
      // The list was changed meanwhile: it is read from the beginning.
      if (!(error instanceof CallError) || error.code !== 'list_changed') throw error
    }
  }
}

async function readPart(
  id: string,
  {
    limit,
    cursor,
    signal,
  }: {
    readonly limit: number
    readonly cursor: string | null
    readonly signal: AbortSignal
  },
): Promise<{ readonly part: Reading; readonly next: string | null }> {
  const input = { params: { id }, query: { limit } }
  const { answer, next } = await readPage(listRowsApi.listRows, input, { cursor, signal })
  const { contatos: rows, colunas: columns, descadastrados, ...list } = answer
  const optedOut = new Set(descadastrados)
  return { part: { list, columns, rows, optedOut, isLoading: false, error: null }, next }
}

/** Saves and removes rows; rows that others changed meanwhile are reported and left as they are. */
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
