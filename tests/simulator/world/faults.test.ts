import { expect, test } from 'vitest'
import { eventually, watchEnd } from '../../support/eventually.ts'
import { type BareClient, logInBareClient } from '../../support/whatsapp/bare-client.ts'
import { aClient, aSimulator } from '../../support/whatsapp/simulated.ts'

const phone = '5511988887777'
const ana = '5511911112222'

async function aLoggedOutClient() {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.close()
  return { simulator, auth: client.auth }
}

test.each([
  { code: 515, seen: 515 },
  { code: 503, seen: 503 },
  { code: 'replaced' as const, seen: 440 },
])('a stream error $code ends the connection with $seen', async ({ code, seen }) => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  expect(await simulator.control.endStream({ phone, code })).toBe(1)
  expect(await client.closed).toBe(seen)
})

test('a dropped connection ends with 428, and the client can log in again', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  const other = await aClient(simulator, { phone: '5521977776666' })
  expect(await simulator.control.drop(phone)).toBe(1)
  expect(await client.closed).toBe(428)
  expect(await other.sendText(ana, 'oi')).toMatchObject({ error: undefined })
  const again = await logInBareClient({ simulator, auth: client.auth })
  expect(await simulator.control.drop()).toBe(2)
  expect(await again.closed).toBe(428)
})

test('a device that the phone removed ends with 401, and cannot log in again', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  expect(await simulator.control.logOut(phone, 1)).toBe(1)
  expect(await client.closed).toBe(401)
  const again = await logInBareClient({ simulator, auth: client.auth, waitForOpen: false })
  expect(await again.closed).toBe(401)
  await expect(simulator.control.logOut(phone)).rejects.toMatchObject({ code: 'no_account' })
})

test('a client that logs itself out is linked no longer', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sock.logout()
  expect(await client.closed).toBe(401)
  await eventually(async () => (await simulator.control.accounts())[0]?.devices.length === 0)
})

test.each([401, 403, 405, 503])('a login can be refused with %i', async (code) => {
  const { simulator, auth } = await aLoggedOutClient()
  await simulator.control.setFaults({ failLogin: code })
  const client = await logInBareClient({ simulator, auth, waitForOpen: false })
  expect(await client.closed).toBe(code)
  await simulator.control.setFaults({ failLogin: null })
  const again = await logInBareClient({ simulator, auth })
  await again.close()
})

test('a connection reset before its upgrade ends with 408', async () => {
  const { simulator, auth } = await aLoggedOutClient()
  await simulator.control.setFaults({ refuseUpgrade: 'reset' })
  const client = await logInBareClient({ simulator, auth, waitForOpen: false })
  expect(await client.closed).toBe(408)
})

test('an HTTP status as answer to the upgrade leaves the client waiting for ever', async () => {
  const { simulator, auth } = await aLoggedOutClient()
  await simulator.control.setFaults({ refuseUpgrade: 503 })
  const client = await logInBareClient({ simulator, auth, waitForOpen: false })
  const answers: number[] = []
  client.sock.ws.on('unexpected-response', (_: unknown, response: { statusCode: number }) => {
    answers.push(response.statusCode)
  })
  await expect.poll(() => answers).toEqual([503])
  const isClosed = watchEnd(client.closed)
  // By then another client, which begins later, has learnt that its connection ended.
  await simulator.control.setFaults({ refuseUpgrade: 'reset' })
  await (await logInBareClient({ simulator, auth, waitForOpen: false })).closed
  expect(isClosed()).toBe(false)
  await client.close()
})

test('a frozen server reads nothing until it thaws, and then everything once', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'antes')
  await simulator.control.setFaults({ freeze: true })
  const frozen = client.sendText(ana, 'no gelo')
  const isAnswered = watchEnd(frozen)
  // By now a server that is not frozen has answered a later message.
  const elsewhere = await aClient(await aSimulator(), { phone })
  await elsewhere.sendText(ana, 'lá')
  expect(isAnswered()).toBe(false)
  expect(await simulator.control.inbox(ana)).toHaveLength(1)
  await simulator.control.setFaults({ freeze: false })
  expect(await frozen).toMatchObject({ error: undefined })
  expect(await simulator.control.inbox(ana)).toHaveLength(2)
})

