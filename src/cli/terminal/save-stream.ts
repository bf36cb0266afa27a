import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError, Interrupted, systemCode } from './outcome.ts'

/** Writes an answer to stdout as it comes, so that a file of any size passes through. */
export async function showStream(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pipeline(body, process.stdout, { signal, end: false })
  } catch (error) {
    throw signal.aborted ? new Interrupted() : cutOff(error)
  }
}

/**
 * Writes an answer to a file, or into a folder under `fileName`. An old file is replaced only by a
 * whole new one.
 */
export async function saveStream(
  body: AsyncIterable<Uint8Array>,
  target: { readonly output: string; readonly fileName: string; readonly signal: AbortSignal },
): Promise<{ readonly path: string; readonly byteCount: number }> {
  const path = await resolveTarget(target.output, target.fileName)
  const draft = `${path}.parcial-${process.pid}`
  const file = createWriteStream(draft)
  try {
    await pipeline(body, file, { signal: target.signal })
    await rename(draft, path)
    return { path, byteCount: file.bytesWritten }
  } catch (error) {
    await rm(draft, { force: true })
    if (target.signal.aborted) throw new Interrupted()
    throw systemCode(error)?.startsWith('E')
      ? new CommandError(`Não foi possível gravar ${path} (${systemCode(error)}).`)
      : cutOff(error)
  }
}

async function resolveTarget(output: string, fileName: string): Promise<string> {
  const found = await stat(output).catch((error) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw new CommandError(`Não foi possível gravar ${output} (${systemCode(error)}).`)
  })
  // A list's name may hold a slash, which would lead into another folder.
  return found?.isDirectory() ? join(output, fileName.replace(/[/\\\0]/g, '_')) : output
}

function cutOff(error: unknown): CommandError {
  return new CommandError('A resposta do servidor foi interrompida no meio. Tente de novo.', {
    code: 'cut_off',
    cause: error,
  })
}
