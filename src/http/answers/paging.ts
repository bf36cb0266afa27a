import type { Context } from 'hono'
import { AppError } from '../../contract/errors.ts'
import { PAGE_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { Env } from '../requests/client.ts'

type PageQuery = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  /** Another order than newest first, by its name. */
  readonly ordem?: string | undefined
}
const NEWEST = 'novas'

type Listed = { readonly id: string; readonly createdAt: string }

/**
 * Returns one page of a list that is newest first, or all of it where no page was requested. A
 * cursor stays valid when the record it names is deleted; in another order it leads to the end then.
 * @throws AppError `invalid` for a foreign cursor
 */
export function pageOf<Item extends Listed>(
  items: readonly Item[],
  query: PageQuery,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const { start, size } = placeOf(items, query)
  const page = items.slice(start, start + size)
  const last = page.at(-1)
  const isMore = last !== undefined && start + page.length < items.length
  return { page, next: isMore ? writeCursor(last) : null }
}

/**
 * Like `pageOf`, with only the items that `isFound` accepts. Behind the page it looks no further
 * than the next match.
 * @throws AppError `invalid` for a foreign cursor
 */
export async function foundPageOf<Item extends Listed>(
  items: readonly Item[],
  query: PageQuery,
  isFound: (item: Item) => Promise<boolean>,
): Promise<{ readonly page: readonly Item[]; readonly next: string | null }> {
  const { start, size } = placeOf(items, query)
  const page: Item[] = []
  for (const item of items.slice(start)) {
    if (!(await isFound(item))) continue
    const last = page.at(-1)
    if (last && page.length === size) return { page, next: writeCursor(last) }
    page.push(item)
  }
  return { page, next: null }
}

/**
 * The page that begins a list which was asked for one item more than fits.
 * @param found up to `limit` items and one
 */
export function firstPageOf<Item extends Listed>(
  found: readonly Item[],
  limit: number,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { page, next: last && found.length > limit ? writeCursor(last) : null }
}

/** The `Link` header for the next page of this call. */
export function nextLink(
  c: Context<Env>,
  { next, basePath }: { readonly next: string | null; readonly basePath: string },
): Record<string, string> {
  if (next === null) return {}
  // Only the query is parsed: the host is whatever the caller wrote, and may be invalid.
  const query = new URLSearchParams(c.req.url.split('?').slice(1).join('?'))
  query.set('cursor', next)
  return { link: `<${basePath}${c.req.path}?${query}>; rel="next"` }
}

function placeOf(
  items: readonly Listed[],
  { limit, cursor, ordem = NEWEST }: PageQuery,
): { readonly start: number; readonly size: number } {
  if (cursor === undefined) return { start: 0, size: limit ?? items.length }
  const start = startAfter(items, readCursor(cursor), ordem === NEWEST)
  return { start, size: limit ?? PAGE_LIMIT_DEFAULT }
}

function startAfter(
  items: readonly Listed[],
  { id, createdAt }: Listed,
  isNewestFirst: boolean,
): number {
  const place = items.findIndex((item) => item.id === id)
  if (place >= 0) return place + 1
  if (!isNewestFirst) return items.length
  const older = items.findIndex((item) => item.createdAt < createdAt)
  return older < 0 ? items.length : older
}

function writeCursor({ id, createdAt }: Listed): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

/** @throws AppError `invalid` */
export function readCursor(cursor: string): Listed {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (Number.isNaN(Date.parse(createdAt)) || id === '') {
    throw new AppError('invalid', 'unknown cursor', {
      details: [{ path: 'cursor', message: 'O cursor não é válido.' }],
    })
  }
  return { id, createdAt }
}
