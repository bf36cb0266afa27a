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

type Ending = { readonly code: number | null; readonly endedBy: NodeJS.Signals | null }

/** Shows what the service wrote; the journal keeps it. */
export async function showLogs(context: Context, options: LogsOptions): Promise<ExitCode> {
  const { terminal, signal } = context
  const { lines = '100', follow = false, since, json = false } = options
  if (!/^[1-9]\d{0,6}$/.test(lines))
    throw wrongUsage('--lines: Informe um número inteiro, 1 ou mais.')
  if (follow && json) throw wrongUsage('Com --json a resposta é um só valor: tire o --follow.')
  const isUsers = options.user ?? process.getuid?.() !== 0
  const args = [
    ...(isUsers ? ['--user-unit', UNIT] : ['--unit', UNIT]),
    ...['--no-pager', '--quiet', '--output', 'cat', '--lines', lines],
    ...(since === undefined ? [] : ['--since', since]),
    ...(follow ? ['--follow'] : []),
  ]
  const shown = json ? 'pipe' : 'inherit'
  const journal = spawn('journalctl', args, { stdio: ['ignore', shown, 'pipe'], signal })
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
  // Whoever read has read enough.
  if (endedBy === 'SIGPIPE') return ExitCode.done
  if (code !== 0) {
    throw new CommandError(`O journalctl recusou o pedido.\n${complaint.trim()}`, {
      code: 'journal',
    })
  }
  if (json) terminal.answer(written.split('\n').filter(Boolean).map(parseLine), () => '')
  return ExitCode.done
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
