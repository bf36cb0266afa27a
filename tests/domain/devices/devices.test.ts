import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PASSKEY_ASKED } from '../../../src/contract/devices/disconnect-reasons.ts'
import { showPasskey } from '../../../src/simulator/world/authenticator.ts'
import { ANA, aShelf, PHONE } from '../../support/domain/device-shelf.ts'
import { passes } from '../../support/eventually.ts'
import { aPromise } from '../../support/promise.ts'

test('a new device is paired, shows its QR, and then that it is connected', async () => {
  const shelf = await aShelf()
  const { device, wasConnected } = await shelf.connect(ANA, { deviceId: PHONE })
  expect(wasConnected).toBe(false)
  expect(device).toMatchObject({ status: 'connecting', connectionName: `Conexão de ${PHONE}` })
  expect(shelf.asked).toEqual([`pair k1 ${PHONE} false`])
  await shelf.onEvent({ type: 'qr', key: 'k1', qr: 'texto', expiresAt: '' })
  expect(await shelf.qr(ANA, PHONE)).toEqual({ qr: 'texto', pairingCode: null, passkey: null })
  expect(await shelf.status(ANA, PHONE)).toBe('pending')
  await shelf.state('connected')
  expect(await shelf.qr(ANA, PHONE)).toEqual({ qr: null, pairingCode: null, passkey: null })
  expect(await shelf.list(ANA)).toMatchObject([
    { status: 'connected', phone: PHONE, reason: null, reasonCode: null },
  ])
  expect(shelf.connections).toEqual([['k1', true]])
})

test('connecting what is connected changes nothing; what has keys comes back without a QR', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  expect(await shelf.connect(ANA, { deviceId: PHONE })).toMatchObject({ wasConnected: true })
  shelf.keys.add('k1')
  await shelf.close(ANA, PHONE)
  expect(await shelf.list(ANA)).toMatchObject([
    { status: 'disconnected', reason: 'Desconectado por você.', reasonCode: 'closed_by_user' },
  ])
  await shelf.connect(ANA, { deviceId: PHONE })
  expect(shelf.asked).toEqual([`pair k1 ${PHONE} false`, 'close k1', 'open k1'])
})

test('a restarted device is never kept as one that its owner closed', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  shelf.keys.add('k1')
  await shelf.restart(ANA, PHONE)
  expect(shelf.asked).toEqual([`pair k1 ${PHONE} false`, 'close k1', 'open k1'])
  expect(shelf.keptAtClose).toEqual([true])
  expect(shelf.connections).toEqual([
    ['k1', true],
    ['k1', false],
  ])
  await shelf.state('connected')
  expect(await shelf.status(ANA, PHONE)).toBe('connected')
})

test('a device that its owner closes while it restarts is closed in the end', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  shelf.keys.add('k1')
  const closing = aPromise()
  shelf.slow.close = closing.promise
  const restarted = shelf.restart(ANA, PHONE)
  await passes(() => expect(shelf.asked).toContain('close k1'))
  const closed = shelf.close(ANA, PHONE)
  await setImmediate()
  closing.keep()
  await Promise.all([restarted, closed])
  expect(shelf.asked.slice(1)).toEqual(['close k1', 'open k1', 'close k1'])
  expect(await shelf.detail(ANA, PHONE)).toMatchObject({
    record: { shouldBeConnected: false, reason: 'closed_by_user' },
    live: { status: 'disconnected' },
  })
})

test('a device that its owner closes while it connects is closed in the end', async () => {
  const shelf = await aShelf()
  await shelf.add(ANA, PHONE)
  shelf.keys.add('k1')
  const looking = aPromise()
  shelf.slow.hasKeys = looking.promise
  const connected = shelf.connect(ANA, { deviceId: PHONE })
  await passes(async () => expect(await shelf.status(ANA, PHONE)).toBe('connecting'))
  const closed = shelf.close(ANA, PHONE)
  await setImmediate()
  looking.keep()
  await Promise.all([connected, closed])
  expect(shelf.asked).toEqual(['open k1', 'close k1'])
  expect(await shelf.detail(ANA, PHONE)).toMatchObject({
    record: { shouldBeConnected: false, reason: 'closed_by_user' },
    live: { status: 'disconnected' },
  })
})

