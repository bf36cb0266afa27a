import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDaemon, aMember, aPerson } from '../../support/daemon/command-line.ts'
import { ownEnvironment, program, startDaemon } from '../../support/daemon/daemon.ts'
import { sharedDaemon } from '../../support/daemon/shared.ts'
import { registerUser } from '../../support/daemon/user.ts'

const server = sharedDaemon({ storage: 'files' })

test('names a backup by its hour in a folder, and says where nothing could be made of it', async () => {
  const { dataDir } = server()
  const person = await aPerson()
  const folder = join(person.home, 'copias')
  await mkdir(folder)
  const made = await person.run(['backup', folder, '--data-dir', dataDir])
  expect(made.stdout).toContain(`Backup conferido em ${folder}/disparo-`)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const [name = ''] = await readdir(folder)
  expect(name).toMatch(/^disparo-\d{4}-\d{2}-\d{2}T\d{6}Z\.zip$/)

  const target = join(person.home, 'nova')
  const restore = (file: string, to: string) => person.run(['restore', file, '--data-dir', to])
  const whole = await person.start(['restore', join(folder, name), '--data-dir', target]).finished
  expect(whole.stdout).toContain(`restaurado em ${target}`)
  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect((await restore(join(folder, name), target)).stderr).toContain('nada foi alterado')
  const foreign = join(person.home, 'lista.csv')
  await writeFile(foreign, 'nome,telefone\n')
  const outcomes = [
    await restore(foreign, join(person.home, 'outra')),
    await restore(join(person.home, 'nada.zip'), join(person.home, 'outra')),
    await person.run(['backup', join(dataDir, 'x.zip'), '--data-dir', dataDir]),
    await person.run(['backup', join(person.home, 'falta', 'x.zip'), '--data-dir', dataDir]),
    await person.run(['backup', 'x.zip', '--data-dir', person.home]),
    await person.run(['backup', 'fora/', '--data-dir', dataDir]),
  ]
  expect(outcomes.map(({ code, stderr }) => [code, stderr.trim()])).toEqual([
    [1, `${foreign} não é um backup do Disparo.`],
    [1, `${join(person.home, 'nada.zip')} não existe, ou não aceita arquivos.`],
    [1, expect.stringContaining('dentro da própria pasta de dados')],
    [1, `${join(person.home, 'falta')} não existe, ou não aceita arquivos.`],
    [1, expect.stringContaining(`Não há dados do Disparo em ${person.home}`)],
    [1, 'A pasta fora/ não existe: nenhum backup foi feito.'],
  ])
  const left = await readdir(person.home)
  expect(left.filter((one) => ['outra', 'fora'].includes(one))).toEqual([])
})

test('what was restored before anybody had an account is a data folder like any other', async () => {
  const { dataDir } = await aDaemon({ storage: 'files' })
  const person = await aPerson()
  const target = join(person.home, 'nova')
  const on = (words: readonly string[], folder: string) =>
    person.run([...words, '--data-dir', folder], { input: 'uma senha nova\n' })
  expect(await on(['backup', 'primeira.zip'], dataDir)).toMatchObject({ code: 0 })
  expect(await on(['restore', 'primeira.zip'], target)).toMatchObject({ code: 0 })

  const looked = await on(['doctor'], target)
  expect(looked).toMatchObject({ code: 0, stderr: '' })
  expect(looked.stdout).toContain('Nenhum problema encontrado.')
  const reset = ['users', 'reset-password', 'x@y.com.br', '--password-stdin']
  const nobody = await on(reset, target)
  expect(nobody.stderr).toContain('Nenhuma conta com o e-mail x@y.com.br')
  expect(await on(['backup', 'segunda.zip'], target)).toMatchObject({ code: 0, stderr: '' })

  const restored = await startDaemon({ dataDir: target, storage: 'files' })
  onTestFinished(() => restored.close())
  expect((await registerUser(restored.url())).apikey).not.toBe('')
})

test('backs up a folder of which a restoration that was cut off has moved nothing up yet', async () => {
  const daemon = server()
  const { dataDir } = daemon
  const person = await aMember(daemon.url())
  const first = join(person.home, 'primeira.zip')
  const target = join(person.home, 'nova')
  const on = (words: readonly string[], folder: string) =>
    person.run([...words, '--data-dir', folder])
  expect(await on(['backup', first], dataDir)).toMatchObject({ code: 0 })
  expect(await on(['restore', first], target)).toMatchObject({ code: 0 })
  const whole = await readdir(target)
  await mkdir(join(target, '.restaurado'), { mode: 0o700 })
  for (const name of whole) await rename(join(target, name), join(target, '.restaurado', name))

  const looked = await on(['doctor'], target)
  expect(looked.stderr).toBe('')
  expect(looked.stdout).toContain('Uma restauração foi interrompida')
  const reset = ['users', 'reset-password', 'x@y.com.br', '--password-stdin', '--data-dir', target]
  const nobody = await person.run(reset, { input: 'curta\n' })
  expect(nobody.stderr).toContain('pelo menos 8 caracteres')
  expect(await readdir(target)).toEqual(['.restaurado'])

  const again = await on(['backup', join(person.home, 'segunda.zip')], target)
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(target)).toEqual(expect.arrayContaining(whole))
  expect(await readdir(target)).not.toContain('.restaurado')
})

test('writes a backup to stdout, which restores like one in a file', async () => {
  const { dataDir } = server()
  const person = await aPerson()
  const args = [program, 'backup', '-', '--data-dir', dataDir]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    ...{ maxBuffer: 2 ** 28, env: ownEnvironment() },
  })
  expect(status).toBe(0)
  expect(String(stderr)).toContain('não foi conferido')
  const file = join(person.home, 'copia.zip')
  await writeFile(file, stdout)
  const target = join(person.home, 'nova')
  expect(await person.run(['restore', file, '--data-dir', target])).toMatchObject({ code: 0 })
})

test('ends without a trace when whoever takes the backup from stdout has enough', async () => {
  const { dataDir } = server()
  // More than a pipe holds, and random, so that it does not compress.
  await writeFile(join(dataDir, 'uploads', 'grande'), randomBytes(2_000_000))
  const line = `"$0" "$1" backup - --data-dir "$2" 2>erros | head -c 10 | wc -c; cat erros`
  const { stdout, status } = spawnSync('sh', ['-c', line, process.execPath, program, dataDir], {
    ...{ cwd: (await aPerson()).home, env: ownEnvironment() },
  })
  expect(String(stdout).trim()).toBe('10')
  expect(status).toBe(0)
})