test('latency delays every answer and keeps their order', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'aquece')
  await simulator.control.setFaults({ latencyMs: 2_000 })
  const answers: string[] = []
  const seen: number[] = []
  await Promise.all(
    ['um', 'dois', 'três'].map(async (text) => {
      await client.sendText(ana, text)
      answers.push(text)
      seen.push((await simulator.control.stats()).messages)
    }),
  )
  // All of them had arrived before the first answer left.
  expect(seen).toEqual([4, 4, 4])
  expect(answers).toEqual(['um', 'dois', 'três'])
})

test('acknowledgements alone can be late', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'aquece')
  await simulator.control.setFaults({ ackLatencyMs: 1500 })
  const order: string[] = []
  const sending = client.sendText(ana, 'oi').then(() => order.push('acknowledged'))
  expect(await client.sock.onWhatsApp(ana)).toHaveLength(1)
  order.push('looked up')
  await sending
  expect(order).toEqual(['looked up', 'acknowledged'])
})

test('a message whose directory query stays unanswered leaves without a ciphertext', async () => {
  const simulator = await aSimulator()
  const client: BareClient = await aClient(simulator, {
    phone,
    config: { defaultQueryTimeoutMs: 1000 },
  })
  await simulator.control.setFaults({ unansweredUsync: true })
  expect(await client.sendText(ana, 'vazio')).toMatchObject({ error: undefined })
  expect(await simulator.control.inbox(ana)).toEqual([])
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 1, empty: 1 })
})

test('the next queries of a namespace can be refused with rate-overlimit', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  const ask = () => client.sock.fetchNewChatMessageCap()
  await simulator.control.setFaults({ rateOverlimit: { xmlns: 'w:mex', count: 2 } })
  const refused = { message: 'rate-overlimit', data: 429 }
  await expect(ask()).rejects.toMatchObject(refused)
  expect(await client.sock.onWhatsApp(ana)).toHaveLength(1)
  await expect(ask()).rejects.toMatchObject(refused)
  expect(await ask()).toMatchObject({ capping_status: 'NONE' })
  await simulator.control.setFaults({ rateOverlimit: { xmlns: '*', count: 100 } })
  await expect(client.sock.onWhatsApp(ana)).rejects.toMatchObject(refused)
  const endsAt = new Date(Date.now() - 1).toISOString()
  await simulator.control.setFaults({ rateOverlimit: { xmlns: '*', count: 100, endsAt } })
  expect(await client.sock.onWhatsApp(ana)).toHaveLength(1)
})

test('uploads are refused while a fault says so', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await simulator.control.setFaults({ failUploads: 500 })
  const image = Buffer.alloc(100)
  const content = { image, jpegThumbnail: '', mimetype: 'image/jpeg', width: 1, height: 1 }
  await expect(client.send(`${ana}@s.whatsapp.net`, content)).rejects.toThrow()
  await simulator.control.setFaults({ failUploads: null })
  expect(await client.send(`${ana}@s.whatsapp.net`, content)).toMatchObject({ error: undefined })
})

test('an account learns of the limits that WhatsApp puts on it', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  expect(await client.sock.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
  const told: unknown[] = []
  client.sock.ev.on('connection.update', ({ reachoutTimeLock }) => {
    if (reachoutTimeLock) told.push(reachoutTimeLock)
  })
  const endsAt = '2030-01-01T00:00:00.000Z'
  await simulator.control.setLimits(phone, {
    reachoutTimelock: { endsAt, type: 'BIZ_QUALITY' },
    newChatCap: { total: 100, used: 100 },
  })
  const lock = { isActive: true, enforcementType: 'BIZ_QUALITY' }
  await expect.poll(() => told).toMatchObject([lock])
  expect(await client.sock.fetchAccountReachoutTimelock()).toEqual({
    ...lock,
    timeEnforcementEnds: new Date(endsAt),
  })
  expect(await client.sock.fetchNewChatMessageCap()).toMatchObject({
    total_quota: 100,
    used_quota: 100,
    capping_status: 'CAPPED',
  })
})
