import { AppError } from '../../contract/errors.ts'

/**
 * Where a part of a list ends, and the next one begins. It is valid as long as the contacts before
 * it stay as they are, which the list's generation says.
 */
export function cursorAt(generation: number, place: number): string {
  return `${generation}-${place}`
}

/**
 * @param list its generation, and the last place in it
 * @throws AppError `list_changed`, `invalid`
 */
export function placeOf(
  cursor: string,
  { generation, end }: { readonly generation: number; readonly end: number },
): number {
  const [, written, place] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? []
  if (written === undefined) throw unknownCursor()
  if (Number(written) !== generation) throw new AppError('list_changed', `now ${generation}`)
  if (Number(place) > end) throw unknownCursor()
  return Number(place)
}

export function unknownCursor(): AppError {
  const details = [{ path: 'cursor', message: 'O cursor não é válido.' }]
  return new AppError('invalid', 'unknown cursor', { details })
}
