import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { saveSession } from '../../src/cli/account/session.ts'
import { createProgram } from '../../src/cli/program.ts'
import { aPerson } from '../support/daemon/command-line.ts'
import { leaves } from '../support/daemon/command-names.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'

type Row = {
  /** The arguments of a complete call. */
  readonly args: readonly string[]
  /** Its exit codes, besides 0 for done and 2 for wrong usage, which all commands have. */
  readonly codes: readonly (1 | 3 | 4)[]
  /** What makes a command fail that works without a server; the others fail by its answer. */
  readonly failing?: {
    readonly args?: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
  }
}

const signIn = ['--email', 'a@b.com.br', '--password-stdin']
const campaign = ['--name', 'A', '--list', '1', '--device', '1', '--text', 'Oi']
const noSystemd = { PATH: '/nonexistent' }

const table: Readonly<Record<string, Row>> = {
  serve: {
    args: ['--port', '0'],
    codes: [1],
    failing: { args: ['--data-dir', '/etc/hostname'] },
  },
  simulator: { args: [], codes: [1], failing: { args: ['--state-dir', '/proc/nada'] } },
  demo: { args: ['--exit'], codes: [1], failing: { environment: { TMPDIR: '/nonexistent' } } },
  'users reset-password': {
    args: ['a@b.com.br', '--password-stdin'],
    codes: [1],
    failing: { args: ['--data-dir', '/nonexistent'] },
  },
  backup: { args: ['copia.zip'], codes: [1], failing: { args: ['--data-dir', '/nonexistent'] } },
  doctor: { args: [], codes: [1], failing: { args: ['--data-dir', '/nonexistent'] } },
  restore: { args: ['copia.zip'], codes: [1], failing: { args: ['--data-dir', '/etc'] } },
  migrate: {
    args: ['--to', 'postgres://ninguem@127.0.0.1:9/nada'],
    codes: [1],
    failing: { args: ['--data-dir', '/nonexistent'] },
  },
  nodes: {
    args: [],
    codes: [1],
    failing: { environment: { DISPARO_DATABASE_URL: 'postgres://ninguem@127.0.0.1:9/nada' } },
  },
  'service install': { args: [], codes: [1], failing: { environment: noSystemd } },
  'service uninstall': { args: [], codes: [1], failing: { environment: noSystemd } },
  'service print': { args: [], codes: [1], failing: { environment: { DISPARO_LOG: 'alto' } } },
  api: { args: ['GET', '/api/campaigns'], codes: [1, 3, 4] },
  // Only wrong usage makes these fail.
  completion: { args: ['bash'], codes: [] },
  man: { args: [], codes: [] },
  status: { args: [], codes: [1, 3, 4] },
  logs: { args: [], codes: [1], failing: { environment: noSystemd } },
  profiles: { args: [], codes: [] },
  signup: { args: ['--name', 'A', ...signIn], codes: [1, 4] },
  // Without 3, which means a wrong password here.
  login: { args: signIn, codes: [1, 4] },
  // Without 4: it works while the server is away.
  logout: { args: [], codes: [3] },
  whoami: { args: [], codes: [1, 3, 4] },
  'account delete': { args: ['--yes', '--password-stdin'], codes: [1, 3, 4] },
  'account renew-key': { args: ['--yes'], codes: [1, 3, 4] },
  'account export': { args: ['-o', 'dados.zip'], codes: [1, 3, 4] },
  'contacts list': { args: [], codes: [1, 3, 4] },
  'contacts import': { args: ['lista.csv'], codes: [1, 3, 4] },
  'contacts export': { args: ['1'], codes: [1, 3, 4] },
  'contacts find': { args: ['ana'], codes: [1, 3, 4] },
  'contacts show': { args: ['61999990001'], codes: [1, 3, 4] },
  'contacts invalid': { args: ['lista.csv', '-o', 'recusados.csv'], codes: [1, 3, 4] },
  'contacts delete': { args: ['1', '--yes'], codes: [1, 3, 4] },
  'campaigns list': { args: [], codes: [1, 3, 4] },
  'campaigns show': { args: ['1', '--watch'], codes: [1, 3, 4] },
  'campaigns create': { args: campaign, codes: [1, 3, 4] },
  'campaigns preview': { args: ['--list', '1'], codes: [1, 3, 4] },
  'campaigns test': { args: ['--device', '1', '--text', 'Oi'], codes: [1, 3, 4] },
  'campaigns edit': { args: ['1', '--name', 'B'], codes: [1, 3, 4] },
  'campaigns cancel': { args: ['1'], codes: [1, 3, 4] },
  'campaigns start': { args: ['1'], codes: [1, 3, 4] },
  'campaigns pause': { args: ['1'], codes: [1, 3, 4] },
  'campaigns resume': { args: ['1'], codes: [1, 3, 4] },
  'campaigns stop': { args: ['1'], codes: [1, 3, 4] },
  'campaigns followup': { args: ['1', '--to', 'erros'], codes: [1, 3, 4] },
  'campaigns retry': { args: ['1'], codes: [1, 3, 4] },
  'campaigns delete': { args: ['1', '--yes'], codes: [1, 3, 4] },
  'campaigns sends': { args: ['1'], codes: [1, 3, 4] },
  'campaigns report': { args: ['1', '--output', 'relatorio.html'], codes: [1, 3, 4] },
  'templates list': { args: [], codes: [1, 3, 4] },
  'templates show': { args: ['Aviso'], codes: [1, 3, 4] },
  'templates add': { args: ['Aviso', '--text', 'Oi'], codes: [1, 3, 4] },
  'templates edit': { args: ['Aviso', '--text', 'Oi'], codes: [1, 3, 4] },
  'templates remove': { args: ['Aviso', '--yes'], codes: [1, 3, 4] },
  'optouts list': { args: [], codes: [1, 3, 4] },
  'optouts add': { args: ['61999990001'], codes: [1, 3, 4] },
  'optouts remove': { args: ['61999990001', '--yes'], codes: [1, 3, 4] },
  'optouts import': { args: ['lista.csv'], codes: [1, 3, 4] },
  'optouts export': { args: [], codes: [1, 3, 4] },
  'webhooks list': { args: [], codes: [1, 3, 4] },
  'webhooks add': { args: ['https://a.example/hook', '--events', 'todos'], codes: [1, 3, 4] },
  'webhooks edit': { args: ['webhook_1', '--disable'], codes: [1, 3, 4] },
  'webhooks remove': { args: ['webhook_1', '--yes'], codes: [1, 3, 4] },
  'webhooks test': { args: ['webhook_1'], codes: [1, 3, 4] },
  'chatbots list': { args: [], codes: [1, 3, 4] },
  'chatbots show': { args: ['Horário'], codes: [1, 3, 4] },
  'chatbots replies': { args: [], codes: [1, 3, 4] },
  'chatbots try': { args: ['Horário', 'Oi'], codes: [1, 3, 4] },
  'chatbots edit': { args: ['Horário', '--disable'], codes: [1, 3, 4] },
  'assistants list': { args: [], codes: [1, 3, 4] },
  'assistants show': { args: ['Atendente'], codes: [1, 3, 4] },
  'assistants try': { args: ['Atendente', 'Oi'], codes: [1, 3, 4] },
  'devices list': { args: [], codes: [1, 3, 4] },
  'devices check': { args: ['1'], codes: [1, 3, 4] },
  'devices trial': { args: ['1', '--to', '61999990001', '--yes'], codes: [1, 3, 4] },
  'devices connect': { args: ['5561999990000'], codes: [1, 3, 4] },
  'devices set': { args: ['1', '--daily-limit', '20'], codes: [1, 3, 4] },
  'devices disconnect': { args: ['1'], codes: [1, 3, 4] },
  'devices delete': { args: ['1', '--yes'], codes: [1, 3, 4] },
}

