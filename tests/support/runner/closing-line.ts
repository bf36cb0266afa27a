import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Ends a run with one plain line that any program can read. Before it stand the tests that needed a
 * second try, with what the first one failed of: they count as passed, and hide a race all the same.
 */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    const repeated: TestCase[] = []
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1
        if (test.diagnostic()?.flaky) repeated.push(test)
      }
      // A file that could not be loaded holds no tests, and is a failure all the same.
      if (module.errors().length > 0) counts.failed += 1
    }
    if (repeated.length > 0) {
      process.stdout.write(`\nPassed only at a second try:\n${repeated.map(told).join('')}`)
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    const atSecond = repeated.length > 0 ? `, ${repeated.length} at a second try` : ''
    process.stdout.write(
      `\n${counts.passed} passed, ${counts.failed} failed${skipped}${atSecond}\n`,
    )
  },
}

function told(test: TestCase): string {
  const failures = (test.result().errors ?? []).map(
    ({ message, stacks }) => `    ${firstLineOf(message)}${place(stacks?.at(-1))}\n`,
  )
  return `  ${test.module.relativeModuleId} > ${test.fullName}\n${failures.join('')}`
}

function firstLineOf(message: string): string {
  return message.split('\n', 1)[0] ?? ''
}

function place(frame: { readonly file: string; readonly line: number } | undefined): string {
  return frame ? ` (${frame.file}:${frame.line})` : ''
}
