import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createPasses } from '../../../src/security/passes.ts'
import { eventually } from '../../support/eventually.ts'
import { errorOf } from '../../support/http/app.ts'
import { aCluster, aList, aStandIn, CLUSTER_SECRET, withToken } from '../../support/http/cluster.ts'

const DAY_MS = 24 * 3_600_000

type Cluster = Awaited<ReturnType<typeof aCluster>>

async function listCount({ first, ana }: Cluster): Promise<number> {
  const lists: unknown[] = await (await first.fetch('/api/contacts', withToken(ana))).json()
  return lists.length
}

describe('an account that has moved', () => {
  test.each([100, 500_000])('gets a call of more than %i bytes at its new home', async (length) => {
    const cluster = await aCluster()
    const { first, second, third, ana, homes } = cluster
    homes.set(ana.id, third)
    first.beliefs.set(ana.id, { kind: 'there', node: { url: second.url } })
    const answer = await first.fetch('/api/contacts', {
      ...aList(ana),
      body: JSON.stringify({
        name: 'Turma A',
        contatos: [{ name: 'Bia', phone: '61999990001', campos: { nota: 'x'.repeat(length) } }],
      }),
    })
    expect(answer.status).toBe(201)
    expect([first, second, third].map(({ answered }) => answered.length)).toEqual([0, 0, 1])
    expect(first.forgotten).toEqual([ana.id])
  })

  test('is served here, where it has come to, also after its call was on its way to another', async () => {
    const cluster = await aCluster()
    const { first, second, third, ana, homes } = cluster
    homes.set(ana.id, first)
    first.beliefs.set(ana.id, { kind: 'there', node: { url: second.url } })
    second.beliefs.set(ana.id, { kind: 'there', node: { url: third.url } })
    expect((await first.fetch('/api/contacts', aList(ana))).status).toBe(201)
    expect(await listCount(cluster)).toBe(1)
    expect([second, third].flatMap(({ answered }) => answered)).toEqual([])
  })

  test('is looked for anew where its engine is just ending', async () => {
    const cluster = await aCluster()
    const { first, second, ana, homes } = cluster
    homes.set(ana.id, second)
    first.beliefs.set(ana.id, first.here)
    first.engineStopping.abort()
    expect((await first.fetch('/api/contacts', aList(ana))).status).toBe(201)
    expect(second.answered).toHaveLength(1)
  })

  test('has the whole of a body that its last home, whose engine is just ending, never asked for', async () => {
    const { first, second, third, ana, homes } = await aCluster()
    homes.set(ana.id, third)
    first.beliefs.set(ana.id, { kind: 'there', node: { url: second.url } })
    second.beliefs.set(ana.id, second.here)
    second.engineStopping.abort()
    third.answerWith(async ({ req }) => Response.json((await req.raw.text()).length))
    const body = 'x'.repeat(1_000_000)
    const answer = await first.fetch('/api/contacts', { ...aList(ana), body })
    expect(await answer.json()).toBe(1_000_000)
    expect(second.answered).toHaveLength(1)
  })

  test('is never passed on twice: two nodes that each take the other for its home say so', async () => {
    const { first, second, third, ana, homes } = await aCluster()
    homes.set(ana.id, second)
    second.beliefs.set(ana.id, { kind: 'there', node: { url: first.url } })
    const answer = await first.fetch('/api/campaigns', withToken(ana))
    expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'no_home' })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(first.asked.length).toBeGreaterThan(10)
    expect(second.asked).toHaveLength(first.asked.length)
    expect([first, second, third].flatMap(({ answered }) => answered)).toEqual([])
  })

  test('is given up in time also where the machine is set a day back meanwhile', async () => {
    const { first, second, ana, homes, clock } = await aCluster()
    homes.set(ana.id, second)
    second.beliefs.set(ana.id, { kind: 'there', node: { url: first.url } })
    const answer = first.fetch('/api/campaigns', withToken(ana))
    await expect.poll(() => first.asked.length).toBeGreaterThan(0)
    clock.jump(-DAY_MS)
    expect(await errorOf(await answer)).toMatchObject({ status: 503, code: 'no_home' })
    expect(first.asked.length).toBeLessThan(100)
  })

  test('leaves a node that stops, which takes calls of other nodes no more', async () => {
    const { first, second, third, ana, homes } = await aCluster()
    homes.set(ana.id, third)
    second.stopping.abort()
    first.beliefs.set(ana.id, { kind: 'there', node: { url: second.url } })
    expect((await first.fetch('/api/contacts', aList(ana))).status).toBe(201)
    expect(third.answered).toHaveLength(1)
  })
})

