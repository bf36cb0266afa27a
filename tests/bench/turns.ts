import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CHANGED_ROWS_MAX } from '../../src/contract/contacts/list-rows.ts'
import { JSON_BODY_LIMIT_BYTES } from '../../src/contract/limits.ts'
import { startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { FIRST_CAMPAIGN, fillFolder } from './full-folder.ts'
import { fixed, print } from './stage.ts'

const ROUNDS = 2
const CAMPAIGNS = Number(process.env.CAMPAIGNS ?? 100_000)
const SENDS = 50_000
const LOOK_MS = 5
const script = fileURLToPath(new URL('./processes/turns-watch.js', import.meta.url))

type Answered = { readonly status: number; readonly id: string }

/**
 * Measures how long single calls block the loop: bodies and answers of 10 MB, and a folder of
 * years.
 */
export async function turns(): Promise<void> {
  const folder = await temporaryFolder('turns')
  try {
    await onDaemon(folder.path, async (user, measure) => {
      await bodies(user, measure)
      await answers(user, measure)
    })
  } finally {
    await folder.remove()
  }
  await ofYears()
}

/** What one account reads after years: all of its campaigns, and all of a large one. */
async function ofYears(): Promise<void> {
  const folder = await temporaryFolder('turns')
  try {
    const owner = await onDaemon(folder.path, async (user) => {
      const { id } = (await user.get<{ user: { id: string } }>('/auth/me')).user
      return { user, id }
    })
    const size = { campaignCount: CAMPAIGNS, sentCampaignCount: 1, sendsEach: SENDS }
    await fillFolder(`${folder.path}/data`, { userId: owner.id, ...size })
    print(`a folder of ${CAMPAIGNS} campaigns, one with ${SENDS} sends`)
    await onDaemon(folder.path, async (_user, measure, url) => {
      await wholes(owner.user.at(url), measure)
    })
  } finally {
    await folder.remove()
  }
}

async function wholes(user: User, measure: Measure): Promise<void> {
  for (const path of [
    '/api/campaigns',
    '/api/campaigns?limit=100',
    '/api/dashboard/stats',
    '/api/chats',
    `/api/campaigns/${FIRST_CAMPAIGN}/report`,
    `/api/campaigns/${FIRST_CAMPAIGN}/sends`,
    `/api/campaigns/${FIRST_CAMPAIGN}/sends?ordem=recentes`,
    `/api/campaigns/${FIRST_CAMPAIGN}/sends?format=csv`,
    `/api/campaigns/${FIRST_CAMPAIGN}/sends?format=excel`,
    '/api/people?q=5511970000001',
  ]) {
    await measure(`GET ${path.replace(String(FIRST_CAMPAIGN), '{id}')}`, () =>
      send(user, 'GET', path),
    )
  }
  const draft = JSON.stringify({ name: 'Rascunho', texto: 'Olá!', status: 'Rascunho' })
  await measure('POST /api/campaigns', () => send(user, 'POST', '/api/campaigns', draft))
  await measure('POST /debug/auto-cleanup', () => send(user, 'POST', '/debug/auto-cleanup'))
}

/** Runs a daemon whose loop is watched, with a new account. */
async function onDaemon<Result>(
  folder: string,
  work: (user: User, measure: Measure, url: string) => Promise<Result>,
): Promise<Result> {
  const path = `${folder}/turns`
  const daemon = await startDaemon({
    dataDir: `${folder}/data`,
    nodeArgs: ['--import', script],
    env: { TURNS_FILE: path },
  })
  const signal = async () => {
    rmSync(path, { force: true })
    process.kill(daemon.pid(), 'SIGUSR2')
    while (!existsSync(path) || readFileSync(path, 'latin1') === '') await setTimeout(LOOK_MS)
    return readFileSync(path, 'latin1')
  }
  const measure: Measure = async (name, call) => {
    let longestMs = 0
    let answered: Answered = { status: 0, id: '' }
    const startedAt = performance.now()
    for (let round = 0; round < ROUNDS; round += 1) {
      await signal()
      answered = await call()
      longestMs = Math.max(longestMs, Number(await signal()))
    }
    const eachMs = (performance.now() - startedAt) / ROUNDS
    print(
      `${name}: ${answered.status}, longest turn ${fixed(longestMs)} ms, ` +
        `${fixed(eachMs, 0)} ms in all`,
    )
    return answered
  }
  try {
    return await work(await registerUser(daemon.url()), measure, daemon.url())
  } finally {
    await daemon.stop()
  }
}

type Measure = (name: string, call: () => Promise<Answered>) => Promise<Answered>

async function bodies(user: User, measure: Measure): Promise<void> {
  const rows = rowsOf(JSON_BODY_LIMIT_BYTES - 1_000, (rest) => JSON.stringify(rest).length)
  // Inside a JSON string every quote takes two characters.
  const fewer = rowsOf(
    JSON_BODY_LIMIT_BYTES - 1_000,
    (rest) => JSON.stringify(JSON.stringify(rest)).length,
  )
  const array = JSON.stringify({ name: 'Lista', contatos: rows })
  const text = JSON.stringify({ name: 'Lista', contatos: JSON.stringify(fewer) })
  const fields = JSON.stringify({
    contatos: rows
      .slice(0, 80_000)
      .map((row) => ({ ...row, campos: { cidade: 'São Paulo', a: '1' } })),
  })
  print(`${rows.length} rows, ${fewer.length} as text`)
  const { id } = await measure('POST', () => send(user, 'POST', '/api/contacts', array))
  await measure('POST, text', () => send(user, 'POST', '/api/contacts', text))
  await measure('POST, fields', () => send(user, 'POST', '/api/contacts', fields))
  await measure('POST, under a key', () =>
    send(user, 'POST', '/api/contacts', array, { 'idempotency-key': crypto.randomUUID() }),
  )
  await measure('PATCH', () => send(user, 'PATCH', `/api/contacts/${id}`, array))
  await measure('PATCH, text', () => send(user, 'PATCH', `/api/contacts/${id}`, text))
  await measure('PUT', () => send(user, 'PUT', `/api/contacts/${id}`, array))
  await measure('PUT, text', () => send(user, 'PUT', `/api/contacts/${id}`, text))
  await measure('PATCH, rows', () =>
    send(user, 'PATCH', `/api/contacts/${id}/rows`, JSON.stringify({ alterar: changesOf(rows) })),
  )
  const refused: readonly (readonly [string, string, string])[] = [
    ['no rows at all', '/api/contacts', `{"contatos":[${'{},'.repeat(3_000_000)}{}]}`],
    ['numbers as rows', '/api/contacts', `{"contatos":[${'{},'.repeat(1_500_000)}1]}`],
    [
      'text that breaks off',
      '/api/contacts',
      JSON.stringify({ contatos: '[{},'.repeat(2_000_000) }),
    ],
    ['brackets', '/api/contacts', '['.repeat(10_000_000)],
    ['deep', '/api/contacts', `{"a":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}`],
    [
      'members',
      '/api/contacts',
      `{${Array.from({ length: 600_000 }, (_, i) => `"m${i}":1`).join(',')}}`,
    ],
    [
      'a campaign’s text',
      '/api/campaigns',
      JSON.stringify({ name: 'x', texto: 'é\n'.repeat(2_000_000) }),
    ],
    [
      'a campaign’s lists',
      '/api/campaigns',
      JSON.stringify({ name: 'x', listas: numbers(1_000_000) }),
    ],
    [
      'a campaign’s filter',
      '/api/campaigns',
      JSON.stringify({ name: 'x', filtro: numbers(1_000_000) }),
    ],
    [
      'a campaign’s texts',
      '/api/campaigns',
      JSON.stringify({ name: 'x', variantes: numbers(1_000_000) }),
    ],
    [
      'a row of many columns',
      `/api/contacts/${id}/rows`,
      JSON.stringify({ alterar: [{ phone: '1', antes: wide(), depois: wide() }] }),
    ],
    ['a contact of many columns', '/api/contacts', JSON.stringify({ contatos: [wide()] })],
    ['rows to change', `/api/contacts/${id}/rows`, JSON.stringify({ alterar: numbers(1_000_000) })],
    ['rows to remove', `/api/contacts/${id}/rows`, JSON.stringify({ remover: numbers(1_000_000) })],
  ]
  for (const [name, path, body] of refused) {
    const method = path.endsWith('/rows') ? 'PATCH' : 'POST'
    await measure(`${name}`, () => send(user, method, path, body))
  }
}

async function answers(user: User, measure: Measure): Promise<void> {
  const [list] = await user.get<{ id: string }[]>('/api/contacts?preview=1')
  const id = list?.id ?? ''
  for (const path of [
    '/api/contacts',
    `/api/contacts/${id}`,
    `/api/contacts/${id}/export`,
    `/api/contacts/${id}/rows?limit=5000`,
    '/api/contacts?preview=3&q=cliente%20179999',
    '/api/dashboard/stats',
    '/api/campaigns',
    '/api/chats',
  ]) {
    await measure(`GET ${path.replace(id, '{id}')}`, () => send(user, 'GET', path))
  }
}

async function send(
  user: User,
  method: string,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const response = await user.raw(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const { id = '' }: { id?: string } = /^\{"id"/.test(text) ? JSON.parse(text) : {}
  return { status: response.status, id }
}

/** As many rows as fit into this many bytes. */
function rowsOf(bytes: number, sizeOf: (rows: readonly object[]) => number) {
  const row = (index: number) => ({
    name: `Cliente da Silva ${index}`,
    phone: `6199${1_000_000 + index}`,
  })
  const count = Math.floor(bytes / (sizeOf([row(99_999), row(99_999)]) / 2))
  return Array.from({ length: count }, (_, index) => row(index))
}

/** As many changes of rows as one call may have, with some further columns. */
function changesOf(rows: readonly { readonly name: string; readonly phone: string }[]) {
  const campos = { cidade: 'São Paulo', bairro: 'Centro', plano: 'anual' }
  return rows.slice(0, CHANGED_ROWS_MAX).map(({ name, phone }) => {
    const antes = { name, phone: `55${phone}` }
    return { phone: antes.phone, antes, depois: { ...antes, campos } }
  })
}

function wide() {
  const campos = Object.fromEntries(numbers(200_000).map((column) => [`c${column}`, 'x']))
  return { name: 'Ana', phone: '5561999990000', campos }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
