import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { formatCount } from '../../contract/display.ts'
import type { Context } from '../run.ts'
import { CommandError, Interrupted, wrongUsage } from './outcome.ts'

/** What stands for stdin where a file is asked for. */
const STDIN = '-'
const BYTES_A_MB = 1024 * 1024
const FILE_MODE = 0o600

/** Runs the work with a file: the one that is named, or one with all that stdin has. */
export async function withFile<Result>(
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
  { path, limitBytes }: { readonly path: string; readonly limitBytes: number },
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (path !== STDIN) return await work(path)
  refuseTerminal(terminal)
  const folder = await mkdtemp(join(tmpdir(), 'disparo-'))
  try {
    const copy = join(folder, 'entrada')
    const file = createWriteStream(copy, { mode: FILE_MODE })
    await endingOnInterrupt(signal, pipeline(process.stdin, upTo(limitBytes), file, { signal }))
    if (file.bytesWritten === 0) throw new CommandError('A entrada padrão está vazia.')
    return await work(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** All that stdin has, for a path that says so; undefined for any other. */
export async function readStdin(
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
  { path, limitBytes }: { readonly path: string; readonly limitBytes: number },
): Promise<Uint8Array | undefined> {
  if (path !== STDIN) return undefined
  refuseTerminal(terminal)
  const pieces: Uint8Array[] = []
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const piece of source) pieces.push(piece)
  }
  await endingOnInterrupt(signal, pipeline(process.stdin, upTo(limitBytes), collect, { signal }))
  return Buffer.concat(pieces)
}

/** Ends with the command: the program that writes into the pipe may never end. */
async function endingOnInterrupt(signal: AbortSignal, reading: Promise<void>): Promise<void> {
  await reading.catch((error: unknown) => {
    throw signal.aborted ? new Interrupted() : error
  })
}

/** Nobody types a spreadsheet: a command that waits for one would seem to hang. */
function refuseTerminal({ isStdinTerminal }: { readonly isStdinTerminal: boolean }): void {
  if (!isStdinTerminal) return
  throw wrongUsage(
    'Com "-" o conteúdo vem pela entrada padrão, de outro comando ou com "< arquivo".',
  )
}

function upTo(limitBytes: number): Transform {
  let byteCount = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      byteCount += chunk.byteLength
      if (byteCount <= limitBytes) return done(null, chunk)
      const limit = formatCount(limitBytes / BYTES_A_MB)
      done(new CommandError(`A entrada padrão passa do limite de ${limit} MB.`))
    },
  })
}
