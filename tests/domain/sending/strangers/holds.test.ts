import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import type { SendOutcome } from '../../../../src/domain/messenger.ts'
import type { Standing } from '../../../../src/domain/sending/strangers/standing.ts'
import { accepted, anEngine, DEVICE, phones } from '../../../support/domain/engine.ts'
import { passes } from '../../../support/eventually.ts'
import { createMemoryStore } from '../../../support/storage/memory/memory-store.ts'

const HOUR_MS = 3_600_000
const jidOf = (phone: string) => `${phone}@s.whatsapp.net`

const lockedOut = { kind: 'refused', code: 463, lock: 'active' } as const satisfies SendOutcome
const unwanted = { kind: 'refused', code: 463, lock: 'inactive' } as const satisfies SendOutcome

test('under a lock strangers wait for its end, and then one of them is tried before the others', async () => {
  let isLocked = true
  const engine = await anEngine({ send: () => (isLocked ? lockedOut : accepted) })
  const until = new Date(engine.clock.now() + HOUR_MS).toISOString()
  await engine.begin(phones(40), 1)
  await passes(async () => expect(engine.sent).toHaveLength(1))
  engine.lock(until)
  await passes(async () => {
    expect(engine.sending.liveWait('1')).toEqual({ reason: 'restricao', until })
  })

  engine.clock.advance(HOUR_MS - 5_000)
  expect(await engine.quiet()).toBe(1)
  // The lock still refuses after its end, since WhatsApp has made it longer.
  const later = new Date(engine.clock.now() + 2 * HOUR_MS).toISOString()
  // WhatsApp's clock may be behind, and a message a moment too early prolongs the lock.
  engine.clock.advance(6_000)
  expect(await engine.quiet()).toBe(1)
  engine.clock.advance(60_000)
  await passes(async () => expect(engine.sent).toHaveLength(2))
  engine.lock(later)
  engine.clock.advance(60_000)
  expect(await engine.quiet()).toBe(2)
  expect(engine.holds.show(DEVICE).restriction).toMatchObject({ kind: 'DEFAULT', until: later })
  // The refused recipient goes last: the second try went to another one.
  expect(engine.sent[1]?.jid).not.toBe(engine.sent[0]?.jid)

  isLocked = false
  engine.clock.advance(3 * HOUR_MS)
  expect(await engine.ended(1_000)).toMatchObject({
    sentCount: 40,
    errorCount: 0,
    status: CampaignStatus.done,
  })
  expect(engine.sent.slice(-2).map(({ jid }) => jid)).toEqual(
    engine.sent.slice(0, 2).map(({ jid }) => jid),
  )
})

test('somebody whose message stays in doubt is not the one who is tried after a lock', async () => {
  const [silent, next] = phones(5).map(jidOf)
  const inDoubt: SendOutcome = { kind: 'unknown', reason: 'closed', detail: '' }
  const engine = await anEngine({
    send: ({ jid }) => {
      if (jid !== silent) return accepted
      const until = new Date(engine.clock.now() + HOUR_MS).toISOString()
      if (engine.sent.length === 1) engine.lock(until)
      return inDoubt
    },
  })
  await engine.begin(phones(5), 1)
  await passes(async () => {
    expect(engine.sending.liveWait('1')).toMatchObject({ reason: 'restricao' })
  })

  engine.clock.advance(HOUR_MS)
  await passes(async () => {
    engine.clock.advance(1_000)
    expect(engine.sent.length).toBeGreaterThan(1)
  })
  expect(engine.sent.map(({ jid }) => jid).slice(0, 2)).toEqual([silent, next])
})

test('under a lock people in conversation are written to all the same, and nobody else is even looked up', async () => {
  const isAcquainted = (phone: string) => phone.endsWith('7')
  const engine = await anEngine({
    isAcquainted,
    lookUp: ({ phone }) => ({
      phone,
      result: 'found',
      jid: jidOf(phone),
      lid: `${phone}1@lid`,
      acquaintance: isAcquainted(phone) ? 'conversation' : 'none',
    }),
  })
  engine.lock(null)
  await engine.begin(phones(1_000))
  await passes(async () => expect(engine.sent).toHaveLength(100))
  expect(await engine.quiet()).toBe(100)
  expect(engine.sent.every(({ jid }) => jid.includes('7@'))).toBe(true)
  expect(engine.lookedUp).toHaveLength(100)
  expect(engine.sending.liveWait('1')).toEqual({ reason: 'restricao', until: null })
})

