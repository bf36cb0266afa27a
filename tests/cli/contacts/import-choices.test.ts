import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'
import { eventually } from '../../support/eventually.ts'

const server = residentDaemon()

const rows = 'nome,telefone\nAna,61999990001\nBia,1\n'
const whole = 'nome,telefone\nCaio,61999990003\n'

async function aListHolder() {
  const daemon = server()
  const member = await aMember(daemon.url())
  const lists = async () => (await member.json(['contacts', 'list'])).value
  return { ...member, lists }
}

test('imports what comes through a pipe, and its refused rows', async () => {
  const { run, json, lists, home } = await aListHolder()
  const piped = await run(
    ['contacts', 'import', '-', '--name', 'Cano', '--invalid', 'recusados.csv'],
    { input: rows, cwd: home },
  )
  expect(piped).toMatchObject({ code: 0, stderr: 'Linhas recusadas gravadas em recusados.csv.\n' })
  expect(await lists()).toMatchObject([{ name: 'Cano', total: 1 }])
  const refused = await run(['contacts', 'invalid', '-'], { input: rows })
  expect(refused.stdout).toContain('Bia,1,')
  const optedOut = await json(['optouts', 'import', '-'], { input: 'telefone\n61999990009\n' })
  expect(optedOut.value).toMatchObject({ added: 1 })
  const empty = await run(['contacts', 'import', '-'], { input: '' })
  expect(empty).toMatchObject({ code: 1, stderr: 'A entrada padrão está vazia.\n' })
})

test('says with --dry-run what would happen, and imports nothing', async () => {
  const { run, json, lists, home } = await aListHolder()
  const dry = ['contacts', 'import', '-', '--dry-run', '--invalid', `${home}/recusados.csv`]
  const { code, value } = await json(dry, { input: rows })
  expect(await readFile(`${home}/recusados.csv`, 'utf8')).toContain('Bia,1,')
  expect(code).toBe(0)
  expect(value).toMatchObject({ dry_run: true, total: 1, added: 1, invalid: [{ name: 'Bia' }] })
  const shown = await run(['contacts', 'import', '-', '--dry-run', '--strict'], { input: rows })
  expect(shown.code).toBe(1)
  expect(shown.stdout).toContain('Nada foi importado (--dry-run).')
  expect(await lists()).toEqual([])
})

test('imports nothing with --strict where one row is refused', async () => {
  const { run, lists } = await aListHolder()
  const refused = await run(['contacts', 'import', '-', '--strict'], { input: rows })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('Nada foi importado: há linhas que não dá para ler.\n  linha 3:')
  expect(await lists()).toEqual([])
  expect((await run(['contacts', 'import', '-', '--strict'], { input: whole })).code).toBe(0)
})

test('makes no second list of the same name that nobody asked for', async () => {
  const { home, run, json, lists, startAtTerminal } = await aListHolder()
  await writeFile(`${home}/b.csv`, whole)
  await run(['contacts', 'import', '-', '--name', 'Clientes'], { input: rows })
  const again = ['contacts', 'import', 'b.csv', '--name', 'clientes ']
  const { code, stderr, value } = await json(again, { cwd: home })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^Já existe uma lista "Clientes", com 1 contato\.\nPara acrescentar a ela: --list \S+ Para criar/,
  )
  expect(value).toMatchObject({ code: 'usage' })
  expect(await lists()).toHaveLength(1)

  const asked = startAtTerminal(again, { cwd: home })
  await eventually(() => asked.output().stdout.includes('Acrescentar a ela'))
  asked.type('\r')
  expect((await asked.finished).code).toBe(0)
  expect(await lists()).toMatchObject([{ name: 'Clientes', total: 2 }])

  expect((await json([...again, '--new'], { cwd: home })).code).toBe(0)
  // The same command once more, under its key, is the same import.
  const keyed = ['contacts', 'import', 'b.csv', '--name', 'Outra', '--idempotency-key', 'chave-1']
  expect((await json(keyed, { cwd: home })).code).toBe(0)
  expect((await json(keyed, { cwd: home })).code).toBe(0)
  expect(await lists()).toHaveLength(3)
})

test('reads the text of a campaign from a pipe', async () => {
  const { json } = await aListHolder()
  const create = ['campaigns', 'create', '--draft', '--name', 'A', '--text-file', '-']
  const { value } = await json(create, { input: 'Olá,\n{nome}!\n' })
  expect(value).toMatchObject({ texto: 'Olá,\n{nome}!' })
})
