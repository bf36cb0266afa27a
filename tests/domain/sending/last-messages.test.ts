import { expect, test } from 'vitest'
import { createLastMessages, type NotedMessage } from '../../../src/domain/sending/last-messages.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

const DAY_MS = 24 * 60 * 60_000
const PHONE = '5561999990001'
const JID = `${PHONE}@s.whatsapp.net`
const LID = '123456789012345@lid'
const nameless = { phone: null, lid: null }
const messageIds = createMessageIds(new Uint8Array(32))

function someMessages() {
  const clock = createFakeClock()
  const kept: NotedMessage[] = []
  const messages = createLastMessages({
    store: { append: async (message) => void kept.push(message) },
    messageIds,
    now: clock.now,
    onFault: (error) => {
      throw error
    },
  })
  const sent = (campaign: number, index: number, jid = JID) => ({
    ...{ deviceKey: 'key', messageId: messageIds.make(campaign, index), jid, atMs: clock.now() },
  })
  return { ...messages, clock, kept, sent }
}

test('finds the newest message to a person, by every name, from that device', () => {
  const { leaves, accepted, find, sent } = someMessages()
  leaves('key', messageIds.make(7, 3), { phone: PHONE, lid: LID, jid: JID })
  accepted(sent(7, 3))
  const place = { campaignNumber: 7, index: 3 }
  expect(find('key', { ...nameless, phone: PHONE })).toEqual(place)
  expect(find('key', { ...nameless, phone: '556199990001' })).toEqual(place)
  expect(find('key', { ...nameless, lid: LID })).toEqual(place)
  expect(find('key', { ...nameless, jid: LID })).toEqual(place)
  expect(find('other', { ...nameless, phone: PHONE })).toBeUndefined()
  expect(find('key', { ...nameless, phone: '5561999990002' })).toBeUndefined()

  accepted(sent(9, 0))
  expect(find('key', { phone: PHONE, lid: null })).toEqual({ campaignNumber: 9, index: 0 })
})

test('knows a message that is on its way, and forgets it where it did not leave', () => {
  const { leaves, stayed, accepted, find, sent } = someMessages()
  accepted(sent(7, 3))
  leaves('key', messageIds.make(8, 1), { phone: PHONE, lid: LID })
  expect(find('key', { ...nameless, phone: PHONE })?.campaignNumber).toBe(8)
  stayed('key', messageIds.make(8, 1))
  expect(find('key', { ...nameless, phone: PHONE })?.campaignNumber).toBe(7)
})

test('says when it is known what became of the messages that leave for a person', async () => {
  const { leaves, settled } = someMessages()
  const told: string[] = []
  const landed = leaves('key', messageIds.make(8, 1), { phone: PHONE, lid: LID })
  const asked = settled('key', { ...nameless, lid: LID })?.then(() => told.push('settled'))
  expect(settled('other', { ...nameless, lid: LID })).toBeUndefined()
  expect(settled('key', { ...nameless, phone: '5561999990002' })).toBeUndefined()
  await new Promise(setImmediate)
  expect(told).toEqual([])
  landed()
  await asked
  expect(told).toEqual(['settled'])
})

test('a message that is proved late takes the place of no newer one', () => {
  const { accepted, proved, find, sent, kept } = someMessages()
  accepted(sent(9, 0))
  proved(sent(7, 3))
  proved(sent(9, 0))
  expect(find('key', { ...nameless, phone: PHONE })?.campaignNumber).toBe(9)
  expect(kept).toHaveLength(1)
  proved(sent(11, 2))
  expect(find('key', { ...nameless, phone: PHONE })?.campaignNumber).toBe(11)
})

test('single messages are nobody’s campaign, and old ones leave the memory', () => {
  const { accepted, find, sent, clock } = someMessages()
  accepted(sent(0, 5))
  expect(find('key', { ...nameless, phone: PHONE })).toBeUndefined()
  accepted(sent(7, 3))
  clock.advance(9 * DAY_MS)
  accepted(sent(8, 0, '5561999990002@s.whatsapp.net'))
  expect(find('key', { ...nameless, phone: PHONE })).toBeUndefined()
})

test('a place survives the journey through one number, whatever its size', () => {
  const { take, find, clock } = someMessages()
  const place = { campaignNumber: 2 ** 28 - 1, index: 9_999_999 }
  take({ ...place, deviceKey: 'key', names: [Number(PHONE)], atMs: clock.now() })
  expect(find('key', { ...nameless, phone: PHONE })).toEqual(place)
})
