import { expect, test } from 'vitest'
import { aDaemon, aMember, aPerson } from '../../support/daemon/command-line.ts'
import type { Daemon } from '../../support/daemon/daemon.ts'
import { sharedDaemon } from '../../support/daemon/shared.ts'

/** Commands that otherwise work on the data folder, where the server is a node over a database. */

const options = { storage: 'postgres', env: { DISPARO_NODE_NAME: 'no-1' } } as const
const sharedNode = sharedDaemon(options)

const environmentOf = ({ databaseUrl = '', dataDir }: Daemon) => ({
  DISPARO_DATABASE_URL: databaseUrl,
  DISPARO_DATA_DIR: dataDir,
})

test('a forgotten password is changed while the node goes on', async () => {
  const node = await aDaemon({ ...options, passwords: 'full' })
  const environment = environmentOf(node)
  const member = await aMember(node.url())
  const reset = (email: string) =>
    member.run(['users', 'reset-password', email, '--password-stdin'], {
      environment,
      input: 'senha nova 1\n',
    })
  expect((await reset('x@y.com.br')).stderr).toContain(
    'Nenhuma conta com o e-mail x@y.com.br no banco de dados.',
  )
  expect(await reset(member.email)).toMatchObject({ code: 0, stderr: '' })
  expect(await member.run(['whoami'])).toMatchObject({ code: 3 })
  const login = ['login', '--url', node.url(), '--email', member.email, '--password-stdin']
  expect(await member.run(login, { input: 'uma senha boa\n' })).toMatchObject({ code: 3 })
  expect(await member.run(login, { input: 'senha nova 1\n' })).toMatchObject({ code: 0 })
})

test('a backup is the database’s own, unless a folder is named', async () => {
  const node = sharedNode()
  const environment = environmentOf(node)
  const person = await aPerson()
  const run = (...words: string[]) => person.run(words, { environment })
  const backup = await run('backup', 'copia.zip')
  expect(backup).toMatchObject({ code: 1, stdout: '' })
  expect(backup.stderr).toContain('como pg_dump ou as cópias do provedor')
  const restored = await run('restore', 'copia.zip')
  expect(restored).toMatchObject({ code: 1, stdout: '' })
  expect(restored.stderr).toContain('Nada foi restaurado.')
  const folder = await run('backup', 'copia.zip', '--data-dir', node.dataDir)
  expect(folder.stderr).toContain(`Não há dados do Disparo em ${node.dataDir}.`)
})

test('doctor looks at the machine and the database, and says where that is away', async () => {
  const environment = environmentOf(sharedNode())
  const person = await aPerson()
  const fine = await person.run(['doctor'], { environment })
  expect(fine).toMatchObject({ code: 0, stderr: '' })
  expect(fine.stdout).toMatch(/^✓ Servidor ligado \(processo \d+\)\.$/m)
  expect(fine.stdout).toMatch(/^✓ Banco de dados em ordem, com 1 servidor ligado\.$/m)
  const away = { ...environment, DISPARO_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/x' }
  const found = await person.json(['doctor'], { environment: away })
  expect(found).toMatchObject({ code: 1, value: { ok: false } })
  expect(found.value).toMatchObject({
    findings: expect.arrayContaining([
      { check: 'database', code: 'database_away', level: 'problem' },
    ]),
  })
})

test('status tells which of the servers answered', async () => {
  const node = sharedNode()
  const member = await aMember(node.url())
  const { stdout } = await member.run(['status'])
  expect(stdout).toMatch(/^Banco +1 servidor no banco; respondeu no-1, com 1 conta$/m)
  const { value } = await member.json(['status'])
  expect(value).toMatchObject({ cluster: { node: 'no-1', nodes: 1, homes: 1 } })
})

test('a start over a database that is away is refused with a sentence', async () => {
  const person = await aPerson()
  const environment = { DISPARO_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/x' }
  const serve = ['serve', '--port', '0', '--data-dir', `${person.home}/dados`]
  const { code, stderr } = await person.run(serve, { environment })
  expect(code).toBe(1)
  expect(stderr).toContain('Não foi possível usar o banco de dados: ninguém atende nesse endereço.')
  expect(stderr).not.toContain('secret')
})

test('a service is not installed where the password of its database would be lost', async () => {
  const person = await aPerson()
  const environment = { DISPARO_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/x' }
  const { code, stderr } = await person.run(['service', 'install'], { environment })
  expect(code).toBe(1)
  expect(stderr).toContain('DISPARO_DATABASE_URL tem uma senha e não vai para a unidade')
  expect(stderr).not.toContain('secret')
})
