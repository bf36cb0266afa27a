import { expect, test, vi } from 'vitest'
import { OUT } from '../../support/http/evolution-calls.ts'
import { aHouse } from '../../support/http/evolution-house.ts'

test('the events for sockets are set when an instance is made, and shown from then on', async () => {
  const { ask } = await aHouse()
  const websocket = { enabled: true, events: ['CALL', 'LABELS_EDIT'] }
  const made = await ask('POST instance/create', {
    body: { instanceName: 'nova', ...OUT, websocket },
  })
  expect([made.status, made.body.websocket]).toEqual([201, websocket])
  const row = { ...websocket, unsentEvents: ['LABELS_EDIT'] }
  expect((await ask('GET websocket/find/nova')).body).toMatchObject(row)
  const [shown] = (await ask('GET instance/fetchInstances?instanceName=nova')).body
  expect(shown.Websocket).toMatchObject(row)

  const off = await aHouse({ settings: { hasSockets: false } })
  const body = { instanceName: 'nova', ...OUT, websocket }
  expect((await off.ask('POST instance/create', { body })).body.websocket).toEqual({})
})

test('the events for sockets are set before the code of a new instance is waited for', async () => {
  const { ask, parts } = await aHouse()
  const { connect } = parts.devices
  let chosen: unknown = null
  vi.spyOn(parts.devices, 'connect').mockImplementation(async (...given) => {
    chosen = (await ask('GET websocket/find/nova')).body
    return connect(...given)
  })
  const websocket = { enabled: true, events: ['QRCODE_UPDATED'] }
  const body = { instanceName: 'nova', ...OUT, qrcode: true, websocket }
  expect((await ask('POST instance/create', { body })).status).toBe(201)
  expect(chosen).toMatchObject(websocket)
})
