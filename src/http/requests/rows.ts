import { setImmediate } from 'node:timers/promises'
import type { BodyRows } from '../../contract/api/endpoint.ts'
import { parseInPieces } from './json-pieces.ts'

const ROWS_BETWEEN_PAUSES = 5_000
/** Shorter text is left to the schema. */
const LONG_TEXT_CHARACTERS = 64 * 1024

/**
 * Reads and checks the rows of a large body in pieces, so that its schema need not do so in one go.
 * Anything but rows becomes null, which the schema refuses with the same sentence.
 */
export async function withCheckedRows(body: unknown, rows: BodyRows): Promise<unknown> {
  if (!isObject(body) || !Object.hasOwn(body, rows.field)) return body
  const given = body[rows.field]
  if (typeof given === 'string' && given.length <= LONG_TEXT_CHARACTERS) return body
  const read = typeof given === 'string' ? await parseText(given) : given
  const checked = Array.isArray(read) && (await areRows(read, rows)) ? read : null
  return { ...body, [rows.field]: checked }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

async function parseText(text: string): Promise<unknown> {
  if (text.trim() === '') return []
  try {
    return await parseInPieces(text, { pause: setImmediate })
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function areRows(values: readonly unknown[], rows: BodyRows): Promise<boolean> {
  for (let from = 0; from < values.length; from += ROWS_BETWEEN_PAUSES) {
    if (!values.slice(from, from + ROWS_BETWEEN_PAUSES).every(rows.isRow)) return false
    await setImmediate()
  }
  rows.accept(values)
  return true
}
