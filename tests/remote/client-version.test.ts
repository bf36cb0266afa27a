import { expect, test } from 'vitest'
import { fetchClientVersion } from '../../src/remote/client-version.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'

const signal = new AbortController().signal

test.each([
  'self.x="{\\"server_revision\\":1,\\"client_revision\\":1045368834,\\"tier\\":\\"x\\"}"',
  '{"client_revision": 1045368834}',
])('reads the revision out of the page as a browser would ask for it', async (body) => {
  const site = await aStandIn(() => ({ body }))

  expect(await fetchClientVersion({ url: `${site.url}/sw.js`, signal })).toEqual([
    2, 3000, 1045368834,
  ])
  expect(site.seen[0]?.headers).toMatchObject({
    'sec-fetch-site': 'none',
    'user-agent': expect.stringContaining('Chrome/'),
  })
})

test.each([
  { body: '{"client_revision":7}' },
  { body: 'nothing of the kind' },
  { status: 400, body: '{"client_revision": 1045368834}' },
])('takes nothing for a version that is none: $body', async (answer) => {
  const site = await aStandIn(() => answer)

  await expect(fetchClientVersion({ url: site.url, signal })).rejects.toThrow(/no client version/)
})
