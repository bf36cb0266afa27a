import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeLines, encodeLines } from '../../../src/storage/files/whole-lines.ts'
import { aDaemon, aPerson } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const server = residentDaemon()
const simulated = residentDaemon({ flags: ['--simulator'] })

test('prints one line with its address when it answers, and ends with 0 at SIGTERM', async () => {
  const daemon = await aDaemon()
  const url = daemon.url()
  const health = await fetch(`${url}/health`)
  expect(health.status).toBe(200)
  expect(await health.json()).not.toHaveProperty('simulator')
  const { code, stdout } = await daemon.stop()
  expect(stdout).toBe(`Disparo pronto em ${url}\n`)
  expect(code).toBe(0)
})

test('prints one JSON value under --json, and ends with 0 at SIGINT', async () => {
  const dataDir = await aDataFolder()
  const person = await aPerson()
  const running = person.start(['serve', '--port', '0', '--data-dir', dataDir, '--json'])
  await new Promise((resolve) => running.process.stdout?.once('data', resolve))
  running.process.kill('SIGINT')
  const { code, stdout } = await running.finished
  expect(JSON.parse(stdout)).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  expect(code).toBe(0)
})

test('logs one JSON value a line on stderr', async () => {
  const daemon = await aDaemon({ env: { DISPARO_LOG: 'info' } })
  const { stderr } = await daemon.stop()
  const lines = stderr.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg')
})

test('keeps what the simulator knows in a folder of its own, closed to others', async () => {
  const daemon = simulated()
  const { dataDir } = daemon
  expect(await (await fetch(`${daemon.url()}/health`)).json()).toMatchObject({ simulator: true })
  expect((await stat(`${dataDir}/simulador`)).mode & 0o777).toBe(0o700)
  await expect(stat(`${dataDir}/db`)).rejects.toThrow('ENOENT')
})

test('says who is in the way when the port or the data folder is taken', async () => {
  const daemon = server()
  const person = await aPerson()
  const port = new URL(daemon.url()).port
  const samePort = await person.run(['serve', '--port', port, '--data-dir', person.home])
  expect(samePort).toMatchObject({ code: 1, stdout: '' })
  expect(samePort.stderr).toContain(`A porta ${port} já está em uso.`)

  const sameFolder = await person.run(['serve', '--port', '0', '--data-dir', daemon.dataDir])
  expect(sameFolder).toMatchObject({ code: 1, stdout: '' })
  expect(sameFolder.stderr).toMatch(/Outro servidor do Disparo \(processo \d+\) já usa a pasta/)
})

test('the server does not start in a folder that a later version has used, and leaves it as it is', async () => {
  const daemon = await aDaemon({ storage: 'files' })
  await daemon.stop()
  const path = join(daemon.dataDir, '.seen')
  const [header, seen] = decodeLines(await readFile(path))
  const later = encodeLines([header, { ...Object(seen), formats: { enquetes: 1 } }])
  await writeFile(path, later)
  const person = await aPerson()
  const reset = ['users', 'reset-password', 'ana@exemplo.com.br', '--password-stdin']
  for (const command of [['serve', '--port', '0'], reset]) {
    const given = { input: 'uma senha nova de teste\n' }
    const { code, stderr } = await person.run([...command, '--data-dir', daemon.dataDir], given)
    expect(stderr).toContain(`${path} foi gravado por uma versão mais nova do Disparo.`)
    expect(code).toBe(1)
  }
  expect(await readFile(path, 'utf8')).toBe(later)
})

test('names the setting that cannot be used', async () => {
  const person = await aPerson()
  const { code, stderr } = await person.run(['serve'], {
    ...{ environment: { DISPARO_LOG: 'alto' }, isRefused: true },
  })
  expect(stderr).toContain('DISPARO_LOG: use fatal')
  expect(code).toBe(1)
})

test('refuses a data folder that is a file', async () => {
  const person = await aPerson()
  const serve = ['serve', '--port', '0', '--data-dir', '/etc/hostname']
  const { code, stderr } = await person.run(serve, { isRefused: true })
  expect(stderr).toContain('/etc/hostname não é uma pasta.')
  expect(code).toBe(1)
})
