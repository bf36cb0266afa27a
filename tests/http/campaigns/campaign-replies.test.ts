import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { phoneJid } from '../../../src/contract/jid.ts'
import { toIso } from '../../../src/domain/clock.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'
import {
  keepCampaign,
  keepDevice,
  keepList,
  keepSends,
  success,
} from '../../support/domain/kept.ts'
import { eventually } from '../../support/eventually.ts'
import { anApp } from '../../support/http/app.ts'

const DAY_MS = 24 * 60 * 60_000
/** The first phone of the list. */
const FIRST = '5561999990001'
const over: ReadonlySet<CampaignStatus> = new Set([
  CampaignStatus.done,
  CampaignStatus.doneWithErrors,
])

/** A finished campaign to two recipients. */
async function aCampaignSent(options: Parameters<typeof anApp>[0] = {}) {
  const made = await anApp(options)
  const { parts, clock } = made
  const owner = await made.register()
  const { id: userId } = owner
  const ANA = { id: userId, instanceName: 'loja' }
  const deviceId = await keepDevice(made, ANA)
  const key = (await parts.devices.findKey(ANA.id, deviceId)) ?? ''
  const send = async (name: string) => {
    const { id } = await parts.campaigns.create(ANA, {
      ...{ name, text: 'Olá', deviceId, contactListId: await keepList(made, ANA) },
      ...{ intervalSeconds: 0, status: CampaignStatus.scheduled },
    })
    await eventually(async () => {
      clock.advance(100)
      return over.has((await parts.campaigns.get(ANA.id, id)).status)
    })
    return id
  }
  const hears = (text: string, fields: Partial<InboundMessage> = {}) =>
    parts.campaignReplies.onInbound({
      type: 'inbound',
      key,
      message: {
        ...{ messageId: '3EB0', chatJid: phoneJid(FIRST), lid: null, phone: FIRST, pushName: '' },
        ...{ fromMe: false, text, kind: 'conversation', remoteJid: phoneJid(FIRST) },
        ...{ participant: '', content: {}, media: null },
        sentAt: new Date(clock.now()).toISOString(),
        ...fields,
      },
    })
  const answers = async (id: string) => {
    const { sends } = await parts.campaigns.sends(ANA.id, id, {})
    const all = []
    for await (const { contact, repliedAt, replyText, readAt } of sends) {
      if (repliedAt) all.push({ contact, replyText, isRead: readAt !== null })
    }
    const { replyCount, readCount, deliveredCount } = await parts.campaigns.get(ANA.id, id)
    return { all, counts: [deliveredCount, readCount, replyCount] }
  }
  const shown = async (id: string) => (await owner.call(`/api/campaigns/${id}`)).json()
  const recounted = async (id: string) => (await made.storage.ledgers.open(id)).counts.answers
  return { clock, send, hears, answers, shown, recounted }
}

test('an answer counts once for the newest campaign, with its first 300 characters', async () => {
  const { clock, send, hears, answers } = await aCampaignSent()
  const old = await send('Natal')
  clock.advance(60_000)
  const id = await send('Páscoa')
  await hears(`  ${'🎄'.repeat(400)}`)
  await hears('mais uma coisa')
  expect(await answers(id)).toEqual({
    all: [{ contact: FIRST, replyText: '🎄'.repeat(300), isRead: true }],
    counts: [1, 1, 1],
  })
  expect((await answers(old)).counts).toEqual([0, 0, 0])
})

test('who writes while a message to them is refused answers the one before it', async () => {
  const heard: Promise<void>[] = []
  let write: (() => Promise<void>) | undefined
  let now = () => 0
  const { clock, send, hears, answers, shown } = await aCampaignSent({
    answer: async ({ jid }) => {
      if (!write || jid !== phoneJid(FIRST)) return { kind: 'accepted', at: toIso(now()) }
      heard.push(write())
      return { kind: 'refused', code: 479 }
    },
  })
  now = clock.now
  const old = await send('Natal')
  clock.advance(60_000)
  write = () => hears('Qual é o preço?')
  const id = await send('Páscoa')
  await Promise.all(heard)
  expect(heard).toHaveLength(1)
  expect(await answers(id)).toEqual({ all: [], counts: [0, 0, 0] })
  expect(await shown(id)).toMatchObject({ sentCount: 1, errorCount: 1 })
  expect((await answers(old)).all).toEqual([
    { contact: FIRST, replyText: 'Qual é o preço?', isRead: true },
  ])
})

