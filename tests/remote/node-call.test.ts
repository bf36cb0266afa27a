import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CallBody, type NodeCall, NodeUnanswered } from '../../src/domain/cluster/node-call.ts'
import { createNodeCalls } from '../../src/remote/node-call.ts'
import { eventually } from '../support/eventually.ts'
import { serveTest } from '../support/loopback.ts'

const aNode = (serve: RequestListener) => serveTest(createServer(serve))

function calling(limits: Parameters<typeof createNodeCalls>[0] = {}) {
  const calls = createNodeCalls(limits)
  onTestFinished(calls.close)
  return calls
}

function aCall(url: string, given: Partial<NodeCall> = {}): NodeCall {
  const body: CallBody = { kind: 'none' }
  const { signal } = new AbortController()
  return { ...{ url, body, signal }, target: '/a?b=c', method: 'GET', headers: {}, ...given }
}

/** What a call failed with. */
async function failureOf(work: Promise<unknown>): Promise<NodeUnanswered> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  if (error instanceof NodeUnanswered) return error
  throw error ?? new Error('the call was answered')
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text
}

async function* piecesOf(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

describe('a body', () => {
  test.each<[string, CallBody, string]>([
    ['none', { kind: 'none' }, ''],
    ['held', { kind: 'held', bytes: Buffer.from('abc') }, 'abc'],
    ['of a known length', { kind: 'streamed', pieces: piecesOf('de', 'f'), lengthBytes: 3 }, 'def'],
    ['of any length', { kind: 'streamed', pieces: piecesOf('g', 'hi'), lengthBytes: null }, 'ghi'],
  ])('%s arrives with any method', async (_kind, body, text) => {
    const url = await aNode(async (incoming, outgoing) => {
      outgoing.setHeader('x-target', incoming.url ?? '')
      outgoing.end(await textOf(incoming))
    })
    const method = body.kind === 'none' ? 'DELETE' : 'PATCH'
    const answer = await calling().call(aCall(url, { method, body }))
    expect(answer.headers).toContainEqual(['x-target', '/a?b=c'])
    expect(await textOf(answer.pieces)).toBe(text)
  })

  test('that breaks off is the reason why there is no answer', async () => {
    const url = await aNode((incoming) => void incoming.resume())
    const broken = new Error('it broke')
    async function* pieces() {
      yield Buffer.from('a')
      throw broken
    }
    const body = { kind: 'streamed', pieces: pieces(), lengthBytes: 10 } as const
    const failure = await failureOf(calling().call(aCall(url, { method: 'POST', body })))
    expect(failure).toMatchObject({ cause: broken, mayHaveBegun: true })
  })
})

describe('a node', () => {
  test('that nobody can connect to has not begun', async () => {
    const calls = calling({ connectMs: 1 })
    for (const url of ['http://127.0.0.1:9', 'http://192.0.2.1:9', 'http://nobody.invalid']) {
      const failure = await failureOf(calls.call(aCall(url, { method: 'POST' })))
      expect(failure.mayHaveBegun).toBe(false)
    }
  })

  test('that says nothing for too long may have begun', async () => {
    const url = await aNode(() => undefined)
    const failure = await failureOf(calling({ silenceMs: 1 }).call(aCall(url)))
    expect(failure.mayHaveBegun).toBe(true)
  })

  test('that falls silent in its answer breaks it off, sooner in a stream of events', async () => {
    const url = await aNode((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.write('retry: 1\n\n')
    })
    const { pieces } = await calling({ eventSilenceMs: 20 }).call(aCall(url))
    await expect(textOf(pieces)).rejects.toThrow()
  })

  test('is called over the connection that it was called over before', async () => {
    const ports = new Set<number | undefined>()
    const url = await aNode(({ socket }, outgoing) => {
      ports.add(socket.remotePort)
      outgoing.end('x')
    })
    const { call } = calling()
    for (let count = 0; count < 3; count += 1) await textOf((await call(aCall(url))).pieces)
    expect(ports.size).toBe(1)
  })

  test('that refuses a body gets none of it, and its answer is read', async () => {
    const server = createServer()
    server.on('checkContinue', (_incoming, outgoing) => outgoing.writeHead(413).end('no'))
    const url = await serveTest(server)
    let isRead = false
    async function* pieces() {
      isRead = true
      yield Buffer.from('a')
    }
    const body = { kind: 'streamed', pieces: pieces(), lengthBytes: 1 } as const
    const answer = await calling().call(aCall(url, { method: 'POST', body }))
    expect([answer.status, await textOf(answer.pieces), isRead]).toEqual([413, 'no', false])
  })
})

test('a caller who hangs up, before or during a call, ends it', async () => {
  const url = await aNode(() => undefined)
  const { call } = calling()
  await failureOf(call(aCall(url, { signal: AbortSignal.abort() })))
  const leaving = new AbortController()
  const under = failureOf(call(aCall(url, { signal: leaving.signal })))
  leaving.abort()
  await under
})

test('closing ends the calls under way', async () => {
  let isUnderWay = false
  const url = await aNode(() => {
    isUnderWay = true
  })
  const calls = createNodeCalls()
  const under = failureOf(calls.call(aCall(url)))
  await eventually(() => isUnderWay)
  calls.close()
  expect(await under).toBeInstanceOf(NodeUnanswered)
})