const rows = Object.entries(table).map(([name, row]) => ({ name, ...row }))
const rowsWith = (code: 1 | 3 | 4) => rows.filter(({ codes }) => codes.includes(code))

async function aCaller() {
  const person = await aPerson()
  await writeFile(`${person.home}/lista.csv`, 'nome,telefone\nAna,61999990001\n')
  const call = (
    { name, args, failing }: Row & { readonly name: string },
    environment: Readonly<Record<string, string>> = {},
  ) =>
    person.json([...name.split(' '), ...args, ...(failing?.args ?? [])], {
      input: 'uma senha boa\n',
      isRefused: true,
      environment: { ...failing?.environment, ...environment },
    })
  return { ...person, call }
}

test('the table of exit codes names every command', () => {
  expect(Object.keys(table).sort()).toEqual(leaves(createProgram()).sort())
})

test.each(rows)('ends with 2 and one JSON value at a wrong option: $name', async ({ name }) => {
  const person = await aPerson()
  const { code, stderr, value } = await person.json([...name.split(' '), '--nada'], {
    isRefused: true,
  })
  expect(stderr).toContain('Opção desconhecida: --nada.')
  expect(code).toBe(2)
  expect(value).toMatchObject({ code: 'usage', error: expect.any(String) })
})

test.each(rowsWith(1))('ends with 1 and one JSON value when it fails: $name', async (row) => {
  const { call } = await aCaller()
  const message = 'Uma frase.'
  const { url } = await aStandIn(() => ({
    status: 409,
    body: { error: message, message, code: 'algum_codigo' },
  }))
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: 'chave' }
  const { code, stderr, value } = await call(row, environment)
  expect(code).toBe(1)
  expect(value).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  if (!row.failing) expect(stderr).toBe(`${message}\n`)
})

test.each(rowsWith(3))('ends with 3 where nobody is signed in: $name', async (row) => {
  const { call } = await aCaller()
  const { code, stderr, value } = await call(row)
  expect(stderr).toMatch(/Entre com: disparo login|Nenhuma sessão guardada/)
  expect(code).toBe(3)
  expect(value).toMatchObject({ code: 'unauthorized' })
})

test.each(rowsWith(4))('ends with 4 where no server answers: $name', async (row) => {
  const { call } = await aCaller()
  const environment = { DISPARO_URL: 'http://127.0.0.1:9', DISPARO_APIKEY: 'chave' }
  const { code, stderr, value } = await call(row, environment)
  expect(stderr).toContain('O servidor em http://127.0.0.1:9 não está respondendo')
  expect(code).toBe(4)
  expect(value).toMatchObject({ code: 'unreachable' })
})

test('leaves a server that is away', async () => {
  const person = await aPerson()
  const session = {
    url: 'http://127.0.0.1:9',
    token: 'um-token',
    kind: 'session' as const,
    user: { name: 'Maria', email: 'maria@exemplo.com.br' },
  }
  await saveSession({ XDG_CONFIG_HOME: `${person.home}/config` }, session)
  const { code, value } = await person.json(['logout'])
  expect({ code, value }).toEqual({ code: 0, value: { url: session.url, revoked: false } })
})
