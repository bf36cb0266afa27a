import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMediaCertificate } from '../../../src/simulator/messages/media-server.ts'
import { eventually } from '../../support/eventually.ts'
import { errorOf } from '../../support/http/app.ts'
import { aCluster, aList, withToken } from '../../support/http/cluster.ts'
import { aTlsProxy } from '../../support/http/tls-proxy.ts'

const MB = 1024 * 1024

/** The second node is reached by a TLS proxy, whose certificate the others trust or do not. */
async function aSecureCluster({ isTrusted = true } = {}) {
  const certificate = await createMediaCertificate()
  const cluster = await aCluster(isTrusted ? { trustedCa: certificate.caPem } : {})
  const { second, homes, ana } = cluster
  second.url = await aTlsProxy(second.url, certificate)
  homes.set(ana.id, second)
  return cluster
}

test('calls reach a node by https, and its answers come back', async () => {
  const { first, second, ana } = await aSecureCluster()
  expect((await first.fetch('/api/contacts', aList(ana))).status).toBe(201)
  const lists = await first.fetch('/api/contacts', withToken(ana))
  expect(await lists.json()).toMatchObject([{ name: 'Turma A' }])
  expect(lists.headers.has('x-disparo-pass')).toBe(false)
  expect(second.answered).toHaveLength(2)
  expect(second.answered[0]).toMatchObject({ address: '127.0.0.1', isSecure: false })
})

test('events come by https one by one, and end with their reader', async () => {
  const { first, ana, events } = await aSecureCluster()
  const answer = await first.fetch('/api/events', withToken(ana))
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader?.read())?.value ?? ''
  }
  await hear('retry:')
  await first.fetch('/api/contacts', aList(ana))
  await hear('contact')
  await reader?.cancel()
  await eventually(() => events.listenerCount(ana.id) === 0)
  expect(first.logged.filter(({ level }) => level !== 'debug')).toEqual([])
})

test('a large upload arrives whole by https', async () => {
  const { first, second, ana } = await aSecureCluster()
  const bytes = new Uint8Array(20 * MB).map((_, place) => place % 251)
  second.answerWith(async ({ req }) => {
    const digest = createHash('sha256')
    for await (const piece of req.raw.body ?? []) digest.update(piece)
    return new Response(digest.digest('hex'))
  })
  const answer = await first.fetch(
    '/api/upload/file',
    withToken(ana, { method: 'POST', body: bytes }),
  )
  expect(await answer.text()).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('a certificate that nobody vouches for is refused at once, and said how to trust it', async () => {
  const { first, second, ana } = await aSecureCluster({ isTrusted: false })
  const answer = await first.fetch('/api/contacts', aList(ana))
  expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'no_home' })
  const [told] = first.logged.filter(({ level }) => level !== 'debug')
  expect(told).toMatchObject({ level: 'error', fields: { node: second.url } })
  expect(told?.message).toContain('NODE_EXTRA_CA_CERTS')
  expect(first.asked).toHaveLength(1)
  expect(second.answered).toEqual([])
})

test('a proxy that has no node behind it any more does not speak for one', async () => {
  const { first, second, third, ana, homes } = await aSecureCluster()
  await second.close()
  first.beliefs.set(ana.id, { kind: 'there', node: { url: second.url } })
  homes.set(ana.id, third)
  const made = await first.fetch('/api/contacts', aList(ana))
  expect(await errorOf(made)).toMatchObject({ status: 502, code: 'outcome_unknown' })
  expect((await first.fetch('/api/contacts', withToken(ana))).status).toBe(200)
  expect(third.answered.map(({ method }) => method)).toEqual(['GET'])
})