test('a restart leaves the code that a phone may be reading', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE, pairingCode: true })
  await shelf.onEvent({ type: 'pairing_code', key: 'k1', code: 'ABCD1234', qr: 'texto' })
  await shelf.restart(ANA, PHONE)
  expect(shelf.asked).toEqual([`pair k1 ${PHONE} true`])
  expect(await shelf.qr(ANA, PHONE)).toMatchObject({ pairingCode: 'ABCD1234' })
})

test('a pairing code is asked for where it is wished, also after a QR was shown', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.onEvent({ type: 'qr', key: 'k1', qr: 'texto', expiresAt: '' })
  await shelf.connect(ANA, { deviceId: PHONE, pairingCode: true })
  expect(shelf.asked.at(-1)).toBe(`pair k1 ${PHONE} true`)
  await shelf.onEvent({ type: 'pairing_code', key: 'k1', code: 'ABCD1234', qr: 'texto' })
  expect(await shelf.qr(ANA, PHONE)).toEqual({
    qr: 'texto',
    pairingCode: 'ABCD1234',
    passkey: null,
  })
})

test('a pairing code is for a number: that of the id, or the one that is named', async () => {
  const shelf = await aShelf()
  for (const deviceId of ['loja', 'loja2']) {
    const connecting = shelf.connect(ANA, { deviceId, pairingCode: true })
    await expect(connecting).rejects.toMatchObject({ code: 'invalid_phone' })
  }
  expect(await shelf.list(ANA)).toEqual([])
  await shelf.connect(ANA, { deviceId: 'loja2', pairingCode: true, phone: PHONE })
  expect(shelf.asked).toEqual([expect.stringMatching(`pair k\\d ${PHONE} true`)])
})

test('a log-out from the phone ends its campaigns and is not reconnected', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  await shelf.state('disconnected', 'logged_out')
  expect(shelf.gone).toEqual([['k1', 'logged_out']])
  expect((await shelf.list(ANA))[0]?.reason).toMatch(/desconectado no celular/)
  const again = await shelf.rebuild()
  await again.openAll()
  expect(shelf.asked.filter((each) => each.startsWith('open'))).toEqual([])
})

test('a pairing whose code was not scanned is not repeated after a restart', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  const again = await shelf.rebuild()
  await again.openAll()
  expect(shelf.asked.at(-1)).toBe('open k1')
  await again.onEvent({
    ...{ type: 'state', key: 'k1', status: 'disconnected', reason: 'never_paired', phone: null },
  })
  const asked = shelf.asked.length
  await again.keepAlive(ANA)
  await (await shelf.rebuild()).openAll()
  expect(shelf.asked).toHaveLength(asked)
  expect(await again.list(ANA)).toMatchObject([{ reasonCode: 'never_paired' }])
})

test('a session replaced elsewhere makes campaigns wait, and ends none', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  await shelf.state('disconnected', 'replaced')
  expect(shelf.gone).toEqual([])
  expect(shelf.connections.at(-1)).toEqual(['k1', false])
})

test('a suspension is shown with its end and WhatsApp’s words, and comes back by itself', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  const until = '2026-09-23T12:00:00.000Z'
  await shelf.onEvent({
    ...{ type: 'state', key: 'k1', status: 'disconnected', phone: null },
    ...{ reason: 'suspended_repeated', until, said: 'Try later' },
  })
  const again = await shelf.rebuild()
  expect(await again.list(ANA)).toMatchObject([
    {
      reasonCode: 'suspended_repeated',
      reasonUntil: until,
      reason: expect.stringMatching(/mesma mensagem.* O WhatsApp diz: “Try later”$/),
    },
  ])
  await again.openAll()
  expect(shelf.asked.at(-1)).toBe('open k1')
})

