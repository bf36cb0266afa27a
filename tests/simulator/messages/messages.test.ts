import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventually, watchEnd } from '../../support/eventually.ts'
import { createMessageMemory, logInBareClient } from '../../support/whatsapp/bare-client.ts'
import { aClient, allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const phone = '5511988887777'
const ana = '5511911112222'

test('a text arrives decrypted, is acknowledged, and its receipt comes from the LID', async () => {
  const simulator = await aSimulator({ defaults: { readDelayMs: 20 } })
  const client = await aClient(simulator, { phone })
  const { messageId, error } = await client.sendText(ana, 'Olá, Ana! 🎉')
  expect(error).toBeUndefined()
  await expect.poll(() => client.receipts.map(({ type }) => type)).toEqual(['', 'read'])
  expect(client.receipts[0]).toMatchObject({ id: messageId, from: expect.stringMatching(/@lid$/) })
  expect(await simulator.control.inbox(ana)).toEqual([
    {
      phone: ana,
      messageId,
      from: phone,
      type: 'text',
      text: 'Olá, Ana! 🎉',
      caption: null,
      mediaSha256: null,
      mimeType: null,
      fileName: null,
      parts: null,
      receivedAt: expect.stringMatching(/Z$/),
      times: 1,
      devices: [0],
      read: true,
    },
  ])
})

test('a conversation goes on in one session after the person has answered', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  for (const round of [1, 2, 3]) {
    await client.sendText(ana, `pergunta ${round}a`)
    await client.sendText(ana, `pergunta ${round}b`)
    await simulator.control.sendInbound({ from: ana, to: phone, text: `resposta ${round}` })
    await expect.poll(() => client.messages.length).toBe(round)
  }
  expect(client.messages.map(({ message }) => message?.conversation)).toEqual([
    'resposta 1',
    'resposta 2',
    'resposta 3',
  ])
  expect(await simulator.control.inbox(ana)).toHaveLength(6)
  expect(await simulator.control.stats()).toMatchObject({ decryptFailures: 0, inboundRetries: 0 })
})

test('an image is uploaded, and the phone decrypts the very same file', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  const image = randomBytes(20_000)
  const jpegThumbnail = ''
  await client.send(`${ana}@s.whatsapp.net`, {
    image,
    jpegThumbnail,
    caption: 'Promoção',
    mimetype: 'image/jpeg',
    width: 1,
    height: 1,
  })
  const [entry] = await simulator.control.inbox(ana)
  expect(entry).toMatchObject({
    type: 'image',
    text: null,
    caption: 'Promoção',
    mimeType: 'image/jpeg',
    mediaSha256: createHash('sha256').update(image).digest('hex'),
  })
  expect(await simulator.control.stats()).toMatchObject({ uploads: 1, mediaFailures: 0 })
})

test('a message id that is sent twice is counted twice in the inbox', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'uma vez', '3EB0AAAAAAAAAAAAAAAAAA')
  await client.sendText(ana, 'uma vez', '3EB0AAAAAAAAAAAAAAAAAA')
  expect(await simulator.control.inbox(ana)).toMatchObject([{ times: 2, text: 'uma vez' }])
  expect(await simulator.control.stats()).toMatchObject({ messages: 2, distinct: 1, duplicates: 1 })
})

test('a person with several devices reads on each, and all of it is one message', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, { devices: 3 })
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'para todos')
  expect(await simulator.control.inbox(ana)).toMatchObject([{ times: 1, devices: [0, 11, 12] }])
})

test.each([1, 3])(
  'a phone with %i devices that asks again reads the second copy',
  async (devices) => {
    const simulator = await aSimulator()
    await simulator.control.setBehaviour(ana, { retryFirst: true, devices })
    const memory = createMessageMemory()
    const client = await aClient(simulator, { phone, config: { getMessage: memory.getMessage } })
    memory.sent.set('3EB0BBBBBBBBBBBBBBBBBB', { conversation: 'de novo' })
    await client.sendText(ana, 'de novo', '3EB0BBBBBBBBBBBBBBBBBB')
    await expect
      .poll(() => simulator.control.inbox(ana))
      .toMatchObject([{ text: 'de novo', times: 1 }])
    expect(client.receipts.filter(({ type }) => type === 'retry')).toHaveLength(devices)
  },
)

test('a number that is not on WhatsApp is not found, and takes no message', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, { absent: true })
  const client = await aClient(simulator, { phone })
  expect(await client.sock.onWhatsApp(ana, '5511933334444')).toEqual([
    { jid: '5511933334444@s.whatsapp.net', exists: true },
  ])
  expect(await client.sock.getUSyncDevices([`${ana}@s.whatsapp.net`], false, false)).toEqual([])
})

