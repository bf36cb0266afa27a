import { describe, expect, test } from 'vitest'
import { keepDevice, runCampaign } from '../support/domain/kept.ts'
import { ABSENT_PHONE, SHOWN_QR } from '../support/domain/played-whatsapp.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'

async function anOwner() {
  const rest = await anApp()
  return { ...rest, person: await rest.register() }
}

describe('devices', () => {
  test('connect with 202, and with 200 where they already are', async () => {
    const { person, ...app } = await anOwner()
    const connect = () =>
      person.call('/api/whatsapp/connect', asJson({ deviceId: 'a', connectionName: 'Loja' }))
    const first = await connect()
    expect(first.status).toBe(202)
    expect(await first.json()).toEqual({
      deviceId: 'a',
      connection_name: 'Loja',
      status: 'connecting',
    })
    await keepDevice(app, person, { deviceId: 'a' })
    expect((await connect()).status).toBe(200)
  })

  test.each(['', '../x', 'a b', 'x'.repeat(65)])('refuse the id "%s"', async (deviceId) => {
    const { person } = await anOwner()
    const response = await person.call('/api/whatsapp/connect', asJson({ deviceId }))
    expect(await errorOf(response)).toMatchObject({
      code: 'invalid',
      details: [{ path: 'deviceId', message: expect.stringContaining('identificador') }],
    })
  })

  test('show QR, status and what they are', async () => {
    const { person, ...app } = await anOwner()
    await keepDevice(app, person, { deviceId: 'a', state: 'pending' })
    expect(await (await person.call('/api/whatsapp/qr/a')).json()).toEqual({
      qr: SHOWN_QR,
      pairingCode: null,
      passkey: null,
    })
    await person.call('/api/whatsapp/session/a', { method: 'DELETE' })
    expect(await (await person.call('/api/whatsapp/status/a')).json()).toEqual({
      status: 'disconnected',
    })
    expect(await (await person.call('/api/whatsapp/devices')).json()).toEqual({
      devices: [
        {
          deviceId: 'a',
          connection_name: 'Loja',
          status: 'disconnected',
          phone: null,
          created_at: '2026-01-15T12:00:00.000Z',
          last_seen: null,
          last_received: null,
          last_sent: null,
          reason: 'Desconectado por você.',
          reason_code: 'closed_by_user',
          reason_until: null,
          restricao: null,
          cota: null,
          primeiras_mensagens_24h: 0,
        },
      ],
    })
  })

  test('name the node that holds them, where there are several', async () => {
    const app = await anApp({ nodeName: 'no-1' })
    const person = await app.register()
    await keepDevice(app, person, { deviceId: 'a' })
    const listed = await person.call('/api/whatsapp/devices')
    expect(await listed.json()).toMatchObject({ devices: [{ deviceId: 'a', node: 'no-1' }] })
    const settings = asJson({ connection_name: 'Balcão' }, 'PATCH')
    const changed = await person.call('/api/whatsapp/devices/a', settings)
    expect(await changed.json()).toMatchObject({ connection_name: 'Balcão', node: 'no-1' })
  })

  test('close, and are deleted unless a campaign uses them', async () => {
    const { person, ...app } = await anOwner()
    await keepDevice(app, person, { deviceId: 'a' })
    await runCampaign(app, person, 'a')
    const remove = (path: string) => person.call(path, { method: 'DELETE' })
    expect((await remove('/api/whatsapp/session/a')).status).toBe(204)
    const refused = await remove('/api/whatsapp/devices/a/auth')
    expect(await errorOf(refused)).toMatchObject({ status: 409, code: 'device_busy' })
    expect((await remove('/api/whatsapp/devices/a/auth?force=true')).status).toBe(204)
    expect((await remove('/api/whatsapp/devices/a/auth')).status).toBe(404)
  })

  test.each([
    ['no body', { method: 'POST' }],
    ['an empty object', asJson({})],
    ['one device', asJson({ deviceId: 'a' })],
  ])('are kept alive with %s', async (_, init) => {
    const { person, ...app } = await anOwner()
    await keepDevice(app, person, { deviceId: 'a', state: 'connecting' })
    const response = await person.call('/api/baileys/keep-alive', init)
    expect(await response.json()).toEqual({ devices: [{ deviceId: 'a', status: 'connecting' }] })
  })
})

describe('a single message', () => {
  test('answers its id once it is acknowledged', async () => {
    const { person, ...app } = await anOwner()
    await keepDevice(app, person, { deviceId: 'a' })
    const body = { deviceId: 'a', to: '61999990000', text: 'Olá' }
    const response = await person.call('/api/whatsapp/send', asJson(body))
    expect(response.status).toBe(200)
    const [sent] = app.whatsapp.sent
    expect(sent).toMatchObject({ jid: '5561999990000@s.whatsapp.net', content: { text: 'Olá' } })
    expect(await response.json()).toEqual({ messageId: sent?.messageId, status: 'success' })
  })

  test('says of a text that it is too long, not that it is missing', async () => {
    const { person } = await anOwner()
    const body = { deviceId: 'a', to: '6'.repeat(41), text: 'x'.repeat(65_537) }
    const response = await person.call('/api/whatsapp/send', asJson(body))
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      details: [
        { path: 'to', message: 'O telefone é longo demais.' },
        { path: 'text', message: 'O texto aceita até 65536 caracteres.' },
      ],
    })
  })

  test('answers 422 for a number that is not on WhatsApp', async () => {
    const { person, ...app } = await anOwner()
    await keepDevice(app, person, { deviceId: 'a' })
    const body = { deviceId: 'a', to: ABSENT_PHONE, text: 'Olá' }
    const response = await person.call('/api/whatsapp/send', asJson(body))
    expect(await errorOf(response)).toMatchObject({ status: 422, code: 'not_on_whatsapp' })
  })
})

test('a locked device says so, and its single messages to strangers are refused with a reason', async () => {
  const { person, parts, ...app } = await anOwner()
  const deviceId = await keepDevice({ parts, ...app }, person)
  const key = (await parts.devices.findKey(person.id, deviceId)) ?? ''
  const until = '2126-01-16T12:00:00.000Z'
  const lock = { isActive: true, kind: 'WEB_COMPANION_ONLY', until } as const
  parts.holds.onTimeLock({ type: 'time_lock', key, lock })
  const send = () =>
    person.call('/api/whatsapp/send', asJson({ deviceId, to: '5561999990001', text: 'Olá' }))

  expect(await errorOf(await send())).toMatchObject({
    status: 409,
    code: 'strangers_held',
    message: expect.stringContaining('limitou as primeiras mensagens'),
  })
  const listed = await person.call('/api/whatsapp/devices')
  expect(await listed.json()).toMatchObject({
    devices: [{ restricao: { tipo: 'WEB_COMPANION_ONLY', ate: until } }],
  })

  parts.holds.onTimeLock({ type: 'time_lock', key, lock: { isActive: false } })
  expect((await send()).status).toBe(200)
})