describe('a node that died', () => {
  test('loses no call that it could not get', async () => {
    const cluster = await aCluster()
    const { first, second, third, ana, homes } = cluster
    await second.close()
    homes.set(ana.id, third)
    first.beliefs.set(ana.id, { kind: 'there', node: { url: second.url } })
    expect((await first.fetch('/api/contacts', aList(ana))).status).toBe(201)
    expect(await listCount(cluster)).toBe(1)
  })

  test('may have done what it had been asked for: that is said, and not done again', async () => {
    const cluster = await aCluster()
    const { first, third, ana, homes } = cluster
    homes.set(ana.id, third)
    const dying = await aStandIn((incoming) => void afterBody(incoming))
    first.beliefs.set(ana.id, dying.home)
    const answer = await first.fetch('/api/contacts', aList(ana))
    const error = await errorOf(answer)
    expect(error).toMatchObject({ status: 502, code: 'outcome_unknown' })
    expect(error.message).toContain('não se sabe')
    expect(third.answered).toEqual([])
  })

  test('has its call made again elsewhere under an Idempotency-Key', async () => {
    const cluster = await aCluster()
    const { first, third, ana, homes } = cluster
    homes.set(ana.id, third)
    const dying = await aStandIn((incoming) => void afterBody(incoming))
    first.beliefs.set(ana.id, dying.home)
    const answer = await first.fetch('/api/contacts', aList(ana, { 'Idempotency-Key': 'k1' }))
    expect(answer.status).toBe(201)
    expect(await listCount(cluster)).toBe(1)
  })

  test('has a call that only reads made again elsewhere', async () => {
    const { first, third, ana, homes } = await aCluster()
    homes.set(ana.id, third)
    const dying = await aStandIn((incoming) => void incoming.socket.destroy())
    first.beliefs.set(ana.id, dying.home)
    expect((await first.fetch('/api/campaigns', withToken(ana))).status).toBe(200)
    expect(third.answered).toHaveLength(1)
  })

  test('had not begun with a body that it never asked for', async () => {
    const { first, third, ana, homes } = await aCluster()
    homes.set(ana.id, third)
    const dying = await aStandIn(() => undefined)
    dying.server.on('checkContinue', ({ socket }: IncomingMessage) => socket.destroy())
    first.beliefs.set(ana.id, dying.home)
    third.answerWith(async ({ req }) => Response.json((await req.raw.text()).length))
    const body = 'x'.repeat(1_000_000)
    const answer = await first.fetch('/api/contacts', { ...aList(ana), body })
    expect(await answer.json()).toBe(1_000_000)
  })

  test('may have a part of a large body, which cannot be sent again', async () => {
    const { first, third, ana, homes } = await aCluster()
    homes.set(ana.id, third)
    const dying = await aStandIn((incoming) => void incoming.once('data', () => cut(incoming)))
    first.beliefs.set(ana.id, dying.home)
    const body = 'x'.repeat(5_000_000)
    const call = aList(ana, { 'Idempotency-Key': 'k1' })
    const answer = await first.fetch('/api/contacts', { ...call, body })
    expect(await errorOf(answer)).toMatchObject({ status: 502, code: 'outcome_unknown' })
    expect(third.answered).toEqual([])
  })

  test('may have frozen: whoever waits for it is answered once its account is elsewhere', async () => {
    const { first, third, ana, homes, lookAgain } = await aCluster()
    homes.set(ana.id, third)
    const waiting: (string | undefined)[] = []
    const frozen = await aStandIn(({ method }) => void waiting.push(method))
    first.beliefs.set(ana.id, frozen.home)
    const reading = first.fetch('/api/campaigns', withToken(ana))
    const making = first.fetch('/api/contacts', aList(ana))
    await eventually(() => waiting.length === 2)
    lookAgain()
    await eventually(() => first.asked.length === 4)
    expect(third.answered).toEqual([])
    first.beliefs.clear()
    await new Promise((resolve) => setImmediate(resolve))
    lookAgain()
    expect((await reading).status).toBe(200)
    expect(await errorOf(await making)).toMatchObject({ code: 'outcome_unknown' })
    expect(third.answered.map(({ method }) => method)).toEqual(['GET'])
  })

  test('cuts off the answer that it was giving', async () => {
    const { first, ana } = await aCluster()
    const dying = await aStandIn((incoming: IncomingMessage, outgoing: ServerResponse) => {
      outgoing.writeHead(200, { 'content-length': '1000', 'x-disparo-pass': 'taken' })
      outgoing.write('x'.repeat(10), () => cut(incoming))
    })
    first.beliefs.set(ana.id, dying.home)
    const answer = await first.fetch('/api/campaigns', withToken(ana))
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })
})

