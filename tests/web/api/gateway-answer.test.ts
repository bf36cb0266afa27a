import { describe, expect, test } from 'vitest'
import {
  readCode,
  readInstances,
  readState,
  readVersion,
  readWebhook,
  reasonInWords,
} from '../../../web/api/gateways/gateway-answer.ts'

describe('the instances of a gateway', () => {
  test('are read from the flat records of version 2', () => {
    const [instance] = readInstances([
      {
        id: 'a',
        name: 'loja',
        connectionStatus: 'open',
        ownerJid: '5561988880001:7@s.whatsapp.net',
        profileName: 'Loja',
        profilePicUrl: 'https://pps.example/foto.jpg',
        number: null,
        createdAt: '2026-10-05T12:00:00.000Z',
        token: 'chave-da-loja',
        _count: { Message: 3, Contact: 2, Chat: 1 },
      },
    ])
    expect(instance).toEqual({
      name: 'loja',
      profileName: 'Loja',
      picture: null,
      number: '5561988880001',
      state: 'open',
      createdAt: '2026-10-05T12:00:00.000Z',
      token: 'chave-da-loja',
      messageCount: 3,
      contactCount: 2,
      chatCount: 1,
    })
  })

  test('are read from the nested records of version 1, which tell no counts', () => {
    const record = {
      instance: {
        instanceName: 'balcao',
        owner: '5561988880002@s.whatsapp.net',
        profileName: 'Balcão',
        profilePictureUrl: 'data:image/png;base64,AAAA',
        status: 'connecting',
        apikey: 'chave-do-balcao',
      },
    }
    expect(readInstances([record])).toEqual([
      {
        name: 'balcao',
        profileName: 'Balcão',
        picture: 'data:image/png;base64,AAAA',
        number: '5561988880002',
        state: 'connecting',
        createdAt: null,
        token: 'chave-do-balcao',
        messageCount: null,
        contactCount: null,
        chatCount: null,
      },
    ])
    expect(readInstances(record)).toHaveLength(1)
  })

  test('without a name that a call could carry are left out, and what cannot be read is empty', () => {
    const unread = { _count: 'x', createdAt: 'ontem', connectionStatus: 3, token: 4 }
    const odd = { name: 'a', number: 7, ...unread }
    expect(readInstances([{ name: '' }, {}, null, 'x', 7, [], odd, odd])).toEqual([
      {
        name: 'a',
        profileName: null,
        picture: null,
        number: null,
        state: 'close',
        createdAt: null,
        token: null,
        messageCount: null,
        contactCount: null,
        chatCount: null,
      },
    ])
    expect(readInstances(null)).toEqual([])
  })

  test('take the number that was given where the account is not known yet', () => {
    const [instance] = readInstances([{ name: 'a', ownerJid: null, number: '+55 61 98888-0003' }])
    expect(instance?.number).toBe('5561988880003')
  })
})

test.each([
  [{ instance: { instanceName: 'a', state: 'open' } }, 'open'],
  [{ instance: { instanceName: 'a', state: 'connecting' } }, 'connecting'],
  [{ instance: { instanceName: 'a', state: 'refused' } }, 'close'],
  [{ state: 'open' }, 'open'],
  [{ instance: {} }, null],
  [{}, null],
  [null, null],
])('the state in %j is %s', (answer, state) => {
  expect(readState(answer)).toBe(state)
})

describe('the code of an instance', () => {
  test('is a picture, a text and letters, as far as they are there', () => {
    const code = { base64: 'data:image/png;base64,AA==', code: '2@x', pairingCode: 'ABCD-1234' }
    const read = {
      kind: 'code',
      image: 'data:image/png;base64,AA==',
      text: '2@x',
      pairingCode: 'ABCD1234',
    }
    expect(readCode({ ...code, count: 1 })).toEqual(read)
    expect(readCode({ instance: { status: 'connecting' }, qrcode: code })).toEqual(read)
    expect(readCode({ base64: 'AA==' })).toMatchObject({ image: 'data:image/png;base64,AA==' })
    expect(readCode({ base64: 'javascript:x', code: '2@x' })).toMatchObject({ image: null })
  })

  test.each([
    [{ count: 0 }, 'waiting'],
    [{ pairingCode: null, code: null, base64: null, count: 0 }, 'waiting'],
    [{ instance: { instanceName: 'a', state: 'close' } }, 'waiting'],
    [{ instance: { instanceName: 'a', state: 'open' } }, 'open'],
    [null, 'waiting'],
  ])('in %j is none: %s', (answer, kind) => {
    expect(readCode(answer)).toEqual({ kind })
  })
})

describe('a webhook', () => {
  const setting = {
    url: 'https://x.example/w',
    isEnabled: true,
    byEvents: true,
    withMedia: false,
    events: ['MESSAGES_UPSERT'],
  }
  const row = { url: setting.url, enabled: true, events: setting.events }

  test.each([
    [{ ...row, webhookByEvents: true, webhookBase64: false }],
    [{ ...row, webhook_by_events: true, webhook_base64: false }],
    [{ webhook: { ...row, webhookByEvents: true } }],
    [{ webhook: { instanceName: 'a', webhook: { ...row, webhook_by_events: true } } }],
  ])('is read from %j', (answer) => {
    expect(readWebhook(answer)).toEqual(setting)
  })

  test.each([[null], [{}], [[]], [{ url: '' }], [{ webhook: null }]])(
    'is taken for none in %j',
    (answer) => {
      expect(readWebhook(answer)).toBeNull()
    },
  )
})

test('a gateway tells its version at its root, or does not', () => {
  expect(readVersion({ status: 200, message: 'Welcome', version: '2.3.6' })).toBe('2.3.6')
  expect(readVersion({ message: 'Welcome' })).toBeNull()
  expect(readVersion(null)).toBeNull()
})

test.each([
  ['This name "a" is already in use.', 'Já existe uma instância com este nome neste gateway.'],
  ['Invalid integration', 'Este gateway não oferece a integração WHATSAPP-BAILEYS.'],
  ['The "a" instance is not connected', 'A instância não está conectada.'],
  ['requires property "x"', 'Resposta do gateway: requires property "x"'],
])('the reason %j reads %j', (reason, sentence) => {
  expect(reasonInWords(reason)).toBe(sentence)
})