test('whoever writes during a lock gets the message at once', async () => {
  const [, second = ''] = phones(3)
  const inConversation = new Set<string>()
  const engine = await anEngine({
    lookUp: ({ phone }) => ({
      phone,
      result: 'found',
      jid: jidOf(phone),
      lid: `${phone}1@lid`,
      acquaintance: inConversation.has(phone) ? 'conversation' : 'none',
    }),
  })
  engine.lock(null)
  await engine.begin(phones(3))
  await passes(async () => {
    expect(engine.sending.liveWait('1')).toEqual({ reason: 'restricao', until: null })
  })
  expect(engine.sent).toHaveLength(0)
  inConversation.add(second)
  engine.hear(second)
  await passes(async () => expect(engine.sent.map(({ jid }) => jid)).toEqual([jidOf(second)]))
})

test('an end that is not known never takes the place of one that is, and a lifted lock is over at once', async () => {
  const engine = await anEngine()
  const until = new Date(engine.clock.now() + 24 * HOUR_MS).toISOString()
  engine.lock(until)
  engine.lock(null)
  expect(engine.holds.show(DEVICE).restriction?.until).toBe(until)
  engine.clock.advance(2 * HOUR_MS)
  expect(engine.holds.door(DEVICE)).toBe('closed')
  engine.lock(null, false)
  expect(engine.holds.show(DEVICE).restriction).toBeNull()
  expect(engine.holds.door(DEVICE)).toBe('probe')
})

test('a lock that ends leaves a longer hold for another reason in force', async () => {
  const engine = await anEngine()
  const cycleEndsAt = new Date(engine.clock.now() + 48 * HOUR_MS).toISOString()
  engine.lock(new Date(engine.clock.now() + HOUR_MS).toISOString())
  engine.holds.onNewChatCap({
    type: 'new_chat_cap',
    key: DEVICE,
    cap: { total: 250, used: 250, status: 'CAPPED', cycleEndsAt },
  })
  expect(engine.holds.show(DEVICE).restriction).toMatchObject({
    kind: 'LIMITE_DE_CONVERSAS',
    until: cycleEndsAt,
  })
  engine.lock(null, false)
  expect(engine.holds.wait(DEVICE)).toEqual({ reason: 'restricao', until: cycleEndsAt })
})

test('holds outlive a restart', async () => {
  const standings = createMemoryStore<Standing>()
  const first = await anEngine({ standings })
  const until = new Date(first.clock.now() + HOUR_MS).toISOString()
  first.lock(until)
  await first.holds.flush()
  const second = await anEngine({ standings })
  await second.begin(phones(2))
  await passes(async () => {
    expect(second.sending.liveWait('1')).toEqual({ reason: 'restricao', until })
  })
  expect(second.sent).toHaveLength(0)
  second.clock.advance(HOUR_MS + 1_000)
  expect(await second.ended(100)).toMatchObject({ sentCount: 2 })
})

test('without a lock a refused stranger ends with an error of their own, and the others go on (single 463)', async () => {
  const [refused = ''] = phones(1)
  const engine = await anEngine({
    send: ({ jid }) => (jid === jidOf(refused) ? unwanted : accepted),
  })
  await engine.begin(phones(10))
  expect(await engine.ended(100)).toMatchObject({
    sentCount: 9,
    errorCount: 1,
    status: CampaignStatus.doneWithErrors,
  })
  expect(engine.sent.filter(({ jid }) => jid === jidOf(refused))).toHaveLength(1)
  const ledger = await engine.open()
  expect(ledger.get(0)).toMatchObject({ errorCode: 'stranger_refused', refusalCode: 463 })
})

