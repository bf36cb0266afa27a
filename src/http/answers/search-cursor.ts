import { AppError } from '../../contract/errors.ts'
import type { SearchPlace } from '../../domain/people/people-search.ts'

/** Where a search over all lists goes on, as a cursor. */
export function writeSearchCursor({ listId, createdAt, cursor }: SearchPlace): string {
  return Buffer.from([createdAt, listId, cursor ?? ''].join(' ')).toString('base64url')
}

/** @throws AppError `invalid` for a foreign cursor */
export function readSearchCursor(written: string): SearchPlace {
  const [createdAt = '', listId = '', cursor = ''] = Buffer.from(written, 'base64url')
    .toString()
    .split(' ')
  if (Number.isNaN(Date.parse(createdAt)) || listId === '') {
    throw new AppError('invalid', 'unknown cursor', {
      details: [{ path: 'cursor', message: 'O cursor não é válido.' }],
    })
  }
  return { listId, createdAt, cursor: cursor === '' ? null : cursor }
}
