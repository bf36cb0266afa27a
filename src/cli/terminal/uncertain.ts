import { CommandError } from './outcome.ts'

/**
 * Runs a call that creates something. Where no answer comes, the failure says that it may have been
 * created all the same, and how to look before trying again.
 * @param hint a Portuguese sentence with the command to look with
 */
export async function sayingUncertain<Result>(
  hint: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'no_answer') throw error
    const { exitCode, code } = error
    throw new CommandError(`${error.message}\n${hint}`, { exitCode, code, cause: error })
  }
}
