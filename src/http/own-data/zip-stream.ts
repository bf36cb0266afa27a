import { ZipWriter } from '@zip.js/zip.js/index-native.js'
import { AppError } from '../../contract/errors.ts'

/** A file of an archive, whose content is made when its turn comes. */
export type ArchivedFile = {
  readonly name: string
  readonly content: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
  /** The content is compressed already, and stored as it is. */
  readonly isCompressed?: true
}

const encoder = new TextEncoder()

/**
 * A .zip that is made as fast as it is read, never held as a whole. A file that cannot be read to
 * its end does not end the archive; `noteOf` makes a note that names such files.
 */
export async function* zipped(
  files: AsyncIterable<ArchivedFile>,
  noteOf: (unreadable: readonly string[]) => { readonly name: string; readonly text: string },
): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writing = writeAll(files, { writable, noteOf })
  // Awaited below; a failure before that must not count as unhandled.
  writing.catch(() => undefined)
  try {
    for await (const bytes of readable) yield bytes
    await writing
  } finally {
    // A reader that leaves early waits until nothing is being read any more.
    await Promise.allSettled([writing])
  }
}

async function writeAll(
  files: AsyncIterable<ArchivedFile>,
  {
    writable,
    noteOf,
  }: {
    readonly writable: WritableStream<Uint8Array>
    readonly noteOf: Parameters<typeof zipped>[1]
  },
): Promise<void> {
  const zip = new ZipWriter(writable, { useWebWorkers: false, keepOrder: true })
  const unreadable: string[] = []
  try {
    for await (const { name, content, isCompressed } of files) {
      const pieces = piecesOf(content, () => unreadable.push(name))
      try {
        await zip.add(name, toReadable(pieces), isCompressed ? { level: 0 } : {})
      } finally {
        // Where the archive's reader has left, the writer leaves the rest of the file unread.
        await pieces.return()
      }
    }
    if (unreadable.length > 0) {
      const { name, text } = noteOf(unreadable)
      await zip.add(name, toReadable(only(encoder.encode(text))))
    }
    await zip.close()
  } catch (error) {
    // A reader that is still there must not take half an archive for the whole.
    await writable.abort(error).catch(() => undefined)
    throw error
  }
}

/** Yields a file's content; ends early where the file is damaged, or was deleted meanwhile. */
async function* piecesOf(
  content: ArchivedFile['content'],
  onUnreadable: () => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* await content()
  } catch (error) {
    if (!isUnreadable(error)) throw error
    onUnreadable()
  }
}

/** `ReadableStream.from`, which the types of browsers do not know. */
function toReadable(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

function isUnreadable(error: unknown): boolean {
  if (error instanceof AppError) return true
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
