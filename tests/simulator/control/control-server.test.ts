import { once } from 'node:events'
import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { SimulatorControl } from '../../../src/simulator/control/control.ts'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { createControlServer } from '../../../src/simulator/control/control-server.ts'
import { aClient, aSimulator } from '../../support/whatsapp/simulated.ts'

const phone = '5511988887777'
const ana = '5511911112222'

test('the control over HTTP does what the one in the process does', async () => {
  const { control: _, ...addresses } = await aSimulator()
  const control = createControlClient(addresses.controlUrl)
  const client = await aClient({ ...addresses, control }, { phone, name: 'Loja' })
  await control.setBehaviour(ana, { readDelayMs: 0, devices: 2 })
  await client.sendText(ana, 'Olá')
  const expected = { phone: ana, text: 'Olá', devices: [0, 11], read: true }
  await expect.poll(() => control.inbox(ana)).toMatchObject([expected])
  const all = []
  for await (const message of control.inboxes()) all.push(message)
  expect(all).toMatchObject([expected])
  expect(await control.accounts()).toMatchObject([
    { phone, pushName: 'Loja', devices: [{ device: 1, connected: true }] },
  ])
  expect(await control.stats()).toMatchObject({ messages: 1, errors: 0 })
  expect(await control.setFaults({ latencyMs: 5 })).toMatchObject({ latencyMs: 5, freeze: false })
  const { messageId } = await control.sendInbound({ from: ana, to: phone, text: 'Oi' })
  await expect.poll(() => client.messages.map(({ key }) => key.id)).toEqual([messageId])
  expect(await control.markRead(ana)).toBe(0)
  await control.setLimits(phone, { newChatCap: { total: 5, used: 1 } })
  expect(await client.sock.fetchNewChatMessageCap()).toMatchObject({ total_quota: 5 })
  await control.reset()
  expect(await control.inbox(ana)).toEqual([])
  expect(await control.drop(phone)).toBe(1)
  expect(await client.closed).toBe(428)
  expect(await control.logOut(phone)).toBe(1)
})

test('refusals keep their code across HTTP', async () => {
  const { controlUrl } = await aSimulator()
  const control = createControlClient(controlUrl)
  const refused = (code: string) => ({ name: 'Error', code })
  await expect(control.scan({ qr: 'x', phone })).rejects.toMatchObject(refused('unknown_qr'))
  await expect(control.drop(phone)).rejects.toMatchObject(refused('no_account'))
  await expect(control.inbox('abc')).rejects.toMatchObject(refused('bad_phone'))
  await expect(control.scan({ qr: 'x', phone: '12' })).rejects.toMatchObject(refused('bad_request'))
})

test('the root lists what there is, and anything else is 404', async () => {
  const { controlUrl } = await aSimulator()
  const list = await (await fetch(controlUrl)).json()
  expect(Object.keys(list)).toContain('POST /scan')
  expect((await fetch(`${controlUrl}/nada`)).status).toBe(404)
})

test('a page in a browser cannot play the phone', async () => {
  const { controlUrl } = await aSimulator()
  const asForm = await fetch(`${controlUrl}/reset`, { method: 'POST', body: '{}' })
  expect(asForm.status).toBe(400)
  const status = await new Promise((resolve) => {
    const { port } = new URL(controlUrl)
    const headers = { host: 'evil.example' }
    request({ host: '127.0.0.1', port, path: '/stats', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).end()
  })
  expect(status).toBe(400)
})

test('bad JSON and unknown fields are refused with a sentence', async () => {
  const { controlUrl } = await aSimulator()
  const post = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${controlUrl}${path}`, { method: 'POST', headers, body })
    return { status: response.status, body: await response.json() }
  }
  expect(await post('/faults', '{')).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect(await post('/faults', '{"latency":5}')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Pedido inválido') },
  })
})

test('inboxes of any length reach a slow reader whole, and warn of nothing', async () => {
  const simulator = await aSimulator()
  const text = 'a'.repeat(64 * 1024)
  const inboxes = async function* () {
    for (let index = 0; index < 400; index += 1) yield { phone: ana, text }
  }
  const control: object = { ...simulator.control, inboxes }
  const server = createControlServer(control as SimulatorControl)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const warnings: Error[] = []
  const warn = (warning: Error) => void warnings.push(warning)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const response = await fetch(`http://127.0.0.1:${port}/inboxes`)
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(bytes).toBe(400 * (JSON.stringify({ phone: ana, text }).length + 1))
  expect(warnings).toEqual([])
})
