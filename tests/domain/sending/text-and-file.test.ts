import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { MediaFile } from '../../../src/domain/message-content.ts'
import type { SendOutcome, SendRequest } from '../../../src/domain/messenger.ts'
import { accepted, anEngine, phones, startEngine } from '../../support/domain/engine.ts'
import { passes } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

/** An audio, beside which WhatsApp shows no text: each recipient gets two messages. */
const media: MediaFile = {
  source: { userId: 'user', name: 'voz.ogg' },
  bytes: 7,
  mimeType: 'audio/ogg; codecs=opus',
  kind: 'audio',
  fileName: null,
}

const never = new Promise<SendOutcome>(() => undefined)
const closed: SendOutcome = { kind: 'not_sent', reason: 'closed', detail: '' }
const isText = ({ content }: SendRequest) => content.media === null
const what = (request: SendRequest) => (isText(request) ? 'text' : 'file')

test('the text goes first and the file after it, under two ids, and both count as one', async () => {
  const engine = await anEngine({ media })
  await engine.begin(phones(3))
  expect(await engine.ended()).toMatchObject({ status: CampaignStatus.done, sentCount: 3 })
  expect(new Set(engine.sent.map(({ messageId }) => messageId)).size).toBe(6)
  for (const phone of phones(3)) {
    const own = engine.sent.filter(({ jid }) => jid.startsWith(phone))
    expect(own.map(what)).toEqual(['text', 'file'])
    expect(own[0]).toMatchObject({ content: { text: `Olá, Pessoa ${phone}!` }, uploadFirst: media })
    expect(own[1]).toMatchObject({ content: { text: '', media }, isRepeat: false })
  }
})

test.each([
  ['the text was accepted', (request: SendRequest) => !isText(request), ['file']],
  ['the text was answered', isText, ['text', 'file']],
] as const)(
  'a crash before %s costs nobody a message and sends no other id',
  async (_, isUnanswered, again) => {
    const dir = await aDataFolder()
    const first = await startEngine({
      ...{ dir, media },
      send: (request) => (isUnanswered(request) ? never : accepted),
    })
    await first.begin(phones(2))
    await passes(() => expect(first.sent.filter(isUnanswered)).toHaveLength(2))
    const ids = new Map(
      first.sent.map((request) => [`${request.jid} ${what(request)}`, request.messageId]),
    )
    await first.close()

    const second = await anEngine({ dir, media })
    await second.resume()
    expect(await second.ended()).toMatchObject({ sentCount: 2, errorCount: 0 })
    for (const phone of phones(2)) {
      const own = second.sent.filter(({ jid }) => jid.startsWith(phone))
      expect(own.map(what)).toEqual(again)
    }
    for (const request of second.sent) {
      const known = ids.get(`${request.jid} ${what(request)}`)
      if (known !== undefined) expect(request.messageId).toBe(known)
    }
  },
)

test('a message that a crash cut in half is reported as half sent, and nothing is sent again', async () => {
  const dir = await aDataFolder()
  const first = await startEngine({
    ...{ dir, media },
    send: (request) => (isText(request) ? accepted : never),
  })
  await first.begin(phones(1))
  await passes(() => expect(first.sent).toHaveLength(2))
  await first.close()

  const second = await anEngine({ dir, media, uncertain: 'hold' })
  await second.resume()
  await second.ended()
  expect(second.sent).toEqual([])
  expect((await second.open()).get(0)).toMatchObject({ status: 'failed', errorCode: 'half_sent' })
})

test('a refused text keeps the file from leaving', async () => {
  const engine = await anEngine({ media, send: () => ({ kind: 'refused', code: 406 }) })
  await engine.begin(phones(1))
  await engine.ended()
  expect(engine.sent.map(what)).toEqual(['text'])
  expect((await engine.open()).get(0)).toMatchObject({ errorCode: 'refused', refusalCode: 406 })
})

test.each([406, 463])(
  'a file refused with %i behind its text is reported as half sent',
  async (code) => {
    const engine = await anEngine({
      media,
      send: (request) => (isText(request) ? accepted : { kind: 'refused', code }),
    })
    await engine.begin(phones(1))
    await engine.ended(60_000)
    expect((await engine.open()).get(0)).toMatchObject({ status: 'failed', errorCode: 'half_sent' })
    expect(engine.sent.filter(isText)).toHaveLength(1)
  },
)

test('a file that could not leave is sent later, without its text', async () => {
  const outcomes = [accepted, closed, accepted]
  const engine = await anEngine({ media, send: () => outcomes.shift() ?? accepted })
  await engine.begin(phones(1))
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 1, errorCount: 0 })
  expect(engine.sent.map(what)).toEqual(['text', 'file', 'file'])
  expect(engine.sent[2]?.messageId).toBe(engine.sent[1]?.messageId)
})

test('a stop between the two lets the file go, and nobody else', async () => {
  let answer: (outcome: SendOutcome) => void = () => undefined
  const engine = await anEngine({
    media,
    send: (request) =>
      isText(request)
        ? new Promise((resolve) => {
            answer = resolve
          })
        : accepted,
  })
  await engine.begin(phones(2), 1)
  await passes(() => expect(engine.sent).toHaveLength(1))
  await engine.stop()
  answer(accepted)
  expect(await engine.ended()).toMatchObject({ status: CampaignStatus.cancelled, sentCount: 1 })
  expect(engine.sent.map(what)).toEqual(['text', 'file'])
})

test('a campaign whose file is gone sends nobody the text alone', async () => {
  const dir = await aDataFolder()
  const first = await startEngine({ dir, media, send: () => closed })
  await first.begin(phones(1))
  await first.close()
  const second = await anEngine({ dir })
  await second.resume()
  await second.ended()
  expect(second.sent).toEqual([])
  expect((await second.open()).get(0)).toMatchObject({ errorCode: 'media_failed' })
})
