import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Daemon, startDaemon } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { freePort } from '../support/free-port.ts'
import { scaled } from '../support/scale.ts'
import { faultOf } from './judge.ts'
import { assemble, fileOf, pixel } from './multipart-bodies.ts'
import { type FuzzRequest, operationsOf, requestTo } from './requests.ts'
import { isNode } from './schema-values.ts'
import { createSender, type Sender } from './sender.ts'

/**
 * Sends strange requests to the whole built daemon, with its real storage and a WhatsApp server
 * that cannot be reached. `npm run fuzz` sends many more, different ones each time.
 */

/** The program alone, and a node: each gets its share of the requests. */
const STORAGES = ['files', 'postgres'] as const
const REQUESTS =
  Number(process.env.FUZZ_REQUESTS ?? scaled(1_200, { full: 3_000 })) / STORAGES.length
/** Requests sent at once, so that calls meet each other's unfinished work. */
const AT_ONCE = 12
const BLOCK = 300
const FAULTS_SHOWN = 20
const SEED = process.env.FUZZ_REQUESTS === undefined ? 20_240_101 : Date.now()
const TIME_LIMIT_MS = 20 * 60_000
const RAW_QUIET_MS = 150

let daemon: Daemon
let user: User
let sender: Sender

describe.each(STORAGES)('a daemon over %s', (storage) => {
  const seed = SEED + STORAGES.indexOf(storage) * REQUESTS

  beforeAll(async () => {
    daemon = await startDaemon({
      storage,
      env: {
        DISPARO_WHATSAPP_URL: `ws://127.0.0.1:${await freePort()}`,
        // The addresses of images must not move to another port with a restart.
        DISPARO_PUBLIC_URL: 'http://disparo.example',
      },
    })
    user = await registerUser(daemon.url())
    sender = createSender(daemon.url(), user)
  })

  afterAll(async () => {
    sender.close()
    await daemon.close()
  })

  test(
    'answers every request with what the contract allows',
    async () => {
      const operations = operationsOf(await (await fetch(`${daemon.url()}/openapi.json`)).json())
      expect(operations.length).toBeGreaterThan(20)
      const requests = fc.oneof(...operations.map(requestTo))
      const faults: string[] = []
      for (let sent = 0; sent < REQUESTS && faults.length < FAULTS_SHOWN; sent += BLOCK) {
        await makeKnown()
        const block = fc.sample(requests, { numRuns: BLOCK, seed: seed + sent })
        faults.push(...(await askAll(block)))
        expect(daemon.hasEnded()).toBe(false)
      }
      expect(faults, `seed ${seed}`).toEqual([])
      await expectHealthy()
    },
    TIME_LIMIT_MS,
  )

  test('hangs up on what is no HTTP, and goes on', async () => {
    const noise = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), {
      numRuns: 30,
      seed,
    })
    const all = [...rawTexts.map((text) => Buffer.from(text, 'latin1')), ...noise]
    const answers = await Promise.all(all.map((bytes) => sender.sendRaw(bytes, RAW_QUIET_MS)))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 500'))).toEqual([])
    await expectHealthy()
  })

  test('has everything it took, also after a restart', async () => {
    // Makes records of these kinds, whatever the requests did to those before.
    await make([
      ['/api/contacts', 'application/json', aList],
      ['/api/campaigns', 'application/json', '{"name":"Aurora","status":"Rascunho"}'],
    ])
    const before = await everything()
    expect(isNode(before) && Object.keys(before).length).toBeGreaterThan(8)
    await daemon.stop()
    expect(complaints(daemon.output().stderr)).toEqual([])
    await daemon.restart()
    sender.close()
    sender = createSender(daemon.url(), { apikey: sender.apikey() })
    const after = await everything()
    for (const [path, answer] of Object.entries(before)) {
      expect([path, after[path]]).toEqual([path, answer])
    }
    expect(complaints(daemon.output().stderr)).toEqual([])
  })
})

const aChatbot = { name: 'Horário', instance_name: 'loja', keywords: ['oi'], reply: 'Até as 18h.' }

const aList = '{"contatos":[{"name":"Ana","phone":"61999990000"}]}'

/** Makes a record of each kind that the next requests may use. */
async function makeKnown(): Promise<void> {
  const form = assemble([fileOf('image', pixel)], 'b')
  await make([
    ['/api/contacts', 'application/json', aList],
    ['/api/upload/image', 'multipart/form-data; boundary=b', form],
    ['/api/whatsapp/connect', 'application/json', '{"deviceId":"loja"}'],
    ['/api/evolution', 'application/json', '{"url":"http://127.0.0.1:9","apikey":"chave"}'],
    ['/chatbots', 'application/json', JSON.stringify(aChatbot)],
  ])
}

