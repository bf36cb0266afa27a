import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { aMember, aPerson } from '../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../support/daemon/shared.ts'
import { eventually } from '../support/eventually.ts'

const server = residentDaemon({ flags: ['--simulator'] })

test('names the missing value instead of asking where nobody can answer', async () => {
  const person = await aPerson()
  const asked = [
    [['login'], '--email'],
    [['login', '--email', 'a@b.com.br'], '--password-stdin'],
    [['signup'], '--name'],
    [['signup', '--name', 'A', '--email', 'a@b.com.br'], '--password-stdin'],
  ] as const
  for (const [args, flag] of asked) {
    const { code, stderr } = await person.run(args)
    expect(stderr).toBe(`Informe ${flag}.\n`)
    expect(code).toBe(2)
  }
})

test.each(['contacts', 'campaigns', 'devices'])(
  'deletes nothing of %s without a confirmation',
  async (noun) => {
    const person = await aPerson()
    const { code, stderr, value } = await person.json([noun, 'delete', '1'])
    expect(stderr).toContain('Confirme com --yes.')
    expect(code).toBe(2)
    expect(value).toMatchObject({ code: 'usage' })
  },
)

test('says with one sentence that the disk is full', async () => {
  const program = fileURLToPath(new URL('../../bin/disparo.js', import.meta.url))
  const full = await open('/dev/full', 'w')
  const child = spawn(process.execPath, [program, 'service', 'print'], {
    stdio: ['ignore', full.fd, 'pipe'],
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  await full.close()
  expect(stderr).toBe('Não foi possível escrever a saída (ENOSPC).\n')
  expect(code).toBe(1)
})

test('says where a session cannot be stored', async () => {
  const daemon = server()
  const person = await aPerson()
  const login = ['--url', daemon.url(), '--email', 'maria@exemplo.com.br', '--password-stdin']
  const { code, stdout, stderr } = await person.run(['signup', ...login, '--name', 'Maria'], {
    input: 'uma senha boa\n',
    environment: { XDG_CONFIG_HOME: '/proc' },
  })
  expect(stderr).toBe('Não foi possível gravar a sessão em /proc/disparo/session.json (ENOENT).\n')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
})

test('names every missing value of a campaign at once', async () => {
  const daemon = server()
  const member = await aMember(daemon.url())
  const { code, stderr } = await member.run(['campaigns', 'create'])
  expect(stderr).toBe('Falta informar: --name, --list, --device, --text.\n')
  expect(code).toBe(2)
})

test('ends a wait at Ctrl+C with 130 and nothing on stdout', async () => {
  const daemon = server()
  const member = await aMember(daemon.url())
  const csv = `${member.home}/lista.csv`
  await writeFile(csv, 'nome,telefone\nAna,5561999990001\n')
  await member.run(['contacts', 'import', csv, '--name', 'Lista'])
  const device = ownPhone()
  await member.run(['devices', 'connect', device, '--scan'])
  const watching = member.start([
    ...['campaigns', 'create', '--name', 'Futura', '--list', 'Lista', '--text', 'Oi'],
    ...['--device', device, '--at', '2099-01-01 10:00', '--watch'],
  ])
  await eventually(() => watching.output().stderr.includes('criada'))
  watching.process.kill('SIGINT')
  expect(await watching.finished).toMatchObject({ code: 130, stdout: '' })
})

test('ends quietly when whoever reads its output has seen enough', async () => {
  const program = fileURLToPath(new URL('../../bin/disparo.js', import.meta.url))
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect(stderr).toBe('')
  expect(code).toBe(0)
})
