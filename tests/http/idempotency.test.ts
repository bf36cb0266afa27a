import { expect, test } from 'vitest'
import { AppError } from '../../src/contract/errors.ts'
import { anApp, asForm, asJson, errorOf } from '../support/http/app.ts'
import { aPromise } from '../support/promise.ts'

const list = { name: 'Clientes', contatos: [{ name: 'Ana', phone: '61999990000' }] }
const HOUR_MS = 60 * 60_000

function under(key: string, init: RequestInit): RequestInit {
  return { ...init, headers: { ...init.headers, 'idempotency-key': key } }
}

test('a call under a known key is answered as the first one was, and not done again', async () => {
  const { register } = await anApp()
  const { call } = await register()
  const first = await call('/api/contacts', under('k1', asJson(list)))
  const again = await call('/api/contacts', under('k1', asJson(list)))
  expect([first.status, again.status]).toEqual([201, 201])
  expect(await again.json()).toEqual(await first.json())
  await call('/api/contacts', under('k2', asJson(list)))
  await call('/api/contacts', asJson(list))
  expect(await (await call('/api/contacts')).json()).toHaveLength(3)
})

test('a refusal is given again too', async () => {
  const { register } = await anApp()
  const { call } = await register()
  const empty = asJson({ name: 'x', contatos: [{ phone: '1' }] })
  const answers = [
    await call('/api/contacts', under('k', empty)),
    await call('/api/contacts', under('k', empty)),
  ]
  for (const answer of answers) {
    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'no_valid_contacts' })
  }
})

test('another body, or another call, under a known key is refused', async () => {
  const { register } = await anApp()
  const { call } = await register()
  await call('/api/contacts', under('k', asJson(list)))
  for (const [path, body] of [
    ['/api/contacts', { ...list, name: 'Outra' }],
    ['/api/campaigns', { name: 'x' }],
  ] as const) {
    const refused = await call(path, under('k', asJson(body)))
    expect(await errorOf(refused)).toMatchObject({ status: 409, code: 'idempotency_mismatch' })
  }
})

test('a call whose first one is under way is refused with that reason', async () => {
  const { register, services } = await anApp()
  const { call } = await register()
  const begun = aPromise()
  const freed = aPromise()
  const create = services.contacts.create
  Object.assign(services.contacts, {
    create: async (...input: Parameters<typeof create>) => {
      begun.keep()
      await freed.promise
      return create(...input)
    },
  })
  const first = call('/api/contacts', under('k', asJson(list)))
  await begun.promise
  const second = await call('/api/contacts', under('k', asJson(list)))
  expect(await errorOf(second)).toMatchObject({ status: 409, code: 'idempotency_busy' })
  freed.keep()
  expect((await first).status).toBe(201)
  expect((await call('/api/contacts', under('k', asJson(list)))).status).toBe(201)
})

test('keys are each user’s own, and forgotten after a day', async () => {
  const { register, clock } = await anApp()
  const ana = await register()
  const bia = await register()
  for (const { call } of [ana, bia]) await call('/api/contacts', under('k', asJson(list)))
  expect(await (await bia.call('/api/contacts')).json()).toHaveLength(1)
  clock.advance(23 * HOUR_MS)
  await ana.call('/api/contacts', under('k', asJson(list)))
  expect(await (await ana.call('/api/contacts')).json()).toHaveLength(1)
  clock.advance(HOUR_MS)
  await ana.call('/api/contacts', under('k', asJson(list)))
  expect(await (await ana.call('/api/contacts')).json()).toHaveLength(2)
})

test('a file is known by what is in it', async () => {
  const { register } = await anApp()
  const { call } = await register()
  const send = (bytes: string) =>
    call('/api/contacts/import', under('k', asForm({ name: 'x' }, { field: 'file', bytes })))
  const first = await send('nome,fone\nAna,61999990000\n')
  const again = await send('nome,fone\nAna,61999990000\n')
  expect(first.status).toBe(201)
  expect(await again.json()).toEqual(await first.json())
  const other = await send('nome,fone\nBia,61999990001\n')
  expect(await errorOf(other)).toMatchObject({ status: 409, code: 'idempotency_mismatch' })
  expect(await (await call('/api/contacts')).json()).toHaveLength(1)
})

test('a key that is none is refused', async () => {
  const { register } = await anApp()
  const { call } = await register()
  const refused = await call('/api/contacts', under('x'.repeat(256), asJson(list)))
  expect(await errorOf(refused)).toMatchObject({
    status: 400,
    code: 'invalid',
    details: [{ path: 'Idempotency-Key' }],
  })
})

test('a message that WhatsApp did not confirm is not sent again under its key', async () => {
  const { register, services } = await anApp()
  const { call } = await register()
  let sent = 0
  Object.assign(services.directSends, {
    send: async () => {
      sent += 1
      throw new AppError('not_confirmed', 'cut off')
    },
  })
  const message = asJson({ deviceId: '5561999990000', to: '61988887777', text: 'Oi' })
  const first = await call('/api/whatsapp/send', under('k', message))
  expect(await errorOf(first)).toMatchObject({ status: 503, code: 'not_confirmed' })
  const again = await call('/api/whatsapp/send', under('k', message))
  expect(await errorOf(again)).toMatchObject({ status: 409, code: 'idempotency_unknown' })
  expect(sent).toBe(1)
})
