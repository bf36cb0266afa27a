import { describe, expect, test } from 'vitest'
import { readMessageEvent, readStatusEvent } from '../../../src/contract/messages/chat-event.ts'
import { aGatewayMessage, anUpdate, anUpsert, JPEG } from '../../support/domain/webhook.ts'

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
          status: null,
          thumbnail: null,
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

describe('a message of one’s own', () => {
  test('has its delivery status, and a message of others has none', () => {
    const own = (fields: object) => onlyMessage(aGatewayMessage({ fromMe: true, ...fields }))
    expect(own({ status: 'SERVER_ACK' })).toMatchObject({ status: 'sent' })
    expect(own({ status: 'READ' })).toMatchObject({ status: 'read' })
    expect(own({ status: 'PENDING' })).toMatchObject({ status: null })
    expect(own({ status: 'READ', remoteJid: '12036300@g.us' })).toMatchObject({ status: null })
    expect(onlyMessage(aGatewayMessage())).toMatchObject({ isFromMe: false, status: null })
  })
})

describe('an event about messages sent before', () => {
  const updates = [{ id: 'MSG1', status: 'delivered' }]
  const data = { keyId: 'MSG1', fromMe: true, status: 'DELIVERY_ACK' }

  test.each([
    ['an object with the id as keyId', anUpdate()],
    ['a list', anUpdate({ data: [data] })],
    ['upper case', anUpdate({ event: 'MESSAGES_UPDATE' })],
    [
      'the fields of a key',
      anUpdate({ data: { id: 'MSG1', fromMe: true, status: 'DELIVERY_ACK' } }),
    ],
    [
      'a key and an update with WhatsApp’s number',
      anUpdate({ data: [{ key: { id: 'MSG1', fromMe: true }, update: { status: 3 } }] }),
    ],
  ])('may come as %s', (_, body) => {
    expect(readStatusEvent(body, { isImplied: false })).toEqual({ instance: 'balcao', updates })
  })

  test('needs no name where the address has it', () => {
    const { event: _, ...nameless } = anUpdate()
    expect(readStatusEvent(nameless, { isImplied: false })).toBeNull()
    expect(readStatusEvent(nameless, { isImplied: true })).toMatchObject({ updates })
    expect(readStatusEvent(anUpsert(), { isImplied: true })).toBeNull()
  })

  test.each([
    ['of others', { ...data, fromMe: false }],
    ['that failed', { ...data, status: 'ERROR' }],
    ['that were edited', { ...data, status: undefined }],
    ['of a status that only looks like one', { ...data, status: 'constructor' }],
  ])('tells nothing of messages %s', (_, each) => {
    const event = readStatusEvent(anUpdate({ data: each }), { isImplied: false })
    expect(event).toEqual({ instance: 'balcao', updates: [] })
  })

  test.each([
    ['without id', { fromMe: true, status: 'READ' }],
    ['with a number for id', { keyId: 7, fromMe: true, status: 'READ' }],
    ['with an id that never ends', { keyId: 'x'.repeat(201), fromMe: true, status: 'READ' }],
    ['that is null', null],
  ])('is not read where it has one %s', (_, each) => {
    expect(readStatusEvent(anUpdate({ data: [each] }), { isImplied: false })).toBeNull()
  })
})

describe('the preview of a medium', () => {
  const of = (jpegThumbnail: unknown, name = 'imageMessage', rest: object = {}) =>
    onlyMessage(aGatewayMessage({ message: { [name]: { jpegThumbnail, ...rest } } }))?.thumbnail
  const bytes = Buffer.from(JPEG, 'base64')

  test.each([
    ['base64', JPEG],
    ['a list', [...bytes]],
    ['an object of places', { ...bytes }],
    ['a buffer in JSON', JSON.parse(JSON.stringify(bytes))],
  ])('is read from %s', (_, given) => {
    expect(of(given)).toBe(JPEG)
  })

  test('belongs to pictures, videos, documents and places', () => {
    for (const name of ['imageMessage', 'videoMessage', 'documentMessage', 'locationMessage']) {
      expect(of(JPEG, name)).toBe(JPEG)
    }
    expect(of(JPEG, 'stickerMessage')).toBeNull()
    expect(of(JPEG, 'imageMessage', { viewOnce: true })).toBeNull()
  })

  const jpegOf = (size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])

  test('is kept up to 16 kB', () => {
    const largest = jpegOf(16 * 1024)
    expect(of(largest.toString('base64'))).toBe(largest.toString('base64'))
    expect(of([...largest])).toBe(largest.toString('base64'))
  })

  test.each([
    ['nothing', null],
    ['no text', 7],
    ['empty', ''],
    ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')],
    ['no base64', `${JPEG}"><script>`],
    ['an address', 'https://exemplo.com/a.jpg'],
    ['too large', jpegOf(16 * 1024 + 3).toString('base64')],
    ['too large a list', [...jpegOf(16 * 1024 + 1)]],
    ['no bytes', [255, 216, 256]],
    ['half bytes', [255, 216.5, 255]],
  ])('is dropped where it is %s', (_, given) => {
    expect(of(given)).toBeNull()
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

  test('is not the sender of a message that the instance sent', () => {
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
  ])('goes with the second it was sent at: %j', (at, seconds) => {
    expect(onlyMessage(aGatewayMessage({ at }))?.sentAtSeconds).toBe(seconds)
  })
})
