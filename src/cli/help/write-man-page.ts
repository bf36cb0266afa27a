import type { Command } from 'commander'
import type { Context } from '../run.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { manPage } from './man-page.ts'

/** Writes the manual page of the whole program. */
export async function writeManPage({ terminal }: Context, program: Command): Promise<ExitCode> {
  const page = manPage(program)
  terminal.answer({ page }, () => page.trimEnd())
  return ExitCode.done
}
