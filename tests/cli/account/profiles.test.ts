import { readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aMember, aPerson } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()
const otherServer = residentDaemon({ flags: ['--simulator'] })

type Who = {
  readonly url: string
  readonly profile: string | null
  readonly credential: {
    readonly kind: string
    readonly source: string
    readonly expires_at: string | null
  }
  readonly user: { readonly email: string; readonly apikey: string }
}

async function whoami(
  person: Pick<Awaited<ReturnType<typeof aPerson>>, 'json'>,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const { code, stderr, value } = await person.json(['whoami', ...args], { environment })
  return { code, stderr, who: value as Who }
}

test('keeps a sign-in for each server, and uses the one that --profile names', async () => {
  const [home, shop] = [server(), otherServer()]
  const maria = await aMember(home.url())
  const shopEmail = `dona-${maria.email}`
  const created = await maria.run(
    [
      ...['signup', '--profile', 'loja', '--url', shop.url(), '--name', 'Loja'],
      ...['--email', shopEmail, '--password-stdin'],
    ],
    { input: 'uma senha boa\n' },
  )
  expect(created).toMatchObject({ code: 0 })
  const file = `${maria.home}/config/disparo/profiles/loja.json`
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const own = await whoami(maria)
  expect(own.who).toMatchObject({ url: home.url(), profile: null, user: { email: maria.email } })
  expect(own.who.credential).toMatchObject({ kind: 'session', source: 'file' })
  expect(Date.parse(own.who.credential.expires_at ?? '')).toBeGreaterThan(Date.now())
  const named = await whoami(maria, ['--profile', 'loja'])
  expect(named.who).toMatchObject({ url: shop.url(), profile: 'loja' })
  // --profile wins over the environment.
  const elsewhere = { DISPARO_URL: 'http://127.0.0.1:9', DISPARO_APIKEY: 'outra' }
  const asked = await whoami(maria, ['--profile', 'loja'], elsewhere)
  expect(asked).toMatchObject({ code: 0, stderr: '', who: { profile: 'loja' } })
  expect((await whoami(maria, [], { DISPARO_PROFILE: 'loja' })).who.profile).toBe('loja')

  const { value } = await maria.json(['profiles'], { environment: { DISPARO_PROFILE: 'loja' } })
  expect(value).toEqual([
    ...[{ profile: null, in_use: false, url: home.url(), kind: 'session', email: maria.email }],
    ...[{ profile: 'loja', in_use: true, url: shop.url(), kind: 'session' }].map((one) => ({
      ...one,
      email: shopEmail,
    })),
  ])
  expect((await maria.run(['profiles'])).stdout).toMatch(/\(padrão\)\s+✓/)

  expect((await maria.run(['logout', '--profile', 'loja'])).code).toBe(0)
  const gone = await maria.run(['whoami', '--profile', 'loja'])
  expect(gone).toMatchObject({ code: 3, stdout: '' })
  expect(gone.stderr).toContain('Entre com: disparo login --profile loja')
  expect((await whoami(maria)).code).toBe(0)
})

test('refuses a name of a profile that would lead out of its folder', async () => {
  const person = await aPerson()
  for (const name of ['../session', 'a/b', '.oculto', 'ção', 'x'.repeat(41)]) {
    const { code, stderr } = await person.run(['whoami', '--profile', name])
    expect({ name, code, stderr }).toMatchObject({
      ...{ name, code: 2, stderr: expect.stringContaining('Nome de perfil inválido') },
    })
  }
})

test('keeps an API Key from stdin, and says when it does not count any more', async () => {
  const daemon = server()
  const maria = await aMember(daemon.url())
  const { apikey } = (await whoami(maria)).who.user
  const cron = await aPerson()
  const login = ['login', '--profile', 'cron', '--url', daemon.url(), '--apikey-stdin']
  const wrong = await cron.run(login, { input: 'errada\n' })
  expect(wrong).toMatchObject({ code: 3, stdout: '' })
  expect(wrong.stderr).toBe(
    `${daemon.url()} não conhece esta API Key. A de agora está em Configurações, no console.\n`,
  )
  expect(await cron.run(login, { input: `${apikey}\n` })).toMatchObject({ code: 0, stderr: '' })
  const { who } = await whoami(cron, ['--profile', 'cron'])
  expect(who.credential).toEqual({ kind: 'apikey', source: 'file', expires_at: null })
  const shown = (await cron.run(['whoami', '--profile', 'cron'])).stdout
  expect(shown).toMatch(/Credencial\s+API Key guardada/)
  expect(shown).not.toContain(apikey)

  const renewed = await cron.json(['account', 'renew-key', '--profile', 'cron', '--yes'])
  expect(renewed).toMatchObject({ code: 0, value: { renewed: true } })
  // The profile keeps the new key.
  expect((await whoami(cron, ['--profile', 'cron'])).code).toBe(0)
  expect((await whoami(maria)).who.user.apikey).not.toBe(apikey)

  const second = await maria.json(['account', 'renew-key', '--yes'])
  expect(second.value).toMatchObject({ apikey: expect.any(String) })
  const old = await cron.run(['campaigns', 'list', '--profile', 'cron'])
  expect(old).toMatchObject({ code: 3, stdout: '' })
  expect(old.stderr).toBe(
    `A API Key guardada não vale mais em ${daemon.url()}. Guarde a de agora com: disparo login --profile cron --apikey-stdin\n`,
  )
  const refused = await maria.run(['account', 'renew-key'])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('não foi trocada') })

  const left = await cron.json(['logout', '--profile', 'cron'])
  expect(left).toMatchObject({ code: 0, value: { revoked: false } })
})

