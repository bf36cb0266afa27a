import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../../../src/storage-postgres/database.ts'
import { openLeases } from '../../../src/storage-postgres/leases.ts'
import { aDaemon, aMember, aPerson } from '../../support/daemon/command-line.ts'
import { startDaemon } from '../../support/daemon/daemon.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { databaseUrlOf, dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

const Accounts = z.object({
  accounts: z.tuple([z.object({ id: z.string(), email: z.string() })]),
})

/** The folder of a server that has stopped, with an account in it. */
async function aLeftFolder() {
  const daemon = await aDaemon({ storage: 'files' })
  const person = await aMember(daemon.url())
  const url = await databaseUrlOf(daemon.dataDir)
  return { daemon, person, url, dataDir: daemon.dataDir }
}

test('moves a folder to a database and back, and says what it moved', async () => {
  const { daemon, person, url, dataDir } = await aLeftFolder()
  const running = await person.run(['migrate', '--to', url, '--data-dir', dataDir])
  expect(running.stderr).toMatch(/Outro servidor do Disparo \(processo \d+\) já usa/)
  await daemon.stop()
  await mkdir(join(dataDir, 'auth', 'x.ended-2026-01-02T030405.678Z'), { recursive: true })

  const counted = await person.run(['migrate', '--to', url, '--data-dir', dataDir, '--dry-run'])
  expect(counted).toMatchObject({ code: 0, stderr: '' })
  expect(counted.stdout).toMatch(/seriam levados\. Nada foi escrito\.\n$/)
  const moved = await person.start(['migrate', '--to', url, '--data-dir', dataDir]).finished
  expect(moved.code).toBe(0)
  expect(moved.stdout).toMatch(/^Contas +1 +[0-9a-f]{12}$/m)
  expect(moved.stdout).toContain('levados para o banco e conferidos lá.')
  expect(moved.stdout).toContain(`! 1 item fica em ${dataDir}, sem uso: chaves e avisos`)
  expect(moved.stdout).toMatch(/^ {2}auth\/x\.ended-2026-01-02T030405\.678Z$/m)
  expect(moved.stderr).toMatch(/^0% lendo .*\n(\d+% (levando|conferindo) .*\n)+$/)

  const again = await person.run(['migrate', '--to', url, '--data-dir', dataDir])
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toContain('O banco já tem dados, e nada foi alterado.')

  const target = join(person.home, 'volta')
  const environment = { DISPARO_DATABASE_URL: url }
  const back = await person.run(['migrate', '--from', '--data-dir', target], { environment })
  expect(back).toMatchObject({ code: 0 })
  const restored = await startDaemon({ dataDir: target, storage: 'files' })
  onTestFinished(() => restored.close())
  const login = ['login', '--url', restored.url(), '--email', person.email, '--password-stdin']
  expect(await person.run(login, { input: 'uma senha boa\n' })).toMatchObject({ code: 0 })
})

test('says why nothing is moved, and never the password of the database', async () => {
  const { daemon, person, url, dataDir } = await aLeftFolder()
  await daemon.stop()
  const foreign = new URL(url)
  foreign.pathname = '/postgres'
  const run = (...words: string[]) => person.run(['migrate', ...words, '--data-dir', dataDir])
  const outcomes = [
    await run(),
    await run('--to', url, '--from', url),
    await run('--to', 'mysql://eu:segredo@servidor/banco'),
    await run('--to'),
    await run('--to', 'postgres://eu:segredo@127.0.0.1:9/banco'),
    await run('--from', foreign.href),
  ]
  // On a slow machine, lines of progress may come before the last one.
  const told = outcomes.map(({ code, stderr }) => [code, stderr.trim().split('\n').at(-1)])
  expect(told).toEqual([
    [2, expect.stringContaining('--to leva a pasta para um banco')],
    [2, expect.stringContaining('--to leva a pasta para um banco')],
    [2, expect.stringContaining('Valor inválido em --to: informe um endereço postgres://')],
    [1, expect.stringContaining('DISPARO_DATABASE_URL: informe o banco')],
    [1, 'Não foi possível usar o banco de dados: ninguém atende nesse endereço.'],
    [1, 'Não há dados do Disparo neste banco. Confira o endereço.'],
  ])
  expect(outcomes.some(({ stderr }) => stderr.includes('segredo'))).toBe(false)
})

test('shows servers and accounts of a database, and nothing secret', async () => {
  const { daemon, person, url, dataDir } = await aLeftFolder()
  await daemon.stop()
  const environment = { DISPARO_DATABASE_URL: url }
  const empty = await person.run(['nodes'], { environment })
  expect(empty.stdout).toContain('Nenhum servidor usa este banco no momento.')
  await person.run(['migrate', '--to', url, '--data-dir', dataDir])

  const db = await openDatabase({ url, onFault: () => undefined })
  const leases = openLeases(db)
  const node = { id: 'no-1', url: 'http://10.0.0.2:3000', load: 1, isLeaving: false }
  const term = await leases.enter(node, { termMs: 60_000 })
  const { value } = await person.json(['nodes'], { environment })
  const [account] = Accounts.parse(value).accounts
  await leases.take(account.id, term)
  await db.destroy()

  const { stdout } = await person.run(['nodes'], { environment })
  expect(stdout).toMatch(/^no-1 +http:\/\/10\.0\.0\.2:3000 +1 +0 .* ligado$/m)
  expect(stdout).toMatch(new RegExp(`^${account.email} +0 +no-1$`, 'm'))
  expect(JSON.stringify(value)).not.toMatch(/apikey|password|senha/i)
})

test('nobody is signed in or served from a database that was not filled to its end', async () => {
  const person = await aPerson()
  const url = await databaseUrlOf(await aDataFolder())
  const db = await openDatabase({ url, onFault: () => undefined })
  await db.insertInto('transfers').defaultValues().execute()
  await db.destroy()
  const environment = { DISPARO_DATABASE_URL: url }
  const { code, stderr } = await person.run(['nodes'], { environment })
  expect(code).toBe(1)
  expect(stderr).toContain('A mudança de dados para este banco não terminou')
})
