import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

/** Makes a program report on stderr that it opens the pipe, by `open` or `openSync`. */
const telling = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  for (const name of ['open', 'openSync']) {
    const open = fs[name]
    fs[name] = (path, ...rest) => {
      if (String(path).endsWith('/cano')) process.stderr.write('opens')
      return open(path, ...rest)
    }
  }
  syncBuiltinESMExports()
`

test('Ctrl+C ends an export into a pipe that nobody reads', async () => {
  const member = await aMember(server().url())
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  execFileSync('mkfifo', [`${member.home}/cano`])
  const exporting = member.start(['contacts', 'export', 'Lista', '-o', 'cano'], {
    environment: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(telling)}`,
    },
  })
  await expect.poll(() => exporting.output().stderr).toContain('opens')
  exporting.process.kill('SIGINT')
  expect((await exporting.finished).code).toBe(130)
})
