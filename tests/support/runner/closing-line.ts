import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Ends a run with one plain line that any program can read, and with the status that fits it. */
export const closingLine: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1
      // A fault outside of any test, in a file or in a part of it, is a failure all the same.
      const parts = [module, ...module.children.allSuites()]
      counts.failed += parts.filter((part) => part.errors().length > 0).length
    }
    counts.failed += unhandled.length
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
    // Set at the very end: a package that waits for the end of the process would otherwise end it
    // as if all had passed.
    if (counts.failed > 0) {
      process.once('exit', () => {
        process.exitCode = 1
      })
    }
  },
}
