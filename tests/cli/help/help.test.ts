import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { commandVariables, serverVariables } from '../../../src/cli/help/variables.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { ExitCode } from '../../../src/cli/terminal/outcome.ts'
import { aPerson } from '../../support/daemon/command-line.ts'

test('names in help environment every variable that the server reads', async () => {
  const config = readFileSync('src/config.ts', 'utf8')
  const read = [...config.matchAll(/^ {2}((?:DISPARO|MISTRAL)_\w+):/gm)].map(([, name]) => name)
  expect(serverVariables.map(({ name }) => name).sort()).toEqual(
    [...new Set(read)].filter((name) => name !== undefined).sort(),
  )
  const person = await aPerson()
  const { code, stdout } = await person.run(['help', 'environment'])
  expect(code).toBe(0)
  for (const { name } of [...commandVariables, ...serverVariables]) expect(stdout).toContain(name)
})

test('names in help exit-codes every code there is', async () => {
  const person = await aPerson()
  const { code, stdout } = await person.run(['help', 'exit-codes'])
  expect(code).toBe(0)
  for (const number of Object.values(ExitCode)) {
    expect(stdout).toMatch(new RegExp(`^ {2}${number} +\\S`, 'm'))
  }
})

test('says in Portuguese what the default of an option is', () => {
  const helps = (command: Command): string[] => [
    command.helpInformation(),
    ...command.commands.flatMap(helps),
  ]
  const all = helps(createProgram()).join('\n')
  expect(all).toContain('quantas linhas, das mais novas (padrão: 100)')
  expect(all).not.toMatch(/\((?:default|choices|env|preset)\b/)
})

test('shows the help of a nested command, and refuses one that there is not', async () => {
  const person = await aPerson()
  const nested = await person.run(['help', 'campaigns', 'create'])
  expect(nested).toMatchObject({ code: 0, stderr: '' })
  expect(nested.stdout).toContain('Uso: disparo campaigns create [opções]')
  expect(nested.stdout).toContain('--profile <nome>')
  expect((await person.run(['help'])).stdout).toContain('disparo help exit-codes')
  const unknown = await person.run(['help', 'campaigns', 'nada'])
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toContain('Comando desconhecido: nada.')
})
