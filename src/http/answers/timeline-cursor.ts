import { AppError } from '../../contract/errors.ts'
import type { TimelinePlace } from '../../domain/people/timeline/timeline-order.ts'

/** Where a timeline goes on, as a cursor. */
export function writeTimelineCursor({ atMs, id }: TimelinePlace): string {
  return Buffer.from(`${atMs} ${id}`).toString('base64url')
}

/** @throws AppError `invalid` for a foreign cursor */
export function readTimelineCursor(written: string): TimelinePlace {
  const text = Buffer.from(written, 'base64url').toString()
  const [, atMs, id = ''] = /^(-?\d{1,16}) (.*)$/su.exec(text) ?? []
  if (atMs === undefined || Number.isNaN(new Date(Number(atMs)).getTime())) {
    throw new AppError('invalid', 'unknown cursor', {
      details: [{ path: 'cursor', message: 'O cursor não é válido.' }],
    })
  }
  return { atMs: Number(atMs), id }
}
