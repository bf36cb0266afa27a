import type { HostLogLevel } from '../hosts/host-protocol.ts'
import { readFailure } from './failure.ts'

export type WriteLog = (level: HostLogLevel, message: string, detail: string | null) => void

/** The part of pino that Baileys calls. */
type BaileysLogger = {
  level: string
  child(bindings: Record<string, unknown>): BaileysLogger
  trace(entry: unknown, message?: string): void
  debug(entry: unknown, message?: string): void
  info(entry: unknown, message?: string): void
  warn(entry: unknown, message?: string): void
  error(entry: unknown, message?: string): void
}

/**
 * Passes Baileys' warnings and errors on, as their sentence and the message of an error among their
 * details. All other details (stanzas, sessions, texts) stay out of every log.
 */
export function createBaileysLogger(write: WriteLog): BaileysLogger {
  const logger: BaileysLogger = {
    level: 'warn',
    child: () => logger,
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: (entry, message) => write('debug', sentenceOf(entry, message), errorIn(entry)),
    error: (entry, message) => write('warn', sentenceOf(entry, message), errorIn(entry)),
  }
  return logger
}

function ignore(): undefined {
  return undefined
}

function sentenceOf(entry: unknown, message: string | undefined): string {
  return message ?? (typeof entry === 'string' ? entry : 'no message')
}

function errorIn(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return null
  for (const name of ['err', 'error', 'e']) {
    const value: unknown = Reflect.get(entry, name)
    if (value !== undefined) return readFailure(value).message
  }
  return null
}
