import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Set in the inner run that is to fail. */
const FAILS = 'DISPARO_TEST_FAILS'
const isToFail = process.env[FAILS] === '1'

test.skipIf(isToFail)(
  'a run with a failed test tells so by its status and its closing line',
  async () => {
    const run = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', import.meta.filename],
      { env: { PATH: process.env.PATH, [FAILS]: '1' }, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const [output, [status]] = await Promise.all([text(run.stdout), once(run, 'exit')])
    expect(output).toMatch(/^0 passed, 1 failed, 1 skipped$/m)
    expect(status).toBe(1)
  },
)

test.runIf(isToFail)('a test that is to fail does', () => {
  expect.unreachable()
})
