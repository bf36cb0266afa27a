import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { IdempotencyKey } from '../contract/api/idempotency.ts'
import type { OnceOptions } from './client.ts'
import type { Context } from './run.ts'
import { CommandError, ExitCode, Interrupted, wrongUsage } from './terminal/outcome.ts'

/** Pauses before the call is sent again. */
const PAUSES_MS = [500, 1_500, 4_000]

/**
 * Codes after which nobody knows whether the call was carried out. A server that lost the account
 * may have carried it out without being able to store its answer.
 */
const doubtful: readonly string[] = ['no_answer', 'outcome_unknown', 'lease_lost']

/** Codes after which a repeated call may still find its answer. */
const passing: readonly string[] = [
  ...doubtful,
  'unreachable',
  'no_home',
  'idempotency_busy',
  'idempotency_unknown',
  'stopping',
  'storage_unavailable',
]

type Creation = {
  /** Idempotency key of the whole command. */
  readonly key: string
  /** Which call of the command this is, where there are several. */
  readonly part?: string
  /** A Portuguese sentence with the command to look with. */
  readonly hint: string
}

/**
 * Makes a call that creates something. Where no answer comes it is sent again under the same
 * idempotency key, so that the server creates at most one. Where none comes to the end, the failure
 * says that it may have been created all the same, how to look, and with which key the command can
 * be repeated safely.
 * @throws CommandError `usage` for a key that cannot be one
 */
export async function createOnce<Result>(
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
  { key, part, hint }: Creation,
  work: (options: OnceOptions) => Promise<Result>,
): Promise<Result> {
  const idempotencyKey = keyOf(checkKey(key), part)
  let mayExist = false
  for (const pauseMs of [...PAUSES_MS, null]) {
    try {
      return await work({ idempotencyKey })
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      // The server knows no more than this command, and would not recognise a repeated call.
      if (error.code === 'storage_unsettled') terminal.note(hint)
      mayExist ||= doubtful.includes(error.code)
      if (!mayExist || !passing.includes(error.code)) throw error
      if (pauseMs === null) throw uncertain(error, { hint, key })
      terminal.note('Sem resposta do servidor. Tentando de novo…')
      await pause(pauseMs, signal).catch((interruption: unknown) => {
        terminal.note(hint)
        throw interruption
      })
    }
  }
  throw new Error('the last attempt either returns or throws')
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch((error: unknown) => {
    throw signal.aborted ? new Interrupted() : error
  })
}

function uncertain(cause: CommandError, { hint, key }: Creation): CommandError {
  const again = `Repetir o mesmo comando com --idempotency-key ${key} não cria em dobro.`
  const lines = [cause.message, hint, again]
  return new CommandError(lines.join('\n'), {
    exitCode: ExitCode.unreachable,
    code: 'no_answer',
    cause,
  })
}

function keyOf(key: string, part: string | undefined): string {
  return part === undefined ? key : createHash('sha256').update(`${key} ${part}`).digest('hex')
}

/** @throws CommandError `usage` for a key that cannot be one */
export function checkKey(key: string): string {
  const parsed = IdempotencyKey.safeParse(key)
  if (parsed.success) return parsed.data
  throw wrongUsage(`--idempotency-key: ${parsed.error.issues[0]?.message ?? ''}`)
}
