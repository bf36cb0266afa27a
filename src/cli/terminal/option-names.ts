import { CommandError, ExitCode } from './outcome.ts'

/** The options of a command by the field of a call that each of them fills. */
export type OptionNames = Readonly<Record<string, string>>

/** The refusals whose details name fields of the call. */
const fieldCodes: ReadonlySet<string> = new Set(['invalid', 'invalid_phone'])

/**
 * Runs a call made of options' values. Where a value is refused, here or by the server, the failure
 * names its option and counts as wrong usage.
 */
export async function namingOptions<Result>(
  names: OptionNames,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CommandError) || !fieldCodes.has(error.code)) throw error
    const { details } = error
    if (details.length === 0) throw error
    const isOurs = details.every(({ path }) => path in names)
    const sentences = details.map(({ path, message }) =>
      names[path] === undefined ? message : `${names[path]}: ${message}`,
    )
    throw new CommandError(sentences.join('\n'), {
      exitCode: isOurs ? ExitCode.usage : ExitCode.failed,
      code: 'invalid',
      details,
      cause: error,
    })
  }
}
