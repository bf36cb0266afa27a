import { expect, test } from 'vitest'
import { aPerson } from '../../support/daemon/command-line.ts'

const groups = ['contacts', 'campaigns', 'devices', 'service', 'users']
const commands = [
  'serve',
  'simulator',
  'demo',
  'signup',
  'login',
  'logout',
  'whoami',
  'users reset-password',
  'contacts list',
  'contacts import',
  'contacts export',
  'contacts delete',
  'campaigns list',
  'campaigns show',
  'campaigns create',
  'campaigns stop',
  'campaigns delete',
  'campaigns sends',
  'campaigns report',
  'devices list',
  'devices check',
  'devices trial',
  'devices connect',
  'devices disconnect',
  'devices delete',
  'service install',
  'service uninstall',
  'service print',
]
const english = /\b(Usage|Options|Arguments|Commands|display help|default:|output the version)\b/

test('lists every command in Portuguese', async () => {
  const person = await aPerson()
  const { code, stdout, stderr } = await person.run(['--help'])
  expect(code).toBe(0)
  expect(stderr).toBe('')
  for (const heading of ['Uso:', 'Opções:', 'Comandos:', 'Exemplos:']) {
    expect(stdout).toContain(heading)
  }
  for (const name of [...commands.map((command) => command.split(' ')[0] ?? ''), ...groups]) {
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  }
  expect(stdout).not.toMatch(english)
})

test.each(commands)('explains "%s" in Portuguese with an example', async (command) => {
  const person = await aPerson()
  const { code, stdout } = await person.run([...command.split(' '), '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(new RegExp(`^Uso: disparo ${command}`))
  expect(stdout).toMatch(new RegExp(`Exemplos:\\n  (sudo )?disparo ${command}`))
  expect(stdout).toContain('--json')
  expect(stdout).not.toMatch(english)
})

const refusals = [
  [['naoexiste'], 'Comando desconhecido: naoexiste.'],
  [['campaing'], 'Você quis dizer campaigns?'],
  [['contacts', 'import'], 'Falta o argumento <arquivo>.'],
  [['contacts', 'list', '--bogus'], 'Opção desconhecida: --bogus.'],
  [['contacts', 'list', 'a', 'b'], 'Argumentos demais para "list".'],
  [['contacts', 'import', 'x.csv', '--name'], 'A opção --name <nome> precisa de um valor.'],
  [['campaigns', 'create', '--delay', 'logo'], 'Valor inválido em --delay <segundos>: "logo".'],
  [['campaigns', 'create', '--now', '--draft'], 'Use só uma destas opções'],
  [['campaigns', 'create', '--draft', '--watch'], 'Um rascunho não envia nada'],
  [['campaigns', 'sends', '1', '-o', 'x.csv'], 'A opção --output vale junto com --csv ou --excel.'],
  [['contacts', 'import', 'x.csv', '--name', 'a', '--list', 'b'], 'não os dois'],
  [['serve', '--port', '70000'], 'Valor inválido em --port: a porta vai de 0 a 65535.'],
  [['simulator', '--port', 'x'], 'Valor inválido em --port: "x".'],
  [['simulator', '--world', 'kind'], 'Valor inválido em --world: "kind".'],
  [['serve', '--world', 'real'], 'A opção --world vale junto com --simulator.'],
  [['demo', '--port', '-1'], 'Valor inválido em --port: "-1".'],
  [['devices', 'connect', 'a b c'], 'O identificador do aparelho aceita'],
  [['login', '--url', 'ftp://x'], 'Endereço inválido em --url'],
] as const

test.each(refusals)('refuses %j as wrong usage', async (args, sentence) => {
  const person = await aPerson()
  const { code, stdout, stderr } = await person.run(args, {
    isRefused: true,
    environment: { DISPARO_APIKEY: 'chave', DISPARO_URL: 'http://127.0.0.1:9' },
  })
  expect(stderr).toContain(sentence)
  expect(stderr).not.toMatch(/error:|\bat .*\.js/)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('answers wrong usage under --json with one JSON value too', async () => {
  const person = await aPerson()
  const { code, value } = await person.json(['contacts', 'import'])
  expect(code).toBe(2)
  expect(value).toEqual({
    error: 'Falta o argumento <arquivo>.',
    message: 'Falta o argumento <arquivo>.',
    code: 'usage',
  })
})

test('shows a group without its command the help, as wrong usage', async () => {
  const person = await aPerson()
  const { code, stdout, stderr } = await person.run(['campaigns'])
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain('Uso: disparo campaigns')
})