test('an answer is a sign that a message arrived whose acknowledgement does not come', async () => {
  const heard: Promise<void>[] = []
  let write: () => Promise<void> = async () => undefined
  const { send, hears, answers, shown } = await aCampaignSent({
    answer: async () => {
      heard.push(write())
      await Promise.all(heard)
      return { kind: 'unknown', reason: 'timeout', detail: 'silence' }
    },
  })
  write = () => hears('Quero!')
  const id = await send('Natal')
  expect((await answers(id)).all).toEqual([{ contact: FIRST, replyText: 'Quero!', isRead: true }])
  expect(await shown(id)).toMatchObject({ sentCount: 1, errorCount: 1 })
})

test('answers are counted as they come, at rest as well, and the same from the disk', async () => {
  const { send, hears, shown, recounted } = await aCampaignSent()
  const id = await send('Natal')
  expect(await shown(id)).not.toHaveProperty('sim')
  await hears('NÃO, obrigada!')
  const second = '5561999990002'
  const jid = phoneJid(second)
  await hears('nao', { phone: second, chatJid: jid, remoteJid: jid })
  await hears('sim')
  expect(await shown(id)).toMatchObject({
    ...{ replyCount: 2, sim: 0, nao: 2 },
    respostas_frequentes: [
      { texto: 'nao', count: 1 },
      { texto: 'não obrigada', count: 1 },
    ],
  })
  expect(await recounted(id)).toMatchObject({ yesCount: 0, noCount: 2 })
})

test('nothing counts that is no answer to a campaign’s message', async () => {
  const { clock, send, hears, answers } = await aCampaignSent()
  const id = await send('Natal')
  await hears('Oi', { fromMe: true })
  await hears('Oi', { chatJid: '120363000000000001@g.us' })
  await hears('', { kind: 'reactionMessage' })
  const another = phoneJid('5561999990009')
  await hears('Oi', { phone: '5561999990009', chatJid: another, remoteJid: another })
  await hears('Oi', { sentAt: new Date(clock.now() - 10 * 60_000).toISOString() })
  await hears('Oi', { sentAt: new Date(clock.now() + 7 * DAY_MS + 1).toISOString() })
  expect((await answers(id)).counts).toEqual([0, 0, 0])
  await hears('', { kind: 'audioMessage', content: { audioMessage: {} } })
  expect((await answers(id)).all).toMatchObject([{ replyText: '[Áudio]' }])
})

test('a list of results shows one status only, page by page and as CSV', async () => {
  const made = await anApp()
  const owner = await made.register()
  await keepCampaign(made, owner, { id: '1', status: CampaignStatus.done })
  const replied = { type: 'replied', text: 'Vou; sim' } as const
  const failed = { type: 'failed', code: 'opted_out' } as const
  const facts = (place: number) => {
    if (place % 100 === 7) return [...success, replied]
    return place % 2 === 0 ? success : [failed]
  }
  const sends = Array.from({ length: 12_000 }, (_, place) => ({ facts: facts(place) }))
  await keepSends(made, owner, { sends })
  const path = '/api/campaigns/1/sends?status=replied'
  const whole = await (await owner.call(path)).json()
  expect(whole).toHaveLength(120)
  expect(whole[0]).toMatchObject({ resposta: 'Vou; sim', status: 'read' })

  const pages: number[] = []
  const ids: string[] = []
  for (let next: string | undefined = `${path}&limit=100`; next !== undefined; ) {
    const answer: Response = await owner.call(next)
    const page: { id: string }[] = await answer.json()
    pages.push(page.length)
    ids.push(...page.map(({ id }) => id))
    next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(ids).toEqual(whole.map(({ id }: { id: string }) => id))
  expect(pages).toEqual([50, 50, 20])
  const csv = await (await owner.call(`${path}&format=csv&sep=;`)).text()
  expect(csv.split('\r\n')[1]).toMatch(/;"Vou; sim"$/)
  expect((await owner.call('/api/campaigns/1/sends?status=other')).status).toBe(400)
})