test('a number without the ninth digit is found under both forms, as its own', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  const own = [{ jid: '551188776655@s.whatsapp.net', exists: true }]
  expect(await client.sock.onWhatsApp('551188776655')).toEqual([
    { jid: '5511988776655@s.whatsapp.net', exists: true },
  ])
  await simulator.control.setBehaviour('5511988776655', { noNinthDigit: true })
  expect(await client.sock.onWhatsApp('5511988776655')).toEqual(own)
  expect(await client.sock.onWhatsApp('551188776655')).toEqual(own)
  const devices = (jid: string) => client.sock.getUSyncDevices([jid], false, false)
  expect(await devices('5511988776655@s.whatsapp.net')).toEqual([])
  expect(await devices('551188776655@s.whatsapp.net')).toHaveLength(1)
  await client.sendText('551188776655', 'oi')
  expect(await simulator.control.inbox('5511988776655')).toMatchObject([{ text: 'oi' }])
  await expect(
    simulator.control.setBehaviour('551133334444', { noNinthDigit: true }),
  ).rejects.toMatchObject({ code: 'one_form' })
})

test('a refusing number answers with its code, and nothing arrives', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, { ackError: 463 })
  const client = await aClient(simulator, { phone })
  expect(await client.sendText(ana, 'oi')).toMatchObject({ error: '463' })
  expect(await simulator.control.inbox(ana)).toEqual([])
})

test('a silent number is never acknowledged, and a lost acknowledgement still delivers', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, { silent: true })
  await simulator.control.setBehaviour('5521*', { ackLost: true })
  const client = await aClient(simulator, { phone })
  const lost = client.sendText('5521933334444', 'oi')
  const silent = client.sendText(ana, 'oi')
  await eventually(async () => (await simulator.control.stats()).stanzas === 2)
  const isAnswered = watchEnd(Promise.race([lost, silent]))
  // Acknowledgements come in the order of their messages.
  await client.sendText('5531944445555', 'oi')
  expect(isAnswered()).toBe(false)
  expect(await simulator.control.inbox('5521933334444')).toMatchObject([{ text: 'oi' }])
  expect(await simulator.control.inbox(ana)).toEqual([])
})

test('a phone that is off gets its messages, in order, when it is on again', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, { undelivered: true })
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'um')
  await client.sendText(ana, 'dois')
  expect(await simulator.control.inbox(ana)).toEqual([])
  expect(client.receipts).toEqual([])
  await simulator.control.setBehaviour(ana, {})
  expect(await simulator.control.inbox(ana)).toMatchObject([{ text: 'um' }, { text: 'dois' }])
  await expect.poll(() => client.receipts.length).toBe(2)
})

test('a slow number delays acknowledgement, delivery and reading one after the other', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, {
    ackDelayMs: 1_000,
    deliveryDelayMs: 200,
    readDelayMs: 200,
    receiptsFrom: 'pn',
  })
  const client = await aClient(simulator, { phone })
  const quick = '5511933334444'
  await client.sendText(quick, 'aquece')
  await client.sendText(ana, 'aquece')
  const from = `${ana}@s.whatsapp.net`
  const receipts = () => client.receipts.flatMap((one) => (one.from === from ? [one.type] : []))
  await eventually(() => receipts().length === 2)
  const order: string[] = []
  const slow = client.sendText(ana, 'oi').then(() => order.push('slow'))
  await client.sendText(quick, 'oi').then(() => order.push('quick'))
  await slow
  expect(order).toEqual(['quick', 'slow'])
  // Neither receipt has come with the acknowledgement.
  expect(receipts()).toEqual(['', 'read'])
  await eventually(() => receipts().length === 4)
  expect(receipts()).toEqual(['', 'read', '', 'read'])
})

test('markRead reads what nobody had opened, once', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'um')
  const { messageId } = await client.sendText(ana, 'dois')
  expect(await simulator.control.markRead(ana, messageId)).toBe(1)
  expect(await simulator.control.markRead(ana)).toBe(1)
  expect(await simulator.control.markRead(ana)).toBe(0)
  await eventually(() => client.receipts.filter(({ type }) => type === 'read').length === 2)
})

test('one dead device makes the whole key query fail', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, { devices: 2, deadDevice: 11 })
  const client = await aClient(simulator, { phone })
  const jids = (await client.sock.getUSyncDevices([`${ana}@s.whatsapp.net`], false, false)).map(
    ({ jid }) => jid,
  )
  expect(jids).toHaveLength(2)
  await expect(client.sock.assertSessions(jids, true)).rejects.toThrow('item-not-found')
})

test('what one account sends to another reaches its clients and its phone', async () => {
  const simulator = await aSimulator()
  const sender = await aClient(simulator, { phone })
  const other = await aClient(simulator, { phone: '5521977776666' })
  await sender.sendText('5521977776666', 'entre lojas')
  await eventually(() => other.messages.some((one) => one.message?.extendedTextMessage))
  expect(await simulator.control.inbox('5521977776666')).toMatchObject([{ text: 'entre lojas' }])
})

