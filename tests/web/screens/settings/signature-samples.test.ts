import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { signatureSamples } from '../../../../web/screens/settings/webhooks/signature/signature-samples.ts'
import { SECRET } from '../../../support/domain/standard-webhooks.ts'

const BODY = '{"nome":"São João"}'

function codeOf(name: string): string {
  return signatureSamples.find((sample) => sample.name === name)?.code ?? ''
}

function headersAt(seconds: number) {
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(`abc.${seconds}.${BODY}`).digest('base64')
  return {
    'webhook-id': 'abc',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,c2VjcmV0byBub3Zv v1,${signed}`,
  }
}

const now = () => Math.floor(Date.now() / 1000)

test('the code for Node takes what is signed by one of the secrets, and nothing else', async () => {
  vi.stubEnv('WEBHOOK_SECRET', SECRET)
  const source = `data:text/javascript,${encodeURIComponent(codeOf('Node'))}`
  const { isFromDisparo } = await import(/* @vite-ignore */ source)
  vi.unstubAllEnvs()
  expect(isFromDisparo(headersAt(now()), BODY)).toBe(true)
  expect(isFromDisparo(headersAt(now()), `${BODY} `)).toBe(false)
  expect(isFromDisparo(headersAt(now() - 301), BODY)).toBe(false)
})

const noPython = spawnSync('python3', ['--version']).status !== 0

test.skipIf(noPython)('the code for Python does as well', () => {
  const told = (headers: object, body: string) => {
    const call = `import json, sys
print(is_from_disparo(json.loads(sys.argv[1]), sys.argv[2].encode()))`
    const given = ['-c', `${codeOf('Python')}\n${call}`, JSON.stringify(headers), body]
    const env = { ...process.env, WEBHOOK_SECRET: SECRET, PYTHONUTF8: '1' }
    return spawnSync('python3', given, { env, encoding: 'utf8' }).stdout.trim()
  }
  expect(told(headersAt(now()), BODY)).toBe('True')
  expect(told(headersAt(now()), `${BODY} `)).toBe('False')
  expect(told(headersAt(now() - 301), BODY)).toBe('False')
})

const noShell = ['bash', 'openssl', 'curl'].some((each) => spawnSync(each, ['--version']).error)

test.skipIf(noShell)('the commands sign as this server does', () => {
  // In place of curl: the signature that it would be given.
  const commands = `curl() { printf '%s\\n' "$ID" "$TIMESTAMP" "$BODY" "$SIGNATURE"; }\n${codeOf('curl')}`
  const env = { ...process.env, WEBHOOK_SECRET: SECRET }
  const { stdout } = spawnSync('bash', ['-c', commands], { env, encoding: 'utf8' })
  const [id, timestamp, body, signature] = stdout.trim().split('\n')
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64')
  const signed = `${id}.${timestamp}.${body}`
  expect(signature).toBe(createHmac('sha256', key).update(signed).digest('base64'))
})
