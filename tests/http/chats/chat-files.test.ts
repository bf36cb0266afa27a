import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { phoneJid } from '../../../src/contract/jid.ts'
import { CHAT_FILE_DEADLINE_MS, chatFileReadingMs } from '../../../src/contract/limits.ts'
import type { Download } from '../../../src/domain/media-download.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'
import { keepDevice } from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const DEVICE = '5561988880000'
const AWAY = '5561988880009'
const ANA = phoneJid('5561999990001')
const MEDIA_KEY = 'c2VncmVkbyBkYSBtw61kaWE='

const media = {
  ...{ kind: 'image' as const, directPath: '/v/foto', url: null },
  ...{ mediaKey: MEDIA_KEY, sha256: 'c29tYQ==' },
}
const picture = {
  kind: 'imageMessage',
  content: { imageMessage: { mimetype: 'image/jpeg', fileLength: 3 } },
  media,
}
const fileOf = (bytes: string): Download => ({ bytes: Buffer.from(bytes) })

/** A user with two devices, one of them away, and a way to let them receive messages. */
async function aTalk() {
  const made = await anApp()
  const user = await made.register()
  await keepDevice(made, user, { deviceId: DEVICE })
  await keepDevice(made, user, { deviceId: AWAY, state: 'disconnected' })
  const hears = async (fields: Partial<InboundMessage>, device = DEVICE) => {
    const key = (await made.parts.devices.findKey(user.id, device)) ?? ''
    await made.whatsapp.tell({
      type: 'inbound',
      key,
      message: {
        ...{ messageId: 'IN1', chatJid: ANA, lid: null, phone: null, pushName: 'Ana' },
        ...{ fromMe: false, text: '', kind: 'conversation', remoteJid: ANA, participant: '' },
        ...{ sentAt: new Date(made.clock.now()).toISOString(), content: {}, media: null },
        ...fields,
      },
    })
  }
  const address = (id: string, device = DEVICE) =>
    `/api/chats/media?instance=${device}&message_id=${id}`
  const open = (id = 'IN1', device = DEVICE, init: RequestInit = {}) =>
    user.call(address(id, device), init)
  const { files, filesOfPhone } = made.whatsapp
  return { ...made, user, hears, open, address, files, filesOfPhone }
}