describe('a pass', () => {
  const call = { method: 'GET', path: '/api/campaigns', address: '198.51.100.1', isSecure: true }

  test('of this cluster is believed about the client, and opens nothing by itself', async () => {
    const { first, ana, homes, clock } = await aCluster()
    homes.set(ana.id, first)
    const passes = await createPasses({ secret: CLUSTER_SECRET, now: clock.now })
    const pass = await passes.issue({ ...call, userId: ana.id })
    const headers = { 'x-disparo-pass': pass }
    const stranger = await first.fetch('/api/campaigns', { headers })
    expect(await errorOf(stranger)).toMatchObject({ status: 401, code: 'unauthorized' })
    const known = await first.fetch('/api/campaigns', withToken(ana, { headers }))
    expect(await known.json()).toEqual([])
    expect(first.answered.map(({ address }) => address)).toEqual(['198.51.100.1', '198.51.100.1'])
  })

  test.each([
    ['is forged', { secret: 'f'.repeat(32), ageMs: 0, method: 'GET' }],
    ['is old', { secret: CLUSTER_SECRET, ageMs: 60_000, method: 'GET' }],
    ['is of another call', { secret: CLUSTER_SECRET, ageMs: 0, method: 'POST' }],
  ])('that %s is refused', async (_case, { secret, ageMs, method }) => {
    const { first, ana, homes, clock } = await aCluster()
    homes.set(ana.id, first)
    const passes = await createPasses({ secret, now: () => clock.now() - ageMs })
    const pass = await passes.issue({ ...call, method, userId: ana.id })
    const headers = { 'x-disparo-pass': pass }
    const answer = await first.fetch('/api/campaigns', withToken(ana, { headers }))
    expect([answer.status, answer.headers.get('x-disparo-pass')]).toEqual([421, 'refused'])
    expect(first.answered).toEqual([])
  })

  test('that other nodes refuse is logged, and its call refused', async () => {
    const { first, ana } = await aCluster()
    const refusing = await aStandIn((_incoming, outgoing) => {
      outgoing.writeHead(421, { 'x-disparo-pass': 'refused' }).end()
    })
    first.beliefs.set(ana.id, refusing.home)
    const answer = await first.fetch('/api/contacts', aList(ana))
    expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'no_home' })
    const [line] = first.logged.filter(({ level }) => level === 'error')
    expect(line?.message).toContain('DISPARO_CLUSTER_SECRET')
    expect(JSON.stringify(first.logged)).not.toContain(CLUSTER_SECRET)
  })
})

/** Cuts the connection once the whole call has arrived. */
async function afterBody(incoming: IncomingMessage): Promise<void> {
  for await (const _piece of incoming);
  cut(incoming)
}

function cut({ socket }: IncomingMessage): void {
  socket.destroy()
}
