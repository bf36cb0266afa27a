import { createKeyIndex } from '../../domain/devices/key-index.ts'

export type PackedRows = ReturnType<typeof createPackedRows>

const FIRST_BYTES = 4_096
/** Memory is allocated larger than needed by this factor, so that it seldom has to grow. */
const GROWTH = 1.5
/** The index names a segment for each value; here there is only one. */
const SEGMENT = 0

/**
 * Texts by their names in one piece of memory outside of the heap, since a device may have sessions
 * with ten thousands of people: as strings they would crowd out the other devices of a thread.
 */
export function createPackedRows() {
  let index = createKeyIndex()
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  let usedBytes = 0
  return {
    has: (name: string) => index.has(name),
    names: () => index.names(),
    read,
    set,
    remove: (name: string) => index.remove(name),
    totalBytes: () => bytes.length,
  }

  function read(name: string): string | undefined {
    const place = index.find(name)
    return place && bytes.toString('utf8', place.offset, place.offset + place.length)
  }

  function set(name: string, text: string): void {
    const length = Buffer.byteLength(text)
    const before = index.find(name)
    // A session keeps its length for most of its messages.
    const fits = before !== undefined && length <= before.length
    if (!fits && usedBytes + length > bytes.length) makeRoom(length)
    const offset = fits ? before.offset : usedBytes
    if (!fits) usedBytes += length
    bytes.write(text, offset)
    index.set(name, { segment: SEGMENT, offset, length })
  }

  /**
   * Copies the newest value of each name to a larger piece of memory; outdated values are left out.
   */
  function makeRoom(neededBytes: number): void {
    const next = createKeyIndex()
    const size = Math.ceil((index.liveBytes() + neededBytes) * GROWTH)
    const room = Buffer.allocUnsafeSlow(Math.max(size, FIRST_BYTES))
    usedBytes = 0
    for (const name of index.names()) {
      const place = index.find(name)
      if (!place) continue
      bytes.copy(room, usedBytes, place.offset, place.offset + place.length)
      next.set(name, { ...place, offset: usedBytes })
      usedBytes += place.length
    }
    bytes = room
    index = next
  }
}
