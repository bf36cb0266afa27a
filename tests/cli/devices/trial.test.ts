import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '../../support/daemon/command-line.ts'
import { aStand, type Stand } from '../../support/daemon/stand.ts'
import { registerUser } from '../../support/daemon/user.ts'

const OWN = '5511988887777'
const ANA = '5511911112222'
const BIA = '5511973334444'

let stand: Stand
let environment: { DISPARO_URL: string; DISPARO_APIKEY: string }

beforeAll(async () => {
  stand = await aStand('device-trial')
  const user = await registerUser(stand.daemon.url())
  await user.pair(stand.control, OWN)
  environment = { DISPARO_URL: stand.daemon.url(), DISPARO_APIKEY: user.apikey }
})

afterAll(() => stand.close())

test('looks at a device on the server without writing to anybody', async () => {
  await stand.control.setLimits(OWN, { newChatCap: { total: 250, used: 40 } })
  const person = await aPerson()
  const before = await stand.control.stats()

  const { code, value } = await person.json(['devices', 'check', OWN], { environment })

  expect(code).toBe(0)
  expect(value).toMatchObject({
    deviceId: OWN,
    phone: OWN,
    client_version: expect.stringMatching(/^2\.\d+\.\d+$/),
    lock: { is_active: false },
    new_chats: { total: 250, used: 40 },
    own_devices: [
      { id: 0, is_this: false },
      { id: 1, is_this: true },
    ],
    own_number: 'found',
  })
  expect((await stand.control.stats()).stanzas).toBe(before.stanzas)
  const { stdout } = await person.run(['devices', 'check', OWN], { environment })
  expect(stdout).toMatch(/Primeiras mensagens\s+liberadas/)
  expect(stdout).toMatch(/Conversas novas\s+40 de 250 no ciclo/)
})

test('tells a lock and when it ends', async () => {
  const endsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString()
  await stand.control.setLimits(OWN, { reachoutTimelock: { endsAt, type: 'BIZ_QUALITY' } })
  const person = await aPerson()

  const { value } = await person.json(['devices', 'check', OWN], { environment })

  expect(value).toMatchObject({ lock: { is_active: true, kind: 'BIZ_QUALITY', until: endsAt } })
  await stand.control.setLimits(OWN, { reachoutTimelock: null })
})

test('looks at nobody else’s device', async () => {
  const stranger = await registerUser(stand.daemon.url())

  for (const path of [`devices/${OWN}/check`, `devices/${OWN}/trial/3EB0`]) {
    await expect(stranger.get(`/api/whatsapp/${path}`)).rejects.toMatchObject({
      body: { code: 'device_not_found' },
    })
  }
  await expect(
    stranger.post(`/api/whatsapp/devices/${OWN}/trial`, { to: ANA }),
  ).rejects.toMatchObject({ body: { code: 'device_not_found' } })
})

test('writes to the numbers given, shows what comes, and keeps it in a private file', async () => {
  await stand.control.setBehaviour(BIA, { ackError: 479 })
  const person = await aPerson()
  const path = join(person.home, 'teste.json')

  const { code, stdout, stderr } = await person.run(
    ['devices', 'trial', OWN, '--to', ANA, '--to', BIA, '--yes', '--output', path],
    { environment },
  )

  expect(stderr).toBe('')
  expect(code).toBe(1)
  expect(stdout).toMatch(new RegExp(`${ANA}: aceita pelo WhatsApp`))
  expect(stdout).toMatch(/recibo de entrega pelo LID/)
  expect(stdout).toMatch(/resposta do servidor .*erro 479/)
  expect(await stand.control.inbox(ANA)).toHaveLength(1)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const text = await readFile(path, 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    messages: [
      {
        to: '…2222',
        is_accepted: true,
        steps: [{ kind: 'ack', error: null }, { kind: 'receipt' }],
      },
      { to: '…4444', is_accepted: false, error_code: 'refused_by_whatsapp' },
    ],
  })
  for (const secret of [ANA, BIA, OWN, environment.DISPARO_APIKEY]) {
    expect(text).not.toContain(secret)
  }
})

test.each([
  [[], 'Informe a quem escrever, com --to <número>.'],
  [['--to', ANA], 'Nada foi enviado: não há um terminal para confirmar. Confirme com --yes.'],
  [
    [ANA, BIA, '1', '2', '3', '4'].flatMap((number) => ['--to', number]),
    'Um teste escreve a até 5 números.',
  ],
])('refuses a trial that cannot be meant: %j', async (flags, sentence) => {
  const person = await aPerson()

  const { code, stderr } = await person.run(['devices', 'trial', OWN, ...flags], { environment })

  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})
