import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

/** A host of files that takes calls and answers none. */
async function aSilentHost() {
  const server = createServer()
  const called = new Promise<Socket>((resolve) => {
    server.once('connection', (socket) => {
      resolve(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `https://127.0.0.1:${port}/v/file.enc`, called }
}

test('a file that nobody waits for is left by the host that was reading it', async () => {
  const { messenger } = await aMessenger(await aSimulator())
  const { url, called } = await aSilentHost()
  const leaving = new AbortController()
  const asked = messenger.download(
    'd1',
    {
      ...{ kind: 'document', directPath: '/v/file.enc', url },
      ...{ mediaKey: randomBytes(32).toString('base64'), sha256: '' },
    },
    // Far longer than the test may take.
    { limitBytes: 10, timeoutMs: 600_000, unwanted: leaving.signal },
  )
  const socket = await called
  const closed = once(socket.resume(), 'close')
  leaving.abort()
  expect(await asked).toEqual({ failure: 'failed' })
  await closed
})