describe('the file of a message', () => {
  test('is opened by its owner alone, and is kept by nobody on the way', async () => {
    const { hears, open, files, register, address, request } = await aTalk()
    await hears(picture)
    files.set('/v/foto', fileOf('jpg'))

    const answer = await open()
    expect([answer.status, await answer.text()]).toEqual([200, 'jpg'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '3',
      'content-disposition': `inline; filename="imagem.jpg"; filename*=UTF-8''imagem.jpg`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    const other = await register('Outra loja')
    expect(await errorOf(await other.call(address('IN1')))).toMatchObject({
      ...{ status: 404, code: 'chat_message_not_found' },
    })
    expect((await request(address('IN1'))).status).toBe(401)
  })

  test.each([
    ['text/html', 'página.html', 'attachment', 'application/octet-stream'],
    ['image/svg+xml', 'x.svg', 'attachment', 'application/octet-stream'],
    [null, 'x', 'attachment', 'application/octet-stream'],
    // The sandbox would keep the browser's own PDF reader from opening these.
    ['application/pdf', 'tabela.pdf', 'attachment', 'application/octet-stream'],
    ['IMAGE/PNG; x=y', 'foto.png', 'inline', 'image/png'],
    ['audio/ogg; codecs=opus', 'a.ogg', 'inline', 'audio/ogg'],
  ])('of the type %s is answered as what runs nothing', async (type, name, way, answered) => {
    const { hears, open, files } = await aTalk()
    const documentMessage = { mimetype: type, fileName: `../a"\r\nb${name}` }
    files.set('/v/foto', fileOf('<script>alert(1)</script>'))
    await hears({
      ...{ kind: 'documentMessage', content: { documentMessage } },
      media: { ...media, kind: 'document' },
    })
    const { headers } = await open()
    expect(headers.get('content-type')).toBe(answered)
    const plain = `..-a---b${name.replace('á', 'a')}`
    const whole = `..-a---b${encodeURIComponent(name)}`
    expect(headers.get('content-disposition')).toBe(
      `${way}; filename="${plain}"; filename*=UTF-8''${whole}`,
    )
  })

  test.each([
    ['gone', 410, 'chat_file_gone'],
    ['too_large', 413, 'chat_file_too_large'],
    ['damaged', 422, 'chat_file_damaged'],
    ['failed', 503, 'chat_file_failed'],
  ] as const)('that is %s is answered as such', async (failure, status, code) => {
    const { hears, open, files } = await aTalk()
    await hears(picture)
    files.set('/v/foto', { failure })
    expect(await errorOf(await open())).toMatchObject({ status, code })
  })

  test('that WhatsApp has deleted is asked of the phone, where its connection is there', async () => {
    const { hears, open, files, filesOfPhone } = await aTalk()
    await hears(picture)
    await hears(picture, AWAY)
    filesOfPhone.set('IN1', '/v/de-novo')
    files.set('/v/de-novo', fileOf('jpg'))

    expect(await (await open()).text()).toBe('jpg')
    // A second open finds the file where the phone has uploaded it.
    filesOfPhone.delete('IN1')
    expect(await (await open()).text()).toBe('jpg')
    expect(await errorOf(await open('IN1', AWAY))).toMatchObject({
      status: 409,
      code: 'chat_file_away',
      message: expect.stringContaining('Conecte este WhatsApp'),
    })
    // A file that is on WhatsApp's server needs no connection.
    files.set('/v/foto', fileOf('lá'))
    expect(await (await open('IN1', AWAY)).text()).toBe('lá')
  })

  test('that the phone was asked for in vain is only gone where the phone says so', async () => {
    const { hears, open, filesOfPhone } = await aTalk()
    await hears(picture)
    filesOfPhone.set('IN1', null)
    expect(await errorOf(await open())).toMatchObject({
      ...{ status: 409, code: 'chat_file_unanswered' },
      message: expect.stringContaining('O celular desta conexão não respondeu.'),
    })
    // A file that the phone says it has uploaded may be had later.
    filesOfPhone.set('IN1', '/v/de-novo')
    expect(await errorOf(await open())).toMatchObject({ code: 'chat_file_failed' })
    filesOfPhone.delete('IN1')
    expect(await errorOf(await open())).toMatchObject({ status: 410, code: 'chat_file_gone' })
  })

  test('that is not what the message says is asked of the phone, too', async () => {
    const { hears, open, files, filesOfPhone } = await aTalk()
    await hears(picture)
    await hears(picture, AWAY)
    files.set('/v/foto', { failure: 'damaged' })
    expect(await errorOf(await open('IN1', AWAY))).toMatchObject({ code: 'chat_file_damaged' })
    filesOfPhone.set('IN1', '/v/de-novo')
    files.set('/v/de-novo', { failure: 'damaged' })
    expect(await errorOf(await open())).toMatchObject({ code: 'chat_file_damaged' })
    files.set('/v/de-novo', fileOf('jpg'))
    expect(await (await open()).text()).toBe('jpg')
  })

  test('is on the phone alone where its key is not kept, or it is to be seen once', async () => {
    const { hears, open, files, user } = await aTalk()
    files.set('/v/foto', fileOf('jpg'))
    await hears({ messageId: 'OLD', ...picture, media: null })
    await hears({
      ...{ messageId: 'ONCE', ...picture },
      content: { imageMessage: { mimetype: 'image/jpeg', viewOnce: true } },
    })
    const { url } = await (await user.call('/api/webhooks')).json()
    const key = { remoteJid: ANA, fromMe: false, id: 'GW' }
    await user.call(
      new URL(url).pathname,
      asJson({
        ...{ event: 'messages.upsert', instance: DEVICE },
        data: { key, message: { imageMessage: { mimetype: 'image/jpeg' } }, messageTimestamp: 1 },
      }),
    )
    for (const id of ['OLD', 'ONCE', 'GW']) {
      const error = await errorOf(await open(id))
      expect([id, error.status, error.message]).toEqual([
        ...[id, 404],
        'Este arquivo só pode ser aberto no celular.',
      ])
    }
    expect(await errorOf(await open('NONE'))).toMatchObject({ code: 'chat_message_not_found' })
    await hears({ messageId: 'TEXT', text: 'Oi' })
    expect((await open('TEXT')).status).toBe(404)
  })

  test('and the key it is sealed with are told by no answer and no log', async () => {
    const { hears, open, user, logged, files } = await aTalk()
    await hears(picture)
    files.set('/v/foto', { failure: 'failed' })
    await open()
    const thread = await (await user.call(`/api/webhook-messages?instance=${DEVICE}`)).text()
    expect(JSON.parse(thread)).toMatchObject([{ file: { openable: true } }])
    for (const said of [thread, JSON.stringify(logged)]) {
      expect(said).not.toContain(MEDIA_KEY)
      expect(said).not.toContain('/v/foto')
    }
  })

  describe('is one of few that an account opens at once:', () => {
    /** Pictures A to D, each of which arrives when the test calls `end`. */
    async function severalFiles() {
      const talk = await aTalk()
      const begun: string[] = []
      const ends = new Map<string, (file: Download) => void>()
      for (const id of ['A', 'B', 'C', 'D']) {
        const directPath = `/v/${id}`
        await talk.hears({ messageId: id, ...picture, media: { ...media, directPath } })
        talk.files.set(directPath, () => {
          begun.push(id)
          return new Promise((end) => ends.set(id, end))
        })
      }
      /** Calls side by side come in any order: both have a place before a third one is made. */
      const openFirstTwo = async (init?: RequestInit) => {
        const a = talk.open('A', DEVICE, init)
        await expect.poll(() => begun).toEqual(['A'])
        const b = talk.open('B', DEVICE, init)
        await expect.poll(() => begun).toEqual(['A', 'B'])
        return { a, b }
      }
      return { ...talk, openFirstTwo, begun, end: (id: string) => ends.get(id)?.(fileOf(id)) }
    }

    test('the others wait until one has been read', async () => {
      const { open, openFirstTwo, begun, end } = await severalFiles()
      const { a, b } = await openFirstTwo()
      const c = open('C')
      end('A')
      const answer = await a
      await new Promise(setImmediate)
      expect(begun).toEqual(['A', 'B'])
      expect(await answer.text()).toBe('A')
      await expect.poll(() => begun).toEqual(['A', 'B', 'C'])
      end('B')
      end('C')
      // A reader who leaves frees the place, and so does a call that reads nothing.
      await (await b).body?.cancel()
      await (await c).body?.cancel()
      for (const init of [{ method: 'HEAD' }, { method: 'HEAD' }, {}]) {
        const next = open('D', DEVICE, init)
        const count = begun.length + 1
        await expect.poll(() => begun.length).toBe(count)
        end('D')
        expect((await next).headers.get('content-length')).toBe('1')
      }
    })

    test('who leaves gives the place to another one, or no longer waits for one', async () => {
      const { open, openFirstTwo, begun, end } = await severalFiles()
      const leaving = new AbortController()
      const init = { signal: leaving.signal }
      const { a, b } = await openFirstTwo(init)
      const left = [a, b, open('C', DEVICE, init)]
      const last = open('D')
      await new Promise(setImmediate)
      leaving.abort()
      await Promise.allSettled(left)
      await expect.poll(() => begun).toEqual(['A', 'B', 'D'])
      end('D')
      expect(await (await last).text()).toBe('D')
    })

    test('all of it takes no longer than the nodes of a cluster wait', async () => {
      const { open, begun } = await severalFiles()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const answers = ['A', 'B', 'C'].map((id) => open(id))
      while (begun.length < 2) await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(CHAT_FILE_DEADLINE_MS)
      for (const answer of answers) {
        expect(await errorOf(await answer)).toMatchObject({ status: 503, code: 'chat_file_failed' })
      }
    })

    test('a reader that takes too long is cut off', async () => {
      const { open, files } = await aTalk().then(async (talk) => {
        await talk.hears(picture)
        return talk
      })
      files.set('/v/foto', { bytes: new Uint8Array(200_000) })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const slow = [await open(), await open()]
      const reader = slow[0]?.body?.getReader()
      await reader?.read()
      await vi.advanceTimersByTimeAsync(chatFileReadingMs(200_000))
      await expect(reader?.read()).rejects.toThrow('not read in time')
      expect((await (await open()).arrayBuffer()).byteLength).toBe(200_000)
    })
  })
})