test('three strangers refused in a row without a lock hold all strangers for a day, with a reason', async () => {
  const engine = await anEngine({ send: () => unwanted })
  await engine.begin(phones(10), 1)
  await passes(async () => {
    engine.clock.advance(1_000)
    expect(engine.holds.show(DEVICE).restriction).toMatchObject({ kind: 'RECUSAS' })
  })
  expect(engine.sent).toHaveLength(3)
  const { restriction } = engine.holds.show(DEVICE)
  const until = Date.parse(restriction?.until ?? '')
  expect(until - Date.parse(restriction?.since ?? '')).toBe(24 * HOUR_MS)
  await passes(async () => {
    engine.clock.advance(1_000)
    expect(engine.sending.liveWait('1')).toEqual({
      reason: 'restricao',
      until: restriction?.until ?? null,
    })
  })
  engine.clock.advance(23 * HOUR_MS)
  expect(await engine.quiet()).toBe(3)
  // After the day, one more refusal is enough for another hold.
  engine.clock.advance(2 * HOUR_MS)
  await passes(async () => expect(engine.sent).toHaveLength(4))
  engine.clock.advance(60_000)
  expect(await engine.quiet()).toBe(4)
})

test('more than a fifth of the last fifty refused holds strangers too, however they are spread', async () => {
  let count = 0
  const engine = await anEngine({
    send: () => {
      count += 1
      return count % 4 === 0 ? unwanted : accepted
    },
  })
  await engine.begin(phones(100), 1)
  await passes(async () => {
    engine.clock.advance(1_000)
    expect(engine.holds.show(DEVICE).restriction).toMatchObject({ kind: 'RECUSAS' })
  })
  // The eleventh refusal is the forty-fourth message.
  expect(engine.sent).toHaveLength(44)
})

test('a stranger whom a lock keeps out three times ends with an error, and nothing waits for ever', async () => {
  const engine = await anEngine({ send: () => lockedOut })
  await engine.begin(phones(1), 1)
  for (let refusals = 1; refusals <= 3; refusals += 1) {
    await passes(async () => {
      engine.clock.advance(HOUR_MS)
      expect(engine.sent).toHaveLength(refusals)
    })
  }
  expect(await engine.ended(100)).toMatchObject({ errorCount: 1, status: CampaignStatus.failed })
})

test('new chats that are used up wait for the end of the cycle', async () => {
  let isCapped = true
  const engine = await anEngine({
    send: () => (isCapped ? { kind: 'refused', code: 475 } : accepted),
  })
  const cycleEndsAt = new Date(engine.clock.now() + 10 * 24 * HOUR_MS).toISOString()
  engine.holds.onNewChatCap({
    type: 'new_chat_cap',
    key: DEVICE,
    cap: { total: 250, used: 249, status: 'SECOND_WARNING', cycleEndsAt },
  })
  expect(engine.holds.show(DEVICE)).toMatchObject({
    restriction: null,
    quota: { total: 250, used: 249 },
  })
  await engine.begin(phones(5), 1)
  await passes(async () => {
    expect(engine.sending.liveWait('1')).toEqual({ reason: 'restricao', until: cycleEndsAt })
  })
  expect(engine.holds.show(DEVICE).restriction?.kind).toBe('LIMITE_DE_CONVERSAS')
  engine.clock.advance(9 * 24 * HOUR_MS)
  expect(await engine.quiet()).toBe(1)
  isCapped = false
  engine.clock.advance(2 * 24 * HOUR_MS)
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 5, errorCount: 0 })
})

test('a stop during a hold leaves no recipient in flight for ever', async () => {
  const engine = await anEngine({ send: () => lockedOut })
  await engine.begin(phones(3), 60)
  await passes(async () => {
    expect(engine.sending.liveWait('1')).toMatchObject({ reason: 'restricao' })
  })
  await engine.quiet()
  await engine.stop()
  const ledger = await engine.open()
  expect(ledger.attemptedCount).toBe(1)
  expect(ledger.get(ledger.attemptedAt(0))).toMatchObject({
    status: 'failed',
    errorCode: 'campaign_ended',
  })
  expect(await engine.ended(100)).toMatchObject({ status: CampaignStatus.cancelled, errorCount: 1 })
})

test('counts the first messages of the last day, those in conversation aside', async () => {
  const engine = await anEngine({
    lookUp: ({ phone }) => ({
      phone,
      result: 'found',
      jid: jidOf(phone),
      lid: `${phone}1@lid`,
      acquaintance: phone.endsWith('0')
        ? 'conversation'
        : phone.endsWith('1')
          ? 'written_to'
          : 'none',
    }),
  })
  await engine.begin(phones(20))
  await engine.ended(100)
  expect(engine.holds.show(DEVICE).firstMessageCount).toBe(16)
  engine.clock.advance(25 * HOUR_MS)
  expect(engine.holds.show(DEVICE).firstMessageCount).toBe(0)
})
