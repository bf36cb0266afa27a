import { expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { answers, notAnswered } from '../support/daemon/command-answers.ts'
import { leaves } from '../support/daemon/command-names.ts'
import { aStageOfCommands } from '../support/daemon/command-stage.ts'
import { differencesFrom } from '../support/http/shape.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { dropDatabasesAfterwards } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

test('every command has a row of answers', () => {
  const named = [...answers.map(({ name }) => name), ...notAnswered]
  expect([...new Set(named)].sort()).toEqual(leaves(createProgram()).sort())
})

// One command after another: each finds what those before it made.
const timeout = 10 * PATIENCE_MS

test('every command that succeeds ends with 0 and one JSON value of its shape', {
  timeout,
}, async () => {
  const stage = await aStageOfCommands()
  const surprises: unknown[] = []
  for (const row of answers) {
    const { code, stdout, stderr } = await stage.run(row)
    const isOneLine = /^[^\n]+\n$/.test(stdout)
    const differences = isOneLine
      ? differencesFrom(row.shape, JSON.parse(stdout))
      : [`not one line: ${stdout}`]
    if (code !== 0 || differences.length > 0) {
      surprises.push({ name: row.name, code, stderr, differences })
    }
  }
  expect(surprises).toEqual([])
})
