import { constants, createReadStream, createWriteStream, openSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  copyFile,
  lstat,
  mkdtemp,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { CommandError, Interrupted, systemCode } from './outcome.ts'

/** Readable by the owner only: the file holds names, phones and messages of other people. */
const NEW_FILE_MODE = 0o600
const PERMISSION_BITS = 0o777
/** How often a named pipe is looked at until somebody reads it. */
const READER_POLL_MS = 100

export type Saved = { readonly path: string; readonly byteCount: number }

/** Reads the value of `--output`, in which a dash is stdout: as if the option had been left out. */
export function parseOutput(value: string): string | undefined {
  return value === '-' ? undefined : value
}

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

/** Writes an answer of one line to stdout once it is whole, so that half a value never stands there. */
export async function showWholeStream(
  body: AsyncIterable<Uint8Array>,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'disparo-'))
  try {
    const { path } = await saveStream(body, {
      output: join(folder, 'resposta'),
      fileName: '',
      signal,
    })
    await showStream(createReadStream(path), signal)
    process.stdout.write('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Writes an answer to a file, or into a folder under `fileName`. An old file is replaced only by a
 * whole new one, which keeps its mode and owner; links are followed; what is no regular file (a
 * pipe, a device) is written to as it stands.
 */
export async function saveStream(
  body: AsyncIterable<Uint8Array>,
  target: { readonly output: string; readonly fileName: string; readonly signal: AbortSignal },
): Promise<Saved> {
  const { signal } = target
  const path = await resolveTarget(target.output, target.fileName)
  try {
    const place = await findPlace(path)
    const save = place.isReplaceable ? replace : write
    return { path, byteCount: await save(body, place.path, signal) }
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw systemCode(error)?.startsWith('E')
      ? new CommandError(`Não foi possível gravar ${path} (${systemCode(error)}).`)
      : cutOff(error)
  }
}

/** Resolves symbolic links, and finds out whether the file may be replaced. */
async function findPlace(path: string) {
  const found = await stat(path).catch(ignoreMissing)
  if (!found) return { path, isReplaceable: !(await lstat(path).catch(ignoreMissing)) }
  const end = await realpath(path)
  const canAdd = await access(dirname(end), constants.W_OK).then(
    () => true,
    () => false,
  )
  return { path: end, isReplaceable: found.isFile() && canAdd }
}

async function replace(
  body: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const draft = `${path}.parcial-${process.pid}`
  try {
    const byteCount = await write(body, draft, signal)
    if (await takeOver(draft, path)) await rename(draft, path)
    else await copyFile(draft, path)
    return byteCount
  } finally {
    await rm(draft, { force: true })
  }
}

/** Gives the new file the old one's mode and owner; false where only root could. */
async function takeOver(draft: string, path: string): Promise<boolean> {
  const old = await stat(path).catch(ignoreMissing)
  if (!old) return true
  const { uid, gid } = await stat(draft)
  if (uid !== old.uid || gid !== old.gid) {
    const isGiven = await chown(draft, old.uid, old.gid).then(() => true, ignoreRefusal)
    if (!isGiven) return false
  }
  await chmod(draft, old.mode & PERMISSION_BITS)
  return true
}

async function write(
  body: AsyncIterable<Uint8Array>,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const found = await stat(path).catch(ignoreMissing)
  const file = found?.isFIFO()
    ? await openPipe(path, signal)
    : createWriteStream(path, { mode: NEW_FILE_MODE })
  try {
    await pipeline(body, file, { signal })
  } finally {
    await closed(file)
  }
  return file.bytesWritten
}

/**
 * Waits until a file is closed: one that is still being opened when an answer breaks off appears
 * only then.
 */
async function closed(file: Writable): Promise<void> {
  if (!file.closed) await new Promise((resolve) => file.once('close', resolve))
}

/**
 * Opens a named pipe once somebody reads it. Opened the usual way it would keep a thread waiting,
 * and with it the end of the process, for as long as nobody does.
 */
async function openPipe(path: string, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    try {
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
      return new Socket({ fd, readable: false, writable: true })
    } catch (error) {
      if (systemCode(error) !== 'ENXIO') throw error
      await setTimeout(READER_POLL_MS, undefined, { signal })
    }
  }
}

async function resolveTarget(output: string, fileName: string): Promise<string> {
  const found = await stat(output).catch(() => undefined)
  // A list's name may hold a slash, which would lead into another folder.
  return found?.isDirectory() ? join(output, fileName.replace(/[/\\\0]/g, '_')) : output
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined
  throw error
}

function ignoreRefusal(error: unknown): false {
  if (systemCode(error) === 'EPERM') return false
  throw error
}

/** The failure of an answer that broke off. */
export function cutOff(error: unknown): CommandError {
  return new CommandError('A resposta do servidor foi interrompida no meio. Tente de novo.', {
    code: 'cut_off',
    cause: error,
  })
}
