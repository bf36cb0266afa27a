import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandTree } from '../../../src/cli/completion/command-tree.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { aPerson } from '../../support/daemon/command-line.ts'

const run = promisify(execFile)

/** What bash offers after these words, of which the last one is being typed. */
async function offered(script: string, words: readonly string[]): Promise<string[]> {
  const asked = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _disparo; '
  const { stdout } = await run('bash', ['-c', `${asked} echo "\${COMPREPLY[*]}"`, script, ...words])
  return stdout.trim().split(' ').filter(Boolean)
}

test('offers in bash every command and option, where it can stand', async () => {
  const person = await aPerson()
  const script = `${person.home}/disparo.bash`
  await writeFile(script, (await person.run(['completion', 'bash'])).stdout)
  for (const { path, commands, options } of commandTree(createProgram())) {
    const words = ['disparo', ...path.split(' ').filter(Boolean)]
    const flags = options.flatMap((option) => option.flags)
    expect(await offered(script, [...words, ''])).toEqual(commands.map(({ name }) => name))
    expect((await offered(script, [...words, '-'])).sort()).toEqual(flags.sort())
  }
  const create = ['disparo', 'campaigns', 'create']
  expect(await offered(script, [...create, '--now', '--text-'])).toEqual(['--text-file'])
  // The value of an option is no command, and none is offered in its place.
  expect(await offered(script, [...create, '--name', ''])).toEqual([])
  expect(await offered(script, ['disparo', 'login', '--url', 'campaigns', '--ema'])).toEqual([
    '--email',
  ])
})

test('writes for the shell in use, and for three shells alone', async () => {
  const person = await aPerson()
  const { stdout } = await person.run(['completion'], { environment: { SHELL: '/usr/bin/fish' } })
  expect(stdout).toContain("-n '__disparo_at \\'campaigns\\'' -a 'create'")
  expect((await person.run(['completion', 'zsh'])).stdout).toMatch(/^#compdef disparo\n/)
  for (const environment of [{ SHELL: '' }, { SHELL: '/bin/dash' }]) {
    const { code, stderr } = await person.run(['completion'], { environment })
    expect({ code, stderr }).toEqual({
      ...{ code: 2, stderr: expect.stringContaining('Diga qual: bash, zsh ou fish.') },
    })
  }
  const wrong = await person.run(['completion', 'tcsh'])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('em "tcsh"') })
})
