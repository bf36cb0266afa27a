import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { CommonOptions, Context } from '../run.ts'
import { CommandError, ExitCode, Interrupted, systemCode, wrongUsage } from '../terminal/outcome.ts'

export type LogsOptions = CommonOptions & {
  readonly lines?: string
  readonly follow?: boolean
  readonly since?: string
  readonly user?: boolean
}

const UNIT = 'disparo.service'
const NO_JOURNAL =
  'Esta máquina não tem o journalctl do systemd. Sem o serviço, o registro sai na tela de: disparo serve'
const EMPTY =
  'O serviço não escreveu nada, ou não está instalado: disparo service install\nSem ele, o registro sai na tela de: disparo serve'

type Ending = { readonly code: number | null; readonly endedBy: NodeJS.Signals | null }

/** Shows what the service wrote; the journal keeps it. */
export async function showLogs(context: Context, options: LogsOptions): Promise<ExitCode> {
  const { terminal, signal } = context
  const { lines = '100', follow = false, since, json = false } = options
  if (!/^[1-9]\d{0,6}$/.test(lines))
    throw wrongUsage('--lines: Informe um número inteiro, 1 ou mais.')
  if (follow && json) throw wrongUsage('Com --json a resposta é um só valor: tire o --follow.')
  const isUsers = options.user ?? process.getuid?.() !== 0
  const ofService = [
    ...(isUsers ? ['--user-unit', UNIT] : ['--unit', UNIT]),
    ...(since === undefined ? [] : ['--since', since]),
  ]
  if (!json && !follow && (await readJournal([...ofService, '--lines', '1'], signal)) === '') {
    terminal.note(since === undefined ? EMPTY : `O serviço não escreveu nada desde ${since}.`)
    return ExitCode.done
  }
  const wanted = [...ofService, '--lines', lines, ...(follow ? ['--follow'] : [])]
  if (json) {
    const written = await readJournal(wanted, signal)
    terminal.answer(written.split('\n').filter(Boolean).map(parseLine), () => '')
  } else await runJournal(wanted, { signal, stdout: 'inherit' })
  return ExitCode.done
}

async function readJournal(args: readonly string[], signal: AbortSignal): Promise<string> {
  return await runJournal(args, { signal, stdout: 'pipe' })
}

/** Returns what it wrote into the pipe. */
async function runJournal(
  args: readonly string[],
  { signal, stdout }: { readonly signal: AbortSignal; readonly stdout: 'pipe' | 'inherit' },
): Promise<string> {
  const journal = spawn('journalctl', ['--no-pager', '--quiet', '--output', 'cat', ...args], {
    ...{ stdio: ['ignore', stdout, 'pipe'], signal },
  })
  const [written, complaint, { code, endedBy }] = await Promise.all([
    journal.stdout ? text(journal.stdout) : '',
    journal.stderr ? text(journal.stderr) : '',
    new Promise<Ending>((resolve, reject) => {
      journal.once('error', reject)
      journal.once('close', (code, endedBy) => resolve({ code, endedBy }))
    }),
  ]).catch((error: unknown) => {
    if (signal.aborted) throw new Interrupted()
    throw systemCode(error) === 'ENOENT'
      ? new CommandError(NO_JOURNAL, { code: 'no_journal', cause: error })
      : error
  })
  if (signal.aborted) throw new Interrupted()
  // Killed by SIGPIPE: whoever read has read enough.
  if (code !== 0 && endedBy !== 'SIGPIPE') {
    throw new CommandError(`O journalctl recusou o pedido.\n${complaint.trim()}`, {
      code: 'journal',
    })
  }
  return written
}

/** The daemon writes JSON; what comes before it, and from Node itself, is text. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return { msg: line }
    throw error
  }
}
