import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { listRowsApi } from '#contract/api/contacts/list-rows-api.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type ListView, wholeView } from '#contract/contacts/list-view.ts'
import { toViewQuery, type ViewRowsJson } from '#contract/contacts/list-view-query.ts'
import { call } from '../calls/client.ts'

/** Rows that one call brings. */
const PAGE = 200
/** Rows that can be scrolled to: browsers draw no page that is longer. */
const ROWS_SHOWN = 100_000

type Page = { readonly query: string; readonly at: number; readonly answer: ViewAnswer }
/** Null: it could not be read, or belongs to another version. */
type ReadPage = Pick<ViewAnswer, 'versao' | 'contatos'> | null
/** Reads the rows of one view, for as long as it is the one that is looked at. */
type Reader = {
  readonly query: string | null
  readonly read: (at: number) => Promise<ReadPage>
}
type ViewAnswer = z.infer<typeof ViewRowsJson>

type Shown = {
  /** The view whose rows these are; undefined, and without a version, before the first answer. */
  readonly query: string | undefined
  readonly version: string | null
  readonly foundCount: number
  /** The rows in their places; undefined: not read yet. */
  readonly rows: readonly (ListRow | undefined)[]
  /** Phones of those who get no campaigns. */
  readonly optedOut: ReadonlySet<string>
}
const noReader: Reader = { query: null, read: async () => null }
const nothing: Shown = {
  ...{ query: undefined, version: null, foundCount: 0, rows: [], optedOut: new Set() },
}
const WHOLE_QUERY = queryOf(wholeView)

/**
 * The rows of a long list as the server finds and orders them, read where they come into sight;
 * `null`: none at all.
 */
export function useListWindow(id: string, view: ListView | null, attempt: number) {
  const [shown, setShown] = useState(nothing)
  const [error, setError] = useState<unknown>(null)
  const [again, setAgain] = useState(0)
  const query = view && queryOf(view)
  const sight = useRef({ first: 0, end: 1, kept: 0 })
  const readSight = useRef<() => void>(() => undefined)
  const reader = useRef(noReader)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    if (query === null) return
    const controller = new AbortController()
    const { signal } = controller
    const asked = new Map<number, Promise<ReadPage>>()
    let version: string | null = null
    const read = (at: number): Promise<ReadPage> => {
      const reading = asked.get(at) ?? ask(at)
      asked.set(at, reading)
      return reading
    }
    const ask = async (at: number): Promise<ReadPage> => {
      try {
        const place = { ...JSON.parse(query), desde: at, limit: PAGE }
        const input = { params: { id }, query: place }
        const answer = await call(listRowsApi.viewRows, input, { signal })
        if (signal.aborted) return null
        // The list was changed between two parts: all of them are read again.
        if (version !== null && version !== answer.versao) {
          setAgain((count) => count + 1)
          return null
        }
        version = answer.versao
        setError(null)
        // Typing and presses are handled before the rows are drawn.
        startTransition(() => setShown((last) => withPage(last, { query, at, answer })))
        return answer
      } catch (failed) {
        asked.delete(at)
        if (!signal.aborted) setError(failed)
        return null
      }
    }
    reader.current = { query, read }
    readSight.current = () => {
      const { first, end, kept } = sight.current
      for (let at = pageOf(first); at < end; at += PAGE) void read(at)
      // The row that has the focus: without it the keys would have nowhere to go on from.
      void read(pageOf(kept))
    }
    readSight.current()
    return () => controller.abort()
  }, [id, query, attempt, again])

  const onSight = useCallback((first: number, end: number, kept = first) => {
    sight.current = { first, end: Math.max(end, first + 1), kept: kept < 0 ? first : kept }
    readSight.current()
  }, [])
  const { query: shownQuery = WHOLE_QUERY, version: shownVersion } = shown
  /**
   * Reads rows wherever they are, for callers that need more of them than show. Reads them of the
   * view that shows: should another one replace it meanwhile, other rows stand at these places, and
   * the rest is left unread. Before the first answer the first rows of the whole list show.
   */
  const readRows = useCallback(
    async (first: number, count: number) => {
      const { query: readQuery, read } = reader.current
      const rows: (ListRow | undefined)[] = []
      const start = pageOf(first)
      let version = shownVersion
      for (let at = start; at < first + count; at += PAGE) {
        const page = readQuery === shownQuery ? await read(at) : null
        version ??= page?.versao ?? null
        const found = page?.versao === version ? page.contatos : []
        for (let place = 0; place < PAGE; place += 1) rows.push(found[place])
      }
      return rows.slice(first - start, first - start + count)
    },
    [shownQuery, shownVersion],
  )
  const patch = useCallback((saved: ReadonlyMap<string, ListRow | null>) => {
    setShown((last) => {
      const rows = last.rows.flatMap((row) => {
        const change = row && saved.get(row.phone)
        if (change === undefined) return [row]
        return change === null ? [] : [change]
      })
      return { ...last, rows, foundCount: last.foundCount - last.rows.length + rows.length }
    })
  }, [])
  const { rows, foundCount, optedOut } = shown
  const isLoading = error === null && shown.query !== query
  /** Nothing has been answered yet, which is not the same as nobody found. */
  const isUnread = shown.query === undefined
  return { rows, foundCount, optedOut, isLoading, isUnread, error, onSight, readRows, patch }
}

function queryOf(view: ListView): string {
  return JSON.stringify(toViewQuery(view))
}

/** Where the part begins that a row is read with. */
function pageOf(row: number): number {
  return row - (row % PAGE)
}

/** Rows of another view or version go with it. */
function withPage(last: Shown, { query, at, answer }: Page): Shown {
  const { versao: version, achados: foundCount, contatos, descadastrados } = answer
  const isSame = last.query === query && last.version === version
  const rows = isSame ? last.rows.slice() : noRows(foundCount)
  putRows(rows, at, contatos)
  // The answer says anew which of its own contacts get no campaigns.
  const optedOut = new Set(last.optedOut)
  for (const { phone } of contatos) optedOut.delete(phone)
  for (const phone of descadastrados) optedOut.add(phone)
  return { query, version, foundCount, rows, optedOut }
}

/** As many rows as a list has, of which only the first ones were read. */
export function firstRows(
  read: readonly ListRow[],
  count: number,
): readonly (ListRow | undefined)[] {
  const rows = noRows(count)
  putRows(rows, 0, read)
  return rows
}

/** The places of rows that are not read yet, as many as are shown. */
function noRows(count: number): (ListRow | undefined)[] {
  return Array.from({ length: Math.min(count, ROWS_SHOWN) }, () => undefined)
}

function putRows(rows: (ListRow | undefined)[], at: number, read: readonly ListRow[]): void {
  for (const [place, row] of read.entries()) {
    if (at + place < rows.length) rows[at + place] = row
  }
}

/** The phones of all whom a view shows, and how many these are. */
export async function findPhones(
  id: string,
  view: ListView = wholeView,
): Promise<{ readonly phones: readonly string[]; readonly foundCount: number }> {
  const input = { params: { id }, query: toViewQuery(view) }
  const { telefones, achados } = await call(listRowsApi.viewPhones, input)
  return { phones: telefones, foundCount: achados }
}
