import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, type User, until } from '../support/daemon/user.ts'

let stand: Stand
let user: User

beforeAll(async () => {
  stand = await aStand('own-gateway', { env: { DISPARO_GATEWAY_PORT: '0' } })
  user = await registerUser(stand.daemon.url())
})

afterAll(() => stand?.close())

test('a client of Evolution API makes an instance, pairs it, writes, and takes it away', async () => {
  const [reader = '', absent = ''] = phones(2, 7)
  await stand.control.setBehaviour(absent, { absent: true })
  await user.post('/gateway/instance/create', {
    instanceName: 'loja',
    integration: 'WHATSAPP-BAILEYS',
    qrcode: true,
  })
  const shown = await codeOf('loja')
  const picture = Buffer.from(shown.base64.replace('data:image/png;base64,', ''), 'base64')
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png' })

  await stand.control.scan({ qr: shown.code, phone: '5561988887001', name: 'Loja' })
  await until(
    () => stateOf('loja'),
    (state) => state === 'open',
  )
  const sent = await user.post<{ key: { id: string } }>('/gateway/message/sendText/loja', {
    number: reader,
    text: 'Olá pelo gateway',
  })
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'gold' } })
    .png()
    .toBuffer()
  for (const [mediatype, bytes] of [
    ['image', image],
    ['document', Buffer.from('%PDF-1.7 tabela')],
  ] as const) {
    const { message } = await user.post<{ message: object }>('/gateway/message/sendMedia/loja', {
      number: reader,
      quoted: { key: sent.key },
      mediatype,
      media: bytes.toString('base64'),
      fileName: `arquivo.${mediatype}`,
      caption: 'Segue',
    })
    const keys = { directPath: expect.any(String), mediaKey: expect.any(Object) }
    expect(message).toMatchObject({ [`${mediatype}Message`]: keys })
  }
  const inbox = await until(
    () => stand.control.inbox(reader),
    ({ length }) => length === 3,
  )
  expect(inbox).toMatchObject([
    { messageId: sent.key.id, text: 'Olá pelo gateway' },
    {
      ...{ type: 'image', caption: 'Segue', mediaSha256: sha256(image) },
      parts: { imageMessage: { contextInfo: { stanzaId: sent.key.id } } },
    },
    { type: 'document', mimeType: 'application/pdf', caption: 'Segue' },
  ])

  const numbers = await user.post('/gateway/chat/whatsappNumbers/loja', {
    numbers: [reader, absent],
  })
  expect(numbers).toMatchObject([{ exists: true }, { exists: false }])
  expect(await user.get('/gateway/instance/fetchInstances')).toMatchObject([
    { name: 'loja', connectionStatus: 'open', ownerJid: '5561988887001@s.whatsapp.net' },
  ])

  await user.remove('/gateway/instance/logout/loja')
  expect(await stateOf('loja')).toBe('close')
  expect((await codeOf('loja')).code).not.toBe(shown.code)
  await user.remove('/gateway/instance/delete/loja')
  expect(await user.get('/gateway/instance/fetchInstances')).toEqual([])
  expect(await user.get('/api/whatsapp/devices')).toEqual({ devices: [] })
})

test('the gateway stands at the root of a port of its own', async () => {
  const atRoot = /Gateway em (\S+)/.exec(stand.daemon.output().stdout)?.[1] ?? ''
  const response = await fetch(`${atRoot}/instance/fetchinstances/`, {
    headers: { apikey: user.apikey },
  })
  expect([response.status, await response.json()]).toEqual([200, []])
  expect((await fetch(`${atRoot}/health`)).status).toBe(404)
})

test('an instance that was never connected is taken away at once', async () => {
  const body = { instanceName: 'filial', integration: 'WHATSAPP-BAILEYS' }
  await user.post('/gateway/instance/create', body)
  await user.remove('/gateway/instance/delete/filial')
  await expect(user.get('/gateway/instance/connectionState/filial')).rejects.toMatchObject({
    status: 404,
  })
  await user.post('/gateway/instance/create', body)
})

/** A client asks until there is a code: the first one takes its time. */
async function codeOf(name: string): Promise<{ code: string; base64: string }> {
  const { code = '', base64 = '' } = await until(
    () => user.get<{ code?: string; base64?: string }>(`/gateway/instance/connect/${name}`),
    ({ base64: picture }) => picture !== undefined,
  )
  return { code, base64 }
}

async function stateOf(name: string): Promise<string> {
  const path = `/gateway/instance/connectionState/${name}`
  return (await user.get<{ instance: { state: string } }>(path)).instance.state
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
