import { styleText } from 'node:util'
import { ExitCode, systemCode } from './outcome.ts'
import { knownFields, pickFields, unknownFields } from './pick-fields.ts'

/** Where a command reads and writes: results on stdout, everything else on stderr. */
export type Terminal = ReturnType<typeof createTerminal>

const DEFAULT_WIDTH = 80

export function createTerminal(io: {
  readonly isJson: boolean
  /** What is left of a JSON answer; null: all of it. */
  readonly fields?: readonly string[] | null
  readonly environment: NodeJS.ProcessEnv
}) {
  const { stdin, stdout, stderr } = process
  const isPlain = Boolean(io.environment.NO_COLOR) || io.environment.TERM === 'dumb'
  const isLive = stderr.isTTY === true && io.environment.TERM !== 'dumb'
  let isAnswered = false

  return {
    isJson: io.isJson,
    /** Whether a JSON answer is to have some of its fields only. */
    isPicking: io.isJson && Boolean(io.fields),
    isStdinTerminal: stdin.isTTY === true,
    /** Whether questions can be asked. */
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    /** Progress may be drawn over itself. */
    isLive,
    /** Width of a table in columns; null: stdout is no terminal, nothing is cut. */
    width: stdout.isTTY ? (stdout.columns ?? DEFAULT_WIDTH) : null,
    /** Columns and rows of the screen that notes and QR codes are drawn on. */
    get screen() {
      return { columns: stderr.columns ?? DEFAULT_WIDTH, rows: stderr.rows ?? Infinity }
    },
    answer,
    fail,
    print,
    note,
    heading: (text: string) => (stdout.isTTY && !isPlain ? styleText('bold', text) : text),
    emphasis: (text: string) => (isLive && !isPlain ? styleText('bold', text) : text),
    faint: (text: string) => (isLive && !isPlain ? styleText('dim', text) : text),
  }

  /** The one result of a command: `value` under --json, otherwise the text. */
  function answer(value: unknown, text: () => string): void {
    isAnswered = true
    stdout.write(io.isJson ? `${JSON.stringify(picked(value))}\n` : withNewline(text()))
  }

  function picked(value: unknown): unknown {
    if (!io.fields) return value
    const unknown = unknownFields(value, io.fields)
    if (unknown.length > 0) {
      const known = knownFields(value).join(', ')
      note(`Campos que não há nesta resposta: ${unknown.join(', ')}. Há: ${known}.`)
    }
    return pickFields(value, io.fields)
  }

  /** Writes a failure as the one value of --json, unless a result has been written already. */
  function fail(value: unknown): void {
    if (io.isJson && !isAnswered) stdout.write(`${JSON.stringify(value)}\n`)
  }

  /** Text for people on stdout; nothing under --json, where only the answer is written. */
  function print(text: string): void {
    if (!io.isJson) stdout.write(withNewline(text))
  }

  function note(text: string): void {
    stderr.write(withNewline(text))
  }
}

function withNewline(text: string): string {
  return text === '' ? '' : `${text}\n`
}

/**
 * Ends the process when its output goes nowhere. `disparo … | head` closes stdout early, which is
 * an end and not a failure; a full disk is one.
 */
export function endWhenOutputFails(): void {
  process.stdout.on('error', (error) => {
    if (systemCode(error) === 'EPIPE') process.exit(ExitCode.done)
    process.stderr.write(`Não foi possível escrever a saída (${systemCode(error)}).\n`)
    process.exit(ExitCode.failed)
  })
  process.stderr.on('error', (error) => {
    process.exit(systemCode(error) === 'EPIPE' ? ExitCode.done : ExitCode.failed)
  })
}
