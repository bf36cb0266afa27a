import type { Extent } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'

/** A list, and the valid part of its file. */
export type ListExtent = Extent & Pick<ListRecord, 'id'>

/** How far each list has been read, by its id. */
export type Seen = Map<string, Extent>

export function isSame(before: readonly ListExtent[], now: readonly ListExtent[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ id, generation, bytes }, place) => {
      const list = now[place]
      return list?.id === id && list.generation === generation && list.bytes === bytes
    })
  )
}

/**
 * Whether the lists still contain everything that was read of them, because contacts were only
 * added.
 */
export function covers(seen: Seen, lists: readonly ListRecord[]): boolean {
  const current = new Map(lists.map((list) => [list.id, list]))
  return [...seen].every(([id, extent]) => {
    const list = current.get(id)
    return list?.generation === extent.generation && list.bytes >= extent.bytes
  })
}
