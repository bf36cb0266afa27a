import { describe, expect, test } from 'vitest'
import { readMessageEvent } from '../../src/contract/chat-event.ts'
import { aGatewayMessage, anUpsert } from '../support/webhook.ts'

const PHONE = '5561988880001@s.whatsapp.net'
const LID = '77700011122233@lid'

function read(body: unknown, isImplied = false) {
  return readMessageEvent(body, { isImplied })
}

function onlyMessage(message: object) {
  return read(anUpsert({ data: message }))?.messages[0]
}

describe('an event of a gateway', () => {
  test('is read from one object', () => {
    expect(read(anUpsert())).toEqual({
      instance: 'balcao',
      ownJid: '5561900001111@s.whatsapp.net',
      messages: [
        {
          id: 'MSG1',
          remoteJid: PHONE,
          lid: null,
          pushName: 'Bruna',
          content: 'Bom dia!',
          text: 'Bom dia!',
          type: 'conversation',
          isFromMe: false,
          sentAtSeconds: 1_768_478_400,
        },
      ],
    })
  })

  const message = aGatewayMessage()
  const { key, ...keyless } = message
  const { event: _, ...nameless } = anUpsert()

  test.each([
    ['a list', anUpsert({ data: [message] })],
    ['a list inside the data', anUpsert({ data: { messages: [message], type: 'notify' } })],
    [
      'the body itself',
      {
        event: 'messages.upsert',
        instance: 'balcao',
        sender: '5561900001111:7@s.whatsapp.net',
        ...message,
      },
    ],
    ['a flat key', anUpsert({ data: { ...key, ...keyless } })],
    ['an instance that is an object', anUpsert({ instance: { instanceName: 'balcao' } })],
    ['upper case', anUpsert({ event: 'MESSAGES_UPSERT' })],
    ['a dash', anUpsert({ event: 'messages-upsert' })],
  ])('may come as %s', (_, body) => {
    expect(read(body)).toEqual(read(anUpsert()))
  })

  test('needs no name where the address has it, and none but that', () => {
    expect(read(nameless)).toBeNull()
    expect(read(nameless, true)).toEqual(read(anUpsert()))
    expect(read(anUpsert({ event: 'connection.update' }), true)).toBeNull()
  })

  test.each([
    ['null', null],
    ['text', 'messages.upsert'],
    ['a list', [anUpsert()]],
    ['nothing', {}],
    ['another event', anUpsert({ event: 'messages.update' })],
    ['no instance', anUpsert({ instance: null })],
    ['an instance with a line break', anUpsert({ instance: 'a\nb' })],
    ['no data', anUpsert({ data: null })],
    ['an empty list', anUpsert({ data: [] })],
    ['a number for data', anUpsert({ data: 7 })],
    ['a message without key', anUpsert({ data: { message: {} } })],
    ['a message without id', anUpsert({ data: aGatewayMessage({ id: '' }) })],
    ['a chat that is none', anUpsert({ data: aGatewayMessage({ remoteJid: 'x y' }) })],
    ['more than can be meant', anUpsert({ data: Array(1_001).fill(aGatewayMessage()) })],
  ])('is none where it is %s', (_, body) => {
    expect(read(body)).toBeNull()
  })

  test('keeps its good messages when one among them is broken', () => {
    const event = read(anUpsert({ data: [{}, aGatewayMessage({ id: 'B' }), null] }))
    expect(event?.messages.map(({ id }) => id)).toEqual(['B'])
  })

  test('about a status is one without messages', () => {
    expect(
      read(anUpsert({ data: aGatewayMessage({ remoteJid: 'status@broadcast' }) }))?.messages,
    ).toEqual([])
  })
})

describe('the person of a chat', () => {
  test.each([
    ['remoteJidAlt', { key: { remoteJid: LID, remoteJidAlt: PHONE } }],
    ['senderPn', { key: { remoteJid: LID, senderPn: PHONE } }],
    ['senderPn beside the key', { key: { remoteJid: LID }, senderPn: PHONE }],
    ['senderLid', { key: { remoteJid: PHONE, senderLid: LID } }],
    ['previousRemoteJid', { key: { remoteJid: PHONE, previousRemoteJid: LID } }],
    [
      'device numbers',
      {
        key: { remoteJid: '77700011122233:4@lid', remoteJidAlt: '5561988880001:4@s.whatsapp.net' },
      },
    ],
    ['an older server name', { key: { remoteJid: LID, remoteJidAlt: '5561988880001@c.us' } }],
  ])('is known by number and without one: %s', (_, fields) => {
    expect(onlyMessage(aGatewayMessage(fields))).toMatchObject({ remoteJid: PHONE, lid: LID })
  })

  test('is not the sender of one’s own message', () => {
    const key = { remoteJid: LID, fromMe: true, senderPn: '5561900001111@s.whatsapp.net' }
    expect(onlyMessage(aGatewayMessage({ key }))).toMatchObject({ remoteJid: LID, lid: LID })
    const told = { ...key, recipientPn: PHONE }
    expect(onlyMessage(aGatewayMessage({ key: told }))).toMatchObject({ remoteJid: PHONE })
  })

  test('is the group in a group', () => {
    const key = { remoteJid: '12036300@g.us', participant: PHONE, senderPn: PHONE }
    expect(onlyMessage(aGatewayMessage({ key }))).toMatchObject({
      remoteJid: '12036300@g.us',
      lid: null,
    })
  })
})

describe('the content of a message', () => {
  test.each([
    [{ extendedTextMessage: { text: 'Veja isto' } }, 'Veja isto', 'Veja isto'],
    [{ imageMessage: { caption: 'A loja', jpegThumbnail: { 0: 1 } } }, 'A loja', 'A loja'],
    [{ imageMessage: {} }, '[Imagem]', null],
    [{ audioMessage: { seconds: 3 } }, '[Áudio]', null],
    [{ documentMessage: { fileName: 'nota.pdf' } }, '[Documento: nota.pdf]', null],
    [{ reactionMessage: { text: '👍' } }, '[Reação: 👍]', null],
    [{ ephemeralMessage: { message: { conversation: 'Oi' } } }, 'Oi', 'Oi'],
    [
      {
        viewOnceMessageV2: {
          message: {
            documentWithCaptionMessage: { message: { documentMessage: { caption: 'x' } } },
          },
        },
      },
      'x',
      'x',
    ],
    [{ somethingNew: {} }, '[Mensagem]', null],
    [{ imageMessage: 'broken' }, '[Mensagem]', null],
    [null, '[Mensagem]', null],
    [JSON.parse('{"__proto__":{"conversation":"x"}}'), '[Mensagem]', null],
  ])('%j reads as %s', (message, content, text) => {
    expect(onlyMessage(aGatewayMessage({ message }))).toMatchObject({ content, text })
  })

  test('that never ends is given up', () => {
    let message: object = { conversation: 'x' }
    for (let depth = 0; depth < 1_000; depth += 1) message = { ephemeralMessage: { message } }
    expect(onlyMessage(aGatewayMessage({ message }))?.text).toBeNull()
  })

  test.each([
    [1_768_478_400, 1_768_478_400],
    ['1768478400', 1_768_478_400],
    [1_768_478_400_123, 1_768_478_400],
    [{ low: 1_768_478_400, high: 0, unsigned: false }, 1_768_478_400],
    ['amanhã', null],
    [-1, null],
    [null, null],
    [undefined, 1_768_478_400],
  ])('was sent at %j', (at, seconds) => {
    expect(onlyMessage(aGatewayMessage({ at }))?.sentAtSeconds).toBe(seconds)
  })
})