test('receipts that came while a client was away are waiting at its next login', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(ana, { deliveryDelayMs: 300 })
  const client = await aClient(simulator, { phone })
  const { messageId } = await client.sendText(ana, 'oi')
  await client.close()
  await eventually(async () => (await simulator.control.stats()).receipts === 1)
  const again = await logInBareClient({ simulator, auth: client.auth })
  await eventually(() => again.receipts.some(({ id }) => id === messageId))
  await allTaken(simulator)
  await again.close()
})

test('an account that cannot read a message asks its sender for it again', async () => {
  const simulator = await aSimulator()
  const memory = createMessageMemory()
  const sender = await aClient(simulator, { phone, config: { getMessage: memory.getMessage } })
  const other = await aClient(simulator, { phone: '5521977776666' })
  const ids = Array.from({ length: 900 }, (_, index) => String(index + 1))
  const lost = Object.fromEntries(ids.map((id) => [id, null]))
  await other.auth.keys.set({ 'pre-key': lost })
  memory.sent.set('3EB0DDDDDDDDDDDDDDDDDD', { conversation: 'entre lojas' })
  await sender.sendText('5521977776666', 'entre lojas', '3EB0DDDDDDDDDDDDDDDDDD')
  await eventually(() =>
    other.messages.find(({ message }) => message?.conversation === 'entre lojas'),
  )
  expect(sender.receipts.some(({ type }) => type === 'retry')).toBe(true)
})

test('a message to oneself is in the own inbox', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(phone, 'lembrete')
  expect(await simulator.control.inbox(phone)).toMatchObject([{ text: 'lembrete', from: phone }])
  expect(await simulator.control.stats()).toMatchObject({ empty: 0 })
})

test('under a time lock strangers are refused with 463, and people with a chat are not', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'antes')
  await simulator.control.sendInbound({ from: '5511933334444', to: phone, text: 'oi' })
  const endsAt = new Date(Date.now() + 60_000).toISOString()
  await simulator.control.setLimits(phone, { reachoutTimelock: { endsAt, type: 'BIZ_QUALITY' } })
  expect(await client.sendText(ana, 'depois')).toMatchObject({ error: undefined })
  expect(await client.sendText('5511933334444', 'oi')).toMatchObject({ error: undefined })
  expect(await client.sendText('5511955556666', 'oi')).toMatchObject({ error: '463' })
  await simulator.control.setLimits(phone, { reachoutTimelock: null })
  expect(await client.sendText('5511955556666', 'oi')).toMatchObject({ error: undefined })
})

test('a reset empties inboxes and lifts behaviours, and sessions go on', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'antes')
  await simulator.control.setBehaviour('*', { ackError: 500 })
  await simulator.control.reset()
  // The reset is one of the account's settings too, and this client writes to numbers.
  await simulator.control.setAccount(client.phone, { strictPn: 'accept' })
  expect(await simulator.control.inbox(ana)).toEqual([])
  await client.sendText(ana, 'depois')
  expect(await simulator.control.inbox(ana)).toMatchObject([{ text: 'depois' }])
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 1, decryptFailures: 0 })
})

test('a reset forgets what was under way, and what comes after it is not held up by it', async () => {
  const simulator = await aSimulator()
  const { control } = simulator
  const client = await aClient(simulator, { phone })
  await control.setBehaviour(ana, { listedReceipts: true })
  await client.sendText(ana, 'antes')
  await control.setBehaviour(ana, { ackDelayMs: 60_000 })
  client.sendText(ana, 'sem resposta').catch(() => undefined)
  await expect.poll(async () => (await control.inbox(ana)).length).toBe(2)
  await control.reset()
  await control.setAccount(client.phone, { strictPn: 'accept' })
  await control.setFaults({ inFlightLimit: 1 })
  await control.setBehaviour(ana, { listedReceipts: true })
  const { messageId, error } = await client.sendText(ana, 'depois')
  expect(error).toBeUndefined()
  await expect.poll(() => client.receipts.map(({ id }) => id)).toContain(messageId)
  expect(await control.stats()).toMatchObject({ mostInFlight: 1 })
})

test('more messages at once than the server takes are refused, until one is acknowledged', async () => {
  const [bia, caio] = ['5511973334444', '5511955556666'] as const
  const simulator = await aSimulator()
  const { control } = simulator
  const client = await aClient(simulator, { phone })
  await control.setFaults({ inFlightLimit: 2 })
  for (const person of [ana, bia]) await control.setBehaviour(person, { ackDelayMs: 600_000 })
  for (const person of [ana, bia]) client.sendText(person, 'sem resposta').catch(() => undefined)
  await expect.poll(async () => (await control.stats()).mostInFlight).toBe(2)

  expect(await client.sendText(caio, 'recusada')).toMatchObject({ error: '503' })

  expect(await control.inbox(caio)).toEqual([])
  await control.setFaults({ inFlightLimit: 3 })
  expect((await client.sendText(caio, 'aceita')).error).toBeUndefined()
  expect(await control.inbox(caio)).toMatchObject([{ text: 'aceita' }])
})
