const LARGEST_CHUNK_BYTES = 1024 * 1024
const SMALLEST_CHUNK_BYTES = 1024
/** Room for a name and its length. */
const EXPECTED_BYTES = 32
const LENGTH_BYTES = 4
/** A place is a chunk's number, from 1, times this, plus an offset in it; 0 is an empty text. */
const CHUNK_STEP = 2 ** 32
/** The most bytes that one unit of a string takes. */
const BYTES_PER_UNIT = 3

type Chunk = { readonly bytes: Uint8Array; readonly view: DataView }

/**
 * One text for each of many rows, as UTF-8 outside of the garbage collector's heap: ten million
 * strings would fill that heap, and be walked over whenever it is cleaned.
 */
export function createTextColumn(capacity: number) {
  const chunkBytes = Math.min(
    LARGEST_CHUNK_BYTES,
    Math.max(SMALLEST_CHUNK_BYTES, capacity * EXPECTED_BYTES),
  )
  const places = new Float64Array(capacity)
  const encoder = new TextEncoder()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const chunks: Chunk[] = []
  let chunk = createChunk(0)
  let usedBytes = 0

  return { get, set }

  function get(row: number): string {
    const place = places[row] ?? 0
    if (place === 0) return ''
    const holding = chunks[Math.floor(place / CHUNK_STEP) - 1]
    if (!holding) throw new RangeError(`no text for row ${row}`)
    const offset = place % CHUNK_STEP
    const from = offset + LENGTH_BYTES
    return decoder.decode(holding.bytes.subarray(from, from + holding.view.getUint32(offset)))
  }

  /** Sets the text of a row that has none yet. */
  function set(row: number, text: string): void {
    if (text === '') return
    const roomBytes = LENGTH_BYTES + BYTES_PER_UNIT * text.length
    if (usedBytes + roomBytes > chunk.bytes.length) {
      chunk = createChunk(Math.max(chunkBytes, roomBytes))
      chunks.push(chunk)
      usedBytes = 0
    }
    places[row] = chunks.length * CHUNK_STEP + usedBytes
    const { written } = encoder.encodeInto(text, chunk.bytes.subarray(usedBytes + LENGTH_BYTES))
    chunk.view.setUint32(usedBytes, written)
    usedBytes += LENGTH_BYTES + written
  }
}

function createChunk(byteLength: number): Chunk {
  const bytes = new Uint8Array(byteLength)
  return { bytes, view: new DataView(bytes.buffer) }
}
