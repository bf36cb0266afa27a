import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import {
  chooseUrl,
  findAccess,
  findSession,
  saveSession,
} from '../../../src/cli/account/session.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const session = {
  url: 'http://127.0.0.1:3999',
  token: 'um-token',
  kind: 'session' as const,
  user: { name: 'Maria', email: 'maria@exemplo.com.br' },
}

async function anEnvironment() {
  return { XDG_CONFIG_HOME: await aDataFolder() }
}

test('keeps the session in a file that only its owner can read', async () => {
  const environment = await anEnvironment()
  await saveSession(environment, session)
  const path = `${environment.XDG_CONFIG_HOME}/disparo/session.json`
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
  expect(await findSession(environment)).toEqual(session)
})

test('narrows the rights of a session file that was open to others', async () => {
  const environment = await anEnvironment()
  const path = `${environment.XDG_CONFIG_HOME}/disparo/session.json`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '{}')
  await chmod(path, 0o644)
  await saveSession(environment, session)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readFile(path, 'utf8')).toContain('um-token')
})

test('lets DISPARO_URL and DISPARO_APIKEY win over the session', async () => {
  const environment = await anEnvironment()
  await saveSession(environment, session)
  const ofFile = { url: session.url, credential: session.token, kind: 'session', source: 'file' }
  expect(await findAccess(environment)).toEqual(ofFile)
  const given = { DISPARO_URL: 'http://127.0.0.1:4000/', DISPARO_APIKEY: 'chave' }
  expect(await findAccess({ ...environment, ...given })).toEqual({
    url: 'http://127.0.0.1:4000',
    credential: 'chave',
    ...{ kind: 'apikey', source: 'environment' },
  })
  const keyOnly = { ...environment, DISPARO_APIKEY: 'chave' }
  expect(await findAccess(keyOnly)).toMatchObject({ url: session.url, credential: 'chave' })
})

test('never shows a session to another server than its own', async () => {
  const environment = await anEnvironment()
  await saveSession(environment, session)
  const elsewhere = { ...environment, DISPARO_URL: 'http://example.invalid' }
  await expect(findAccess(elsewhere)).rejects.toMatchObject({ exitCode: 3 })
})

test('asks for a new sign-in when the session is missing or damaged', async () => {
  const environment = await anEnvironment()
  await expect(findAccess(environment)).rejects.toMatchObject({ exitCode: 3 })
  await saveSession(environment, session)
  await writeFile(`${environment.XDG_CONFIG_HOME}/disparo/session.json`, '{"url":')
  await expect(findAccess(environment)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('disparo login'),
  })
  expect(await chooseUrl(environment, undefined)).toBe('http://127.0.0.1:3000')
})

test('refuses an address that is none, naming where it came from', async () => {
  const environment = { ...(await anEnvironment()), DISPARO_URL: 'localhost:3000' }
  await expect(chooseUrl(environment, undefined)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('DISPARO_URL'),
  })
})
