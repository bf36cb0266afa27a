import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { BodyLists } from '../../contract/api/endpoint.ts'
import type { FieldError } from '../../contract/error-json.ts'

/** Elements that are checked in one go. */
const PIECE = 200
/** Further faults of one body are not reported. */
const FAULTS_SHOWN_MAX = 1_000

export type Checked<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly faults: readonly FieldError[] }

/** Checks a whole value against the schema. */
type CheckWhole<Value> = (value: unknown) => Checked<Value>

type Fields = Readonly<Record<string, unknown>>
type LongList = { readonly field: string; readonly given: readonly unknown[] }

/**
 * Checks a body whose lists may be long: the schema sees them in pieces, with a pause in between, so
 * that no other call waits for all of it. The findings are those of the whole.
 */
export async function checkInPieces<Schema extends z.ZodType>(
  check: CheckWhole<z.output<Schema>>,
  lists: BodyLists,
  value: unknown,
): Promise<Checked<z.output<Schema>>> {
  const long = isFields(value) ? longLists(value, lists) : []
  if (!isFields(value) || long.length === 0) return check(value)
  const tooLong = long.flatMap(({ field, given }) => {
    const limit = lists[field]
    return limit && given.length > limit.max ? [{ path: field, message: limit.tooMany }] : []
  })
  if (tooLong.length > 0) return { success: false, faults: tooLong }
  const beginnings = long.map(({ field, given }) => [field, given.slice(0, PIECE)] as const)
  const beginning = { ...value, ...Object.fromEntries(beginnings) }
  const first = check(beginning)
  const faults = first.success ? [] : [...first.faults]
  const whole = new Map(long.map(({ field }) => [field, piecesOf(first, field)]))
  for (const { field, given } of long) {
    for (let from = PIECE; from < given.length; from += PIECE) {
      if (faults.length >= FAULTS_SHOWN_MAX) break
      await setImmediate()
      const part = check({ ...beginning, [field]: given.slice(from, from + PIECE) })
      if (part.success) whole.get(field)?.push(...piecesOf(part, field))
      else faults.push(...part.faults.flatMap((fault) => movedOn(fault, { field, from })))
    }
  }
  if (!first.success || faults.length > 0) return { success: false, faults }
  return { success: true, data: Object.assign({}, first.data, Object.fromEntries(whole)) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function longLists(value: Fields, lists: BodyLists): readonly LongList[] {
  return Object.keys(lists).flatMap((field) => {
    const given = Object.hasOwn(value, field) ? value[field] : undefined
    return Array.isArray(given) && given.length > PIECE ? [{ field, given }] : []
  })
}

function piecesOf(checked: Checked<unknown>, field: string): unknown[] {
  const list = checked.success && isFields(checked.data) ? checked.data[field] : []
  return Array.isArray(list) ? [...list] : []
}

/**
 * Moves a fault of a piece to its place in the whole list; faults of other fields came with the
 * first piece.
 */
function movedOn(
  { path, message }: FieldError,
  { field, from }: { readonly field: string; readonly from: number },
): readonly FieldError[] {
  const [first = '', place = '', ...rest] = path.split('.')
  if (first !== field || place === '') return []
  return [{ path: [field, Number(place) + from, ...rest].join('.'), message }]
}
