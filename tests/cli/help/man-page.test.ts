import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandTree } from '../../../src/cli/completion/command-tree.ts'
import { manPage } from '../../../src/cli/help/man-page.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { aPerson } from '../../support/daemon/command-line.ts'

const run = promisify(execFile)
const hasMan = await run('man', ['--version']).then(
  () => true,
  () => false,
)

test('every command and option is in the manual page', () => {
  const program = createProgram()
  const page = manPage(program).replaceAll('\\-', '-')
  for (const { path, commands, options } of commandTree(program)) {
    if (commands.length > 0) continue
    expect(page).toContain(`.SS disparo ${path}`)
    for (const { flags } of options) expect(page).toContain(flags[0])
  }
})

test('ships the manual page that the program writes', async () => {
  const person = await aPerson()
  const { code, stdout } = await person.run(['man'])
  expect(code).toBe(0)
  // A list, without which npm does not install the page for man.
  const { man } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(man).toHaveLength(1)
  expect(await readFile(man[0], 'utf8')).toBe(stdout)
})

test.skipIf(!hasMan)('writes a page that man shows without a complaint', async () => {
  const person = await aPerson()
  const path = `${person.home}/disparo.1`
  await writeFile(path, (await person.run(['man'])).stdout)
  // man confines the programs that read the page: a preloaded faketime would not load there.
  const { LD_PRELOAD: _, ...others } = process.env
  const environment = { ...others, LC_ALL: 'C.UTF-8', MANWIDTH: '100', MANPAGER: 'cat' }
  const { stdout, stderr } = await run('man', ['--warnings', '-l', path], { env: environment })
  expect(stderr).toBe('')
  expect(stdout).toContain('CÓDIGO DE SAÍDA')
  expect(stdout).toContain('disparo api PUT /api/padroes -d \'{"delay": 90}\'')
})
