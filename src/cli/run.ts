import { setConnectionPatience } from '../daemon/connection-patience.ts'
import { CommandError, ExitCode, Interrupted } from './terminal/outcome.ts'
import { createTerminal, type Terminal } from './terminal/terminal.ts'

/** What every command is given. */
export type Context = {
  readonly terminal: Terminal
  readonly environment: NodeJS.ProcessEnv
  /** Aborts at the first Ctrl+C or SIGTERM; the second ends the process at once. */
  readonly signal: AbortSignal
}

export type CommonOptions = {
  readonly json?: boolean | undefined
  /** The kept sign-in to use; the default one where it is left out. */
  readonly profile?: string | undefined
  /** The fields that are left of a JSON answer. */
  readonly fields?: readonly string[] | undefined
}

/** Runs one command and ends the process with its exit code. */
export async function run(
  options: CommonOptions,
  work: (context: Context) => Promise<ExitCode>,
): Promise<void> {
  setConnectionPatience()
  const { json: isJson = false, fields = null } = options
  const environment = environmentFor(options)
  const terminal = createTerminal({ isJson, fields, environment })
  const context = { terminal, environment, signal: abortOnInterrupt() }
  const exitCode = await work(context).catch((error) => reportFailure(error, context))
  await leave(exitCode)
}

/** With a profile, the server and credential are the profile's, not those of the variables. */
function environmentFor({ profile }: CommonOptions): NodeJS.ProcessEnv {
  if (profile === undefined) return process.env
  return { ...process.env, DISPARO_PROFILE: profile, DISPARO_APIKEY: '' }
}

function abortOnInterrupt(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) {
      showCursor()
      process.exit(ExitCode.interrupted)
    }
    controller.abort(new Interrupted())
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return controller.signal
}

async function reportFailure(
  error: unknown,
  { terminal, environment, signal }: Context,
): Promise<ExitCode> {
  const failure = error instanceof CommandError ? error : await toCommandError(error)
  const isInterrupted = signal.aborted && !(error instanceof CommandError)
  if (isInterrupted || failure.exitCode === ExitCode.interrupted) {
    // Keeps an unfinished line above the shell's prompt.
    if (terminal.isLive) terminal.note(' ')
    terminal.fail(toJson(interruption))
    return ExitCode.interrupted
  }
  if (environment.DISPARO_LOG === 'debug' && error instanceof Error)
    terminal.note(error.stack ?? '')
  writeFailure(terminal, failure)
  return failure.exitCode
}

const interruption = { message: 'Interrompido.', code: 'interrupted', details: [] }

export function writeFailure(terminal: Terminal, failure: CommandError): void {
  terminal.note(failure.message)
  terminal.fail(toJson(failure))
}

/** A failure as the server's own errors look. */
function toJson({ message, code, details }: Pick<CommandError, 'message' | 'code' | 'details'>) {
  const body = { error: message, message, code }
  return details.length > 0 ? { ...body, details } : body
}

/** Loads the sentences only for a failure: the catalogue brings zod along, which a start would wait for. */
async function toCommandError(error: unknown): Promise<CommandError> {
  const { describeFailure } = await import('./terminal/failure.ts')
  return describeFailure(error)
}

async function leave(exitCode: ExitCode): Promise<never> {
  showCursor()
  await new Promise((resolve) => process.stdout.write('', resolve))
  process.exit(exitCode)
}

/** A progress bar or a prompt that was cut short leaves the cursor hidden. */
function showCursor(): void {
  if (process.stderr.isTTY) process.stderr.write('\u001b[?25h')
}
