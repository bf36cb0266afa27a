import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

test('Ctrl+C ends an export into a pipe that nobody reads', async () => {
  const member = await aMember(server().url())
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  execFileSync('mkfifo', [`${member.home}/cano`])
  const exporting = member.start(['contacts', 'export', 'Lista', '-o', 'cano'])
  // Long enough to have opened the pipe; were it shorter, the test would pass all the same.
  await setTimeout(1_500)
  exporting.process.kill('SIGINT')
  expect((await exporting.finished).code).toBe(130)
})
