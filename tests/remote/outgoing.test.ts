import { describe, expect, onTestFinished, test } from 'vitest'
import { PrivateTargets } from '../../src/contract/private-targets.ts'
import { callOut, OutgoingError } from '../../src/remote/outgoing.ts'
import {
  anyTarget,
  createTargets,
  isPublicAddress,
  PrivateTargetError,
} from '../../src/remote/targets.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { publicTargets } from '../support/domain/targets.ts'

function call(url: string, options: Partial<Parameters<typeof callOut>[0]> = {}) {
  return callOut({
    method: 'GET',
    url,
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    limitBytes: 100_000,
    targets: anyTarget,
    ...options,
  })
}

describe('a call to another service', () => {
  test('brings its body and headers there, and the answer back', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 201, body: { ok: true } }))
    const answer = await call(`${url}/a?b=c`, {
      method: 'POST',
      secretHeaders: { apikey: 'k' },
      body: { name: 'São' },
    })
    expect(answer).toEqual({ status: 201, json: { ok: true }, retryAfterSeconds: null })
    expect(seen).toMatchObject([
      { method: 'POST', path: '/a?b=c', text: '{"name":"São"}', headers: { apikey: 'k' } },
    ])
  })

  test('gives up when nothing comes', async () => {
    const { url } = await aStandIn(() => null)
    await expect(call(url, { timeoutMs: 50 })).rejects.toThrow(OutgoingError)
  })

  test('gives up in the midst of an answer', async () => {
    const { url } = await aStandIn((_, response) => {
      response.writeHead(200)
      response.write('{')
      return null
    })
    await expect(call(url, { timeoutMs: 100 })).rejects.toThrow(OutgoingError)
  })

  test('leaves nothing behind at a signal that outlives it', async () => {
    const { url } = await aStandIn(() => ({ status: 200, body: {} }))
    const { signal } = new AbortController()
    // Node keeps what depends on a signal under symbols, mostly in sets and maps.
    const keptCount = () =>
      Object.getOwnPropertySymbols(signal)
        .map((name) => Number(Object(Reflect.get(signal, name)).size ?? 0))
        .reduce((sum, size) => sum + size, 0)
    await call(url, { signal })
    const before = keptCount()
    for (let round = 0; round < 5; round += 1) await call(url, { signal })
    expect(keptCount()).toBe(before)
  })

  test('ends with whoever asked for it', async () => {
    const asking = new AbortController()
    const { url } = await aStandIn(() => {
      asking.abort()
      return null
    })
    await expect(call(url, { signal: asking.signal })).rejects.toThrow(OutgoingError)
  })

  test('many calls may share one signal without a warning', async () => {
    const warnings: Error[] = []
    const hear = (warning: Error) => warnings.push(warning)
    process.on('warning', hear)
    onTestFinished(() => {
      process.off('warning', hear)
    })
    const { url } = await aStandIn(() => ({}))
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 40 }, () => call(url, { signal })))
    expect(warnings).toEqual([])
  })

  test('does not read more than it may', async () => {
    const { url } = await aStandIn(() => ({ body: 'x'.repeat(200_000) }))
    await expect(call(url)).rejects.toThrow('above 100000 bytes')
  })

  test('distinguishes an answer that is no JSON from an empty one', async () => {
    const { url } = await aStandIn(({ path }) => ({ body: path === '/html' ? '<html>' : '' }))
    expect((await call(`${url}/html`)).json).toBeUndefined()
    expect((await call(`${url}/`)).json).toBeNull()
  })

  test('to nobody fails in the same way', async () => {
    await expect(call('http://127.0.0.1:1/')).rejects.toThrow(OutgoingError)
    await expect(call('http://nowhere.invalid/')).rejects.toThrow(OutgoingError)
  })

  test.each([
    ['7', 7],
    ['0', 1],
    ['99999999', 86_400],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400],
    ['Thu, 01 Jan 2015 00:00:00 GMT', 1],
    ['logo', null],
  ])('waits as long as Retry-After %s says', async (header, seconds) => {
    const { url } = await aStandIn(() => ({ status: 429, headers: { 'retry-after': header } }))
    expect((await call(url)).retryAfterSeconds).toBe(seconds)
  })
})

