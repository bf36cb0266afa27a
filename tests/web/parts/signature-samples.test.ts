import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { standardHeaders } from '../../../src/remote/standard-signature.ts'
import { SECRET } from '../../support/domain/standard-webhooks.ts'
import { aReceiver, receiverLanguages, sampleOf } from '../../support/web/receiver.ts'

const BODY = '{"nome":"São João"}'
const OTHER = 'whsec_bmV3IHNlY3JldCBvZiB0aGlydHktdHdvIGJ5dGVzISE='
const TOKEN = 'token-da-instancia'

/** An older event counts as a replay. */
const LIMIT_MS = 300_000
const MARGIN_MS = 60_000

function signed({ secrets = [SECRET], ageMs = 0 } = {}) {
  return standardHeaders({ id: 'abc', json: BODY, secrets, nowMs: Date.now() - ageMs })
}

/** A replay whose signed text is split elsewhere, so that its time is no number. */
function parted() {
  const nowMs = Date.now() - LIMIT_MS - MARGIN_MS
  const headers = standardHeaders({ id: 'abc.x', json: BODY, secrets: [SECRET], nowMs })
  const time = `x.${headers['webhook-timestamp']}`
  return { ...headers, 'webhook-id': 'abc', 'webhook-timestamp': time }
}

async function post(url: string, headers: Record<string, string>, body = BODY): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body })
  return answer.status
}

test.each(receiverLanguages)(
  'the receiver in %s takes what the secret signed just now, and nothing else',
  async (language) => {
    const { url, output } = await aReceiver(language, SECRET)
    expect(await post(url, signed())).toBe(204)
    expect(await post(url, signed({ secrets: [OTHER, SECRET] }))).toBe(204)
    await expect.poll(output).toMatch(/S(ã|\\u00e3)o Jo(ã|\\u00e3)o/)

    expect(await post(url, signed(), `${BODY} `)).toBe(401)
    expect(await post(url, signed({ secrets: [OTHER] }))).toBe(401)
    expect(await post(url, signed({ secrets: [] }))).toBe(401)
    expect(await post(url, {})).toBe(401)
    expect(await post(url, { ...signed(), 'webhook-id': 'abd' })).toBe(401)
    // A replay: with its signed time, and as if it had been sent now.
    const old = signed({ ageMs: LIMIT_MS + MARGIN_MS })
    expect(await post(url, old)).toBe(401)
    const now = signed()['webhook-timestamp']
    expect(await post(url, { ...old, 'webhook-timestamp': now })).toBe(401)
    expect(await post(url, parted())).toBe(401)
    expect(await post(url, { ...signed(), 'webhook-timestamp': 'agora' })).toBe(401)
    expect(await post(url, signed())).toBe(204)
  },
)

test.each(receiverLanguages)('the receiver in %s takes the token as well', async (language) => {
  const { url } = await aReceiver(language, TOKEN)
  expect(await post(url, signed({ secrets: [TOKEN] }))).toBe(204)
  expect(await post(url, signed({ secrets: [SECRET] }))).toBe(401)
})

const noShell = ['bash', 'openssl', 'curl'].some((each) => spawnSync(each, ['--version']).error)

test.skipIf(noShell).each([SECRET, TOKEN])('the commands sign as this server does by %s', (key) => {
  // In place of curl: the signature that it would be given.
  const commands = `curl() { printf '%s\\n' "$ID" "$TIMESTAMP" "$BODY" "$SIGNATURE"; }\n${sampleOf('curl')}`
  const env = { ...process.env, WEBHOOK_SECRET: key }
  const { stdout } = spawnSync('bash', ['-c', commands], { env, encoding: 'utf8' })
  const [id = '', timestamp, json = '', signature] = stdout.trim().split('\n')
  const nowMs = Number(timestamp) * 1000
  const headers = standardHeaders({ id, json, secrets: [key], nowMs })
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
})
