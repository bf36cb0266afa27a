import { expect, test } from 'vitest'
import { keepDevice } from '../support/domain/kept.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'

test('a locked device says so, and its single messages to strangers are refused with a reason', async () => {
  const { parts, ...app } = await anApp()
  const person = await app.register()
  const deviceId = await keepDevice({ parts, ...app }, person)
  const key = (await parts.devices.findKey(person.id, deviceId)) ?? ''
  const until = '2126-01-16T12:00:00.000Z'
  const lock = { isActive: true, kind: 'WEB_COMPANION_ONLY', until } as const
  parts.holds.lockChanged({ type: 'time_lock', key, lock })
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

  parts.holds.lockChanged({ type: 'time_lock', key, lock: { isActive: false } })
  expect((await send()).status).toBe(200)
})