test('an account with a passkey is linked with the answer of its owner’s browser', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.onEvent({ type: 'qr', key: 'k1', qr: 'texto', expiresAt: '' })
  const request = '{"challenge":"YWJj","rpId":"whatsapp.com"}'
  const until = '2026-09-23T12:00:00.000Z'
  const passkey = { type: 'passkey', key: 'k1', until } as const
  await expect(shelf.passkey.answer(ANA, PHONE, '{}')).rejects.toMatchObject({
    code: 'passkey_not_asked',
  })

  await shelf.onEvent({ ...passkey, step: 'assinatura', request, code: null })

  expect(await shelf.status(ANA, PHONE)).toBe('pending')
  const told = { status: 'pending', reason: PASSKEY_ASKED, reasonCode: null, reasonUntil: until }
  expect(await shelf.list(ANA)).toMatchObject([told])
  const shown = await shelf.qr(ANA, PHONE)
  expect(shown).toMatchObject({ qr: null, passkey: { step: 'assinatura', request } })
  expect(shown.passkey?.snippet).toContain(request)
  await expect(shelf.passkey.answer(ANA, PHONE, '{}')).rejects.toMatchObject({
    code: 'passkey_unreadable',
  })
  await expect(shelf.passkey.answer('bia', PHONE, '{}')).rejects.toMatchObject({
    code: 'device_not_found',
  })
  await shelf.passkey.answer(ANA, PHONE, showPasskey(PHONE, { request }))
  expect(shelf.asked.at(-1)).toMatch(/^passkey k1 \{"id":/)
  await expect(shelf.passkey.confirm(ANA, PHONE)).rejects.toMatchObject({
    code: 'passkey_not_asked',
  })
  await shelf.onEvent({ ...passkey, step: 'confirmar', request: null, code: 'ABCD-1234' })
  expect(await shelf.qr(ANA, PHONE)).toMatchObject({ passkey: { code: 'ABCD-1234' } })
  await shelf.passkey.confirm(ANA, PHONE)
  expect(shelf.asked.at(-1)).toBe('confirm k1')
  await shelf.state('connected')
  expect(await shelf.qr(ANA, PHONE)).toMatchObject({ passkey: null })
})

test('what was connected comes back after a restart', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  const again = await shelf.rebuild()
  expect(await again.status(ANA, PHONE)).toBe('disconnected')
  await again.openAll()
  expect(shelf.asked.at(-1)).toBe('open k1')
})

test('many come back a few a second, the first at once, and none that is no longer wanted', async () => {
  const shelf = await aShelf()
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  for (const deviceId of ids) await shelf.connect(ANA, { deviceId })
  const again = await shelf.rebuild()
  shelf.asked.length = 0
  const opened = () => shelf.asked.filter((each) => each.startsWith('open'))
  await again.openAll()
  expect(opened()).toEqual(['open k1'])
  await again.keepAlive(ANA)
  expect(opened()).toHaveLength(1)
  shelf.clock.advance(200)
  expect(opened()).toEqual(['open k1', 'open k2'])

  await again.remove(ANA, 'c', { force: false })
  await again.close(ANA, 'd')
  await again.keepAlive(ANA, 'h')
  expect(opened()).toEqual(['open k1', 'open k2', 'open k8'])
  shelf.clock.advance(200)
  expect(opened().at(-1)).toBe('open k5')
  again.stopLogins()
  shelf.clock.advance(60_000)
  expect(opened()).toHaveLength(4)
})

test('a device that a campaign uses is removed only by force, and that campaign ends', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  shelf.busy.add('k1')
  await expect(shelf.remove(ANA, PHONE, { force: false })).rejects.toMatchObject({
    code: 'device_busy',
  })
  await shelf.remove(ANA, PHONE, { force: true })
  expect(shelf.gone).toEqual([['k1', 'removed']])
  expect(shelf.removed).toEqual([[ANA, PHONE]])
  expect(shelf.asked.at(-1)).toBe('log out k1')
  expect(await shelf.list(ANA)).toEqual([])
})

test('two users may use one device id for two devices', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.connect('bia', { deviceId: PHONE })
  await shelf.state('connected')
  expect(await shelf.status(ANA, PHONE)).toBe('connected')
  expect(await shelf.status('bia', PHONE)).toBe('connecting')
  expect(shelf.counts()).toEqual({ connected: 1, total: 2 })
  await expect(shelf.status('caio', PHONE)).rejects.toMatchObject({ code: 'device_not_found' })
})

test('keep-alive reconnects what should be connected, and nothing else', async () => {
  const shelf = await aShelf()
  await shelf.connect(ANA, { deviceId: PHONE })
  await shelf.state('connected')
  await shelf.state('disconnected', 'connection_lost')
  await shelf.keepAlive(ANA)
  expect(shelf.asked.at(-1)).toBe('open k1')
  await shelf.close(ANA, PHONE)
  const count = shelf.asked.length
  expect(await shelf.keepAlive(ANA, PHONE)).toEqual([{ deviceId: PHONE, status: 'disconnected' }])
  expect(shelf.asked).toHaveLength(count)
})
