import { setImmediate } from 'node:timers/promises'

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const

/** Size of one write to the socket; smaller pieces are gathered up to it. */
const CHUNK_CHARACTERS = 32 * 1024

type StreamOptions = {
  readonly headers: Readonly<Record<string, string>>
  /** Called for a failure in the middle: the status is sent, so the connection is cut. */
  readonly onFault: (error: unknown) => void
}

/** Streams text like `streamBytes`. */
export function streamText(
  pieces: AsyncIterable<string>,
  options: StreamOptions,
): Promise<Response> {
  return streamBytes(bytesOf(pieces), options)
}

/**
 * Streams a response as fast as the caller reads it, never held as a whole. The first piece is made
 * before the answer begins, so that a failure there is still an ordinary error.
 */
export async function streamBytes(
  pieces: AsyncIterable<Uint8Array>,
  { headers, onFault }: StreamOptions,
): Promise<Response> {
  const iterator = pieces[Symbol.asyncIterator]()
  let pending: IteratorResult<Uint8Array, unknown> | null = await iterator.next()
  let hasReader = true
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const result = pending ?? (await iterator.next())
          pending = null
          // The reader may have left while this piece was made.
          if (!hasReader) return
          if (result.done) controller.close()
          else controller.enqueue(result.value)
        } catch (error) {
          if (!hasReader) return
          onFault(error)
          controller.error(error)
        }
        // Lets other calls run, however long this answer is.
        await setImmediate()
      },
      async cancel() {
        hasReader = false
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers })
}

/** Text as UTF-8, in chunks of a size that is worth a write. */
export async function* bytesOf(pieces: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  let held = ''
  for await (const piece of pieces) {
    held += piece
    if (held.length >= CHUNK_CHARACTERS) {
      yield encoder.encode(held)
      held = ''
    }
  }
  if (held !== '') yield encoder.encode(held)
}

/** A JSON array, item by item. */
export async function* jsonArray(
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncIterable<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** A JSON object, the lists in it item by item. */
export async function* jsonObject(
  fields: Readonly<Record<string, unknown>>,
): AsyncIterable<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(fields)) {
    yield `${separator}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* jsonArray(value)
    else yield JSON.stringify(value)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
