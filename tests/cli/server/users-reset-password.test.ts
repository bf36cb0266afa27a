import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aDaemon, aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

const reset = (email: string, dataDir: string) => [
  ...['users', 'reset-password', email, '--data-dir', dataDir, '--password-stdin'],
]

test('changes a forgotten password while the server is stopped', async () => {
  // Passwords cost the full hashing here, from the sign-up to the last sign-in.
  const daemon = await aDaemon({ passwords: 'full', storage: 'files' })
  const member = await aMember(daemon.url())
  const { dataDir } = daemon
  const busy = await member.run(reset(member.email, dataDir), { input: 'senha nova 1\n' })
  expect(busy.stderr).toContain('já usa a pasta de dados')
  expect(busy.code).toBe(1)
  await daemon.stop()

  const unknown = await member.run(reset('x@y.com.br', dataDir), { input: 'senha nova 1\n' })
  expect(unknown.stderr).toContain('Nenhuma conta com o e-mail x@y.com.br')
  const short = await member.run(reset(member.email, dataDir), { input: 'curta\n' })
  expect(short.stderr).toContain('pelo menos 8 caracteres')
  const own = member.start(reset(member.email, dataDir), { input: 'senha nova 1\n' })
  const done = await own.finished
  expect(done).toMatchObject({ code: 0, stderr: '' })

  await daemon.restart()
  const login = ['login', '--url', daemon.url(), '--email', member.email, '--password-stdin']
  expect(await member.run(login, { input: 'uma senha boa\n' })).toMatchObject({ code: 3 })
  expect(await member.run(login, { input: 'senha nova 1\n' })).toMatchObject({ code: 0 })
})

test('makes no data folder where there was none', async () => {
  const member = await aMember(server().url())
  const folder = `${member.home}/nenhuma`
  const { code, stderr } = await member.run(reset(member.email, folder), { input: 'senha nova\n' })
  expect(stderr).toContain(`A pasta de dados ${folder} não existe.`)
  expect(code).toBe(1)
})

test('makes no store of a folder that holds something else', async () => {
  const member = await aMember(server().url())
  const { code, stderr } = await member.run(reset(member.email, member.home), {
    input: 'senha nova\n',
  })
  expect(stderr).toBe(
    `A pasta ${member.home} não é de dados do Disparo. Informe a certa com --data-dir.\n`,
  )
  expect(code).toBe(1)
  expect(await readdir(member.home)).toEqual(['config'])
})