/** Makes calls, each with an address, a type and a body, and checks that all succeed. */
async function make(calls: readonly (readonly [string, string, Buffer | string])[]): Promise<void> {
  for (const [path, type, body] of calls) {
    const headers = { 'content-type': type }
    const { status } = await sender.send({ method: 'POST', path, headers, body, isSignedIn: true })
    expect(status).toBeLessThan(300)
  }
}

/**
 * Sends all requests; returns the faults of the answers. Earlier requests matter, so none is
 * repeated or shrunk.
 */
async function askAll(requests: readonly FuzzRequest[]): Promise<string[]> {
  const left = [...requests]
  const faults: string[] = []
  const gate = async () => {
    for (let made = left.shift(); made; made = left.shift()) {
      const fault = await askOne(made)
      if (fault !== undefined) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, gate))
  return faults
}

async function askOne(made: FuzzRequest): Promise<string | undefined> {
  try {
    const answer = await sender.send(made)
    const fault = faultOf(made, answer)
    return fault && `${fault} to ${shown(made)}: ${answer.status} ${answer.text.slice(0, 300)}`
  } catch (error) {
    // A refused upload may be cut off while it is still being written.
    if (error instanceof Error && /ECONNRESET|EPIPE/.test(`${error.message}`) && made.body) return
    return `${error} to ${shown(made)}`
  }
}

function shown({ method, path, headers, body }: FuzzRequest): string {
  const text = body === null ? '' : body.toString().slice(0, 600)
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${text}`
}

async function expectHealthy(): Promise<void> {
  const response = await fetch(`${daemon.url()}/health`)
  expect(await response.json()).toMatchObject({ status: 'ok' })
  expect(complaints(daemon.output().stderr)).toEqual([])
}

/** The log line of a failed call: its answer is judged instead. */
const judgedLine = '"msg":"call failed"'

/** Lines of the log that show a fault of the program. */
function complaints(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => /"level":(?:50|60)|unhandled|uncaught|^\s+at /i.test(line))
    .filter((line) => !line.includes(judgedLine))
    .map((line) => line.slice(0, 1_500))
}

/** Every record of the account, by the address at which it was read. */
async function everything(): Promise<Record<string, unknown>> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${daemon.url()}${path}`, { headers: { apikey: sender.apikey() } })
    expect(`${path} ${response.status}`).toBe(`${path} 200`)
    return response.json()
  }
  const found: Record<string, unknown> = {}
  const lists = await pages('/api/contacts?preview=0', read)
  const campaigns = await pages('/api/campaigns?limit=1000', read)
  found.me = await read('/auth/me')
  for (const id of lists) found[`/api/contacts/${id}`] = await read(`/api/contacts/${id}`)
  for (const id of campaigns) {
    found[`/api/campaigns/${id}/sends`] = await read(`/api/campaigns/${id}/sends`)
    found[`/api/campaigns/${id}`] = quiet(await read(`/api/campaigns/${id}`))
  }
  found.devices = names(await read('/api/whatsapp/devices'))
  for (const path of ['/chatbots', '/api/instance-assistants', '/api/webhook-messages/instances']) {
    found[path] = await read(path)
  }
  found['/api/evolution'] = withoutHost(await read('/api/evolution'))
  return found
}

async function pages(path: string, read: (path: string) => Promise<unknown>): Promise<string[]> {
  const page = await read(path)
  return Array.isArray(page) ? page.filter(isNode).map(({ id }) => String(id)) : []
}

/**
 * Leaves out what changes without a request: a start, the recipients that it found, and why the
 * campaign waits.
 */
function quiet(campaign: unknown): unknown {
  if (!isNode(campaign)) return campaign
  const {
    status: _,
    espera,
    messages,
    updated_at,
    started_at,
    finished_at,
    motivo,
    ...still
  } = campaign
  return still
}

/** Leaves out the host: a restarted daemon listens at another port, and so do its webhooks. */
function withoutHost(gateways: unknown): unknown {
  if (!Array.isArray(gateways)) return gateways
  return gateways.filter(isNode).map(({ webhook_url, ...same }) => ({
    ...same,
    webhookPath: new URL(String(webhook_url)).pathname,
  }))
}

function names(answer: unknown): unknown {
  const devices = isNode(answer) && Array.isArray(answer.devices) ? answer.devices : []
  return devices.filter(isNode).map(({ deviceId, connection_name }) => [deviceId, connection_name])
}

/** Texts that are almost HTTP. */
const rawTexts = ['GET / HTTP/1.1\r\nHost: 9007199254740993\r\n\r\n'] as const
