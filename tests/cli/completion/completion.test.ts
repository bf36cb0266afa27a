import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandTree } from '../../../src/cli/completion/command-tree.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { aPerson } from '../../support/daemon/command-line.ts'

const run = promisify(execFile)

/** What bash offers for each of these lines of words, of which the last is being typed. */
async function offered(
  script: string,
  lines: readonly (readonly string[])[],
): Promise<readonly (readonly string[])[]> {
  const ask = `while IFS=, read -ra COMP_WORDS; do
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); [[ \${COMP_WORDS[COMP_CWORD]} == . ]] && COMP_WORDS[COMP_CWORD]=
    _disparo; echo "\${COMPREPLY[*]}"; done`
  const asking = run('bash', ['-c', `source "$0"; ${ask}`, script])
  asking.child.stdin?.end(
    lines.map((words) => `${words.map((w) => w || '.').join(',')}\n`).join(''),
  )
  const { stdout } = await asking
  return stdout.split('\n').map((line) => line.split(' ').filter(Boolean))
}

test('offers in bash every command and option, where it can stand', async () => {
  const person = await aPerson()
  const script = `${person.home}/disparo.bash`
  await writeFile(script, (await person.run(['completion', 'bash'])).stdout)
  const nodes = commandTree(createProgram())
  const wordsOf = (path: string) => ['disparo', ...path.split(' ').filter(Boolean)]
  const atCommand = await offered(
    script,
    nodes.map(({ path }) => [...wordsOf(path), '']),
  )
  const atOption = await offered(
    script,
    nodes.map(({ path }) => [...wordsOf(path), '-']),
  )
  for (const [place, { path, commands, options }] of nodes.entries()) {
    const flags = options.flatMap((option) => option.flags)
    expect([path, atCommand[place]]).toEqual([path, commands.map(({ name }) => name)])
    expect([path, atOption[place]?.toSorted()]).toEqual([path, flags.sort()])
  }
  const create = ['disparo', 'campaigns', 'create']
  const [begun, value, later] = await offered(script, [
    [...create, '--now', '--text-'],
    [...create, '--name', ''],
    ['disparo', 'login', '--url', 'campaigns', '--ema'],
  ])
  expect(begun).toEqual(['--text-file'])
  // An option's value stands here, so that no command is offered.
  expect(value).toEqual([])
  expect(later).toEqual(['--email'])
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
