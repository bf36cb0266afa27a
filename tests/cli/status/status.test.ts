import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PAGE_LIMIT_MAX } from '../../../src/contract/limits.ts'
import { aMember, aPerson } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'

const server = residentDaemon({ flags: ['--simulator'] })

const KeptSession = z.object({ token: z.string() })
const Campaign = z.object({ id: z.string() })

test('shows the server, the connections and the campaigns under way on one screen', async () => {
  const daemon = server()
  const member = await aMember(daemon.url())
  const empty = await member.run(['status'])
  expect(empty).toMatchObject({ code: 0, stderr: '' })
  expect(empty.stdout).toContain(daemon.url())
  expect(empty.stdout).toMatch(/^Conexões +0 de 0 conectadas$/m)
  expect(empty.stdout).toMatch(/^Enviando +nenhuma$/m)

  await member.run(['contacts', 'import', '-', '--name', 'L'], { input: 'fone\n61999990001\n' })
  const device = ownPhone()
  await member.run(['devices', 'connect', device, '--scan'])
  const make = ['campaigns', 'create', '--list', 'L', '--device', device, '--text', 'Oi']
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) {
    await member.run([...make, '--name', name, '--at', '2097-03-01 10:00'])
  }
  const last = await member.json([...make, '--name', 'G', '--at', '2097-03-01 10:00'])
  const { id } = Campaign.parse(last.value)
  await member.run(['devices', 'disconnect', device])
  const { value } = await member.json(['status'])
  expect(value).toMatchObject({
    ...{ status: 'ok', simulator: true, user: { email: member.email }, active: [] },
    devices: { total: 1, connected: 0, down: [{ deviceId: device }] },
    scheduled: Array.from({ length: 7 }, () => ({ status_code: 'scheduled' })),
  })
  const full = await member.run(['status'])
  expect(full.stdout).toMatch(new RegExp(`^Agendada +G \\(${id}\\): 01/03/2097 `, 'm'))
  expect(full.stdout).toMatch(/^Agendada +… e mais 2$/m)
  expect(full.stdout.split('\n').length).toBeLessThanOrEqual(24)
})

test('counts what is under way among all campaigns, however many newer ones there are', async () => {
  const daemon = server()
  const member = await aMember(daemon.url())
  await member.run(['contacts', 'import', '-', '--name', 'L'], { input: 'fone\n61999990001\n' })
  const device = ownPhone()
  await member.run(['devices', 'connect', device, '--scan'])
  const make = ['campaigns', 'create', '--list', 'L', '--device', device, '--text', 'Oi']
  const old = await member.json([...make, '--name', 'Antiga', '--at', '2097-03-01 10:00'])
  const { id } = Campaign.parse(old.value)
  const { token } = KeptSession.parse(JSON.parse(await readFile(member.sessionFile, 'utf8')))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Nova', status: 'Rascunho' })
  for (let made = 0; made < PAGE_LIMIT_MAX; made += 50) {
    const asked = Array.from({ length: 50 }, () =>
      fetch(`${daemon.url()}/api/campaigns`, { method: 'POST', headers, body }),
    )
    for (const { status } of await Promise.all(asked)) expect(status).toBe(201)
  }
  const relay = await aRelay(daemon.url(), headers)
  const environment = { DISPARO_URL: relay.url, DISPARO_APIKEY: 'chave' }
  const { stdout } = await member.run(['status'], { environment })
  expect(stdout).toMatch(new RegExp(`^Agendada +Antiga \\(${id}\\): 01/03/2097 `, 'm'))
  // One call each: the user, the server, the devices, and the campaigns under way.
  expect(relay.seen.map(({ path }) => path.replace(/\?.*/, '')).sort()).toEqual([
    ...['/api/campaigns', '/api/whatsapp/devices', '/auth/me', '/health'],
  ])
})

/** Passes calls on to a daemon, and records them. */
function aRelay(url: string, headers: Readonly<Record<string, string>>) {
  return aStandIn(({ path }, response) => {
    void passOn(path, response)
    return null
  })

  async function passOn(path: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(`${url}${path}`, { headers })
    const next = answer.headers.get('link')
    response.writeHead(answer.status, {
      ...{ 'content-type': 'application/json' },
      ...(next !== null && { link: next }),
    })
    response.end(await answer.text())
  }
}

test('shows what the journal has of the service, as text or as one JSON value', async () => {
  const person = await aPerson()
  // A journalctl in place of systemd's, which reads the journal of the machine.
  const folder = `${person.home}/bin`
  await mkdir(folder)
  const script =
    '#!/bin/sh\necho "args: $*"\n[ "$2" = refused ] && exit 1\necho \'{"level":30,"msg":"pronto"}\'\n'
  await writeFile(`${folder}/journalctl`, script)
  await chmod(`${folder}/journalctl`, 0o755)
  const environment = { PATH: `${folder}:/usr/bin:/bin` }
  const json = await person.json(['logs', '-n', '5', '--user'], { environment })
  expect(json).toMatchObject({
    code: 0,
    value: [
      { msg: expect.stringMatching(/^args: .*--user-unit disparo\.service --lines 5$/) },
      { level: 30, msg: 'pronto' },
    ],
  })
  for (const wrong of [
    ['--lines', '0'],
    ['-f', '--json'],
  ]) {
    expect((await person.run(['logs', ...wrong], { environment })).code).toBe(2)
  }
})

test('says so where the journal has nothing of the service', async () => {
  const person = await aPerson()
  const folder = `${person.home}/bin`
  await mkdir(folder)
  await writeFile(`${folder}/journalctl`, '#!/bin/sh\n')
  await chmod(`${folder}/journalctl`, 0o755)
  const environment = { PATH: `${folder}:/usr/bin:/bin` }
  expect(await person.json(['logs'], { environment })).toMatchObject({ code: 0, value: [] })
  const { code, stdout, stderr } = await person.run(['logs'], { environment })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain('disparo service install')
  const since = await person.run(['logs', '--since', '5 min ago'], { environment })
  expect(since.stderr).toBe('O serviço não escreveu nada desde 5 min ago.\n')
})

test('ends without complaint where nobody reads the rest of the journal', async () => {
  const person = await aPerson()
  const folder = `${person.home}/bin`
  await mkdir(folder)
  // Ends as systemd's journalctl does under "disparo logs | head".
  await writeFile(`${folder}/journalctl`, '#!/bin/sh\necho pronto\nkill -PIPE $$\n')
  await chmod(`${folder}/journalctl`, 0o755)
  const environment = { PATH: `${folder}:/usr/bin:/bin` }
  const cut = await person.start(['logs'], { environment }).finished
  expect(cut).toEqual({ code: 0, stdout: 'pronto\n', stderr: '' })
})