test('says that DISPARO_APIKEY wins over a kept session, and when it is wrong', async () => {
  const daemon = server()
  const maria = await aMember(daemon.url())
  const { apikey } = (await whoami(maria)).who.user
  const { who, stderr } = await whoami(maria, [], { DISPARO_APIKEY: apikey })
  expect(who.credential).toEqual({ kind: 'apikey', source: 'environment', expires_at: null })
  expect(stderr).toBe(
    `Atenção: DISPARO_APIKEY está definida e vale no lugar da sessão guardada de ${maria.email} em ${daemon.url()}.\n`,
  )
  const wrong = await maria.run(['contacts', 'list'], { environment: { DISPARO_APIKEY: 'errada' } })
  expect(wrong).toMatchObject({ code: 3, stdout: '' })
  expect(wrong.stderr).toContain(`A API Key em DISPARO_APIKEY não vale em ${daemon.url()}`)

  // Without a session there is nothing to warn of.
  const cron = await aPerson()
  const environment = { DISPARO_URL: daemon.url(), DISPARO_APIKEY: apikey }
  expect((await whoami(cron, [], environment)).stderr).toBe('')
})

test('sends the key of the environment to the server that the environment names alone', async () => {
  const [home, shop] = [server(), otherServer()]
  const maria = await aMember(home.url())
  const { apikey } = (await whoami(maria)).who.user
  const signup = ['signup', '--profile', 'loja', '--url', shop.url(), '--name', 'Loja']
  await maria.run([...signup, '--email', `loja-${maria.email}`, '--password-stdin'], {
    input: 'uma senha boa\n',
  })
  const environment = {
    ...{ DISPARO_URL: home.url(), DISPARO_APIKEY: apikey, DISPARO_PROFILE: 'loja' },
  }
  const { code, who } = await whoami(maria, [], environment)
  expect({ code, who }).toMatchObject({ code: 0, who: { url: home.url() } })
})

test('says with its own sentence that a session has ended', async () => {
  const daemon = server()
  const maria = await aMember(daemon.url())
  const { apikey } = (await whoami(maria)).who.user
  const kept = await readFile(maria.sessionFile, 'utf8')
  expect(kept).not.toContain(apikey)
  const environment = { DISPARO_URL: daemon.url(), DISPARO_APIKEY: apikey }
  const { value } = await maria.json(['api', 'GET', '/auth/sessions'])
  const [{ id }] = value as [{ id: string }]
  await maria.run(['api', 'DELETE', `/auth/sessions/${id}`], { environment })
  const ended = await maria.run(['campaigns', 'list'])
  expect(ended).toMatchObject({ code: 3, stdout: '' })
  expect(ended.stderr).toBe(
    `Sua sessão em ${daemon.url()} terminou. Entre de novo com: disparo login\n`,
  )
})

test('shows nothing of a key that no header can hold', async () => {
  const daemon = server()
  const cron = await aPerson()
  const login = ['login', '--url', daemon.url(), '--apikey-stdin']
  for (const key of ['segredo um', '\ufeffsegredo', 'segredo–um']) {
    const kept = await cron.run(login, { input: `${key}\n` })
    expect(kept).toMatchObject({ code: 3, stdout: '' })
    expect(kept.stderr).toContain('não conhece esta API Key')
  }
  const environment = { DISPARO_URL: daemon.url(), DISPARO_APIKEY: 'segredo\num' }
  const { code, stderr } = await cron.run(['contacts', 'list'], { environment })
  expect(code).toBe(3)
  expect(stderr).toContain('A API Key em DISPARO_APIKEY não vale')
  expect(stderr).not.toContain('segredo')
})