describe('a redirect', () => {
  test('is followed, and shows a key only to the first host', async () => {
    const second = await aStandIn(() => ({ body: { there: true } }))
    const first = await aStandIn(({ path }) => ({
      status: 302,
      headers: { location: path === '/start' ? '/next' : `${second.url}/end` },
    }))
    const answer = await call(`${first.url}/start`, { secretHeaders: { apikey: 'k' } })
    expect(answer.json).toEqual({ there: true })
    expect(first.seen.map(({ headers }) => headers.apikey)).toEqual(['k', 'k'])
    expect(second.seen.map(({ headers }) => headers.apikey)).toEqual([undefined])
  })

  test.each([
    ['without end', (url: string) => url],
    ['to a file', () => 'file:///etc/passwd'],
    ['to nowhere', () => 'http://'],
  ])('to %s is not followed', async (_, to) => {
    const standIn = await aStandIn(({ headers }) => ({
      status: 302,
      headers: { location: to(`http://${headers.host}/`) },
    }))
    await expect(call(standIn.url)).rejects.toThrow(OutgoingError)
    expect(standIn.seen.length).toBeLessThanOrEqual(4)
  })

  test('does not turn a change into a question', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 302, headers: { location: '/x' } }))
    await expect(call(url, { method: 'DELETE' })).rejects.toThrow(OutgoingError)
    expect(seen).toHaveLength(1)
  })
})

describe('where private addresses are not allowed', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'x',
    '',
  ])('%s counts as a private address', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s counts as a public address',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ])('http://%s is not called', async (host) => {
    const { url, seen } = await aStandIn(() => ({}))
    const { port } = new URL(url)
    const attempt = call(`http://${host}:${port}/`, { targets: publicTargets() })
    await expect(attempt).rejects.toThrow(PrivateTargetError)
    expect(seen).toEqual([])
  })
})

describe('where some private addresses are allowed', () => {
  async function aHost() {
    const { url, seen } = await aStandIn(() => ({ body: { there: true } }))
    return { port: new URL(url).port, seen }
  }

  test.each([
    ['by address', '127.0.0.1', '127.0.0.1'],
    ['by network', '127.0.0.0/8', 'localhost'],
    ['by name', 'localhost', 'localhost'],
    ['by address and port', '127.0.0.1:PORT', '127.0.0.1'],
    ['by name and port', 'localhost:PORT', 'localhost'],
    ['all', 'allow', '127.0.0.1'],
  ])('one that is named %s is reached', async (_, allowed, host) => {
    const { port } = await aHost()
    const targets = publicTargets(allowed.replace('PORT', port))
    expect((await call(`http://${host}:${port}/`, { targets })).json).toEqual({ there: true })
  })

  test.each([
    ['another address', '127.0.0.2', '127.0.0.1'],
    ['another port', '127.0.0.1:1,localhost:1', 'localhost'],
    ['an address that a name leads to', 'evolution.local', '127.0.0.1'],
    ['another network', '10.0.0.0/8', 'localhost'],
    ['none', 'deny', '127.0.0.1'],
  ])('one is not where %s is named', async (_, allowed, host) => {
    const { port, seen } = await aHost()
    const attempt = call(`http://${host}:${port}/`, { targets: publicTargets(allowed) })
    await expect(attempt).rejects.toThrow(PrivateTargetError)
    expect(seen).toEqual([])
  })

  test('a redirect leads to no other one', async () => {
    const inside = await aHost()
    const first = await aStandIn(() => ({
      status: 302,
      headers: { location: `http://localhost:${inside.port}/latest/meta-data` },
    }))
    const targets = publicTargets(`127.0.0.1:${new URL(first.url).port}`)
    await expect(call(`${first.url}/`, { targets })).rejects.toThrow(PrivateTargetError)
    expect(first.seen).toHaveLength(1)
    expect(inside.seen).toEqual([])
  })

  test('the server itself is reached without a word', async () => {
    const { port } = await aHost()
    const own = `http://127.0.0.1:${port}`
    const targets = createTargets(PrivateTargets.parse('deny'), () => own)
    expect((await call(`${own}/webhooks/x`, { targets })).json).toEqual({ there: true })
    await expect(call('http://127.0.0.1:1/', { targets })).rejects.toThrow(PrivateTargetError)
  })
})
