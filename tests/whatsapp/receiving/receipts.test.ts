import { expect, test } from 'vitest'
import { readReceipts } from '../../../src/whatsapp/receiving/receipts.ts'
import { eventually } from '../../support/eventually.ts'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const OWN = '5511988887777'
const isOwn = (user: string) => user === OWN

test('takes a delivery that comes before its acknowledgement as proof of acceptance', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { timings: { ackTimeoutMs: 20_000 } })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { ackDelayMs: 60_000, receiptFirst: true })

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('takes a delivery as proof where the acknowledgement never comes', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator, { timings: { ackTimeoutMs: 20_000 } })
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { ackLost: true })

  expect(await send('d1', { to: ANA })).toMatchObject({ kind: 'accepted' })
})

test('publishes that a phone is too old to show a message', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { incapable: true })

  expect(await send('d1', { to: ANA, messageId: '3EB0OLD' })).toMatchObject({ kind: 'accepted' })

  const told = await eventually(() => events.find((it) => it.type === 'receipt'))
  expect(told).toMatchObject({ messageIds: ['3EB0OLD'], kind: 'undeliverable' })
})

test('reads every message of a receipt with a list', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { listedReceipts: true })
  const messageIds = ['3EB0ONE', '3EB0TWO', '3EB0THREE']
  for (const messageId of messageIds) await send('d1', { to: ANA, messageId })

  const delivered = () =>
    events.flatMap((it) => (it.type === 'receipt' && it.kind === 'delivered' ? it.messageIds : []))
  await eventually(() => messageIds.every((id) => delivered().includes(id)))
  // Receipts are kept first; the server gets the acknowledgement a moment later.
  await allTaken(simulator)
})

test('takes receipts of the account’s own devices for nothing of the person', async () => {
  const simulator = await aSimulator()
  const { events, pair, send } = await aMessenger(simulator)
  await pair('d1')
  await simulator.control.setBehaviour(ANA, { undelivered: true })
  await send('d1', { to: ANA, messageId: '3EB0MINE' })
  const own = { id: '3EB0MINE', from: `${OWN}@s.whatsapp.net`, t: '1790000000' }
  const person = `${ANA}@s.whatsapp.net`
  const node = (attrs: Record<string, string>) => ({ tag: 'receipt', attrs })
  await simulator.control.sendStanza(OWN, node({ ...own, recipient: person }))
  await simulator.control.sendStanza(OWN, node({ ...own, type: 'sender', recipient: person }))
  await simulator.control.sendStanza(OWN, node({ ...own, type: 'read', recipient: person }))

  await allTaken(simulator)

  expect(events.filter(({ type }) => type === 'receipt')).toEqual([])
})

test('reads aggregates, each device’s first word, and leaves out the account’s own', () => {
  const user = (jid: string, t: string) => ({ tag: 'user', attrs: { jid, t } })
  const receipt = {
    tag: 'receipt',
    attrs: { id: 'AGGREGATE', from: '777@lid', type: 'read', t: '1790000009' },
    content: [
      {
        tag: 'participants',
        attrs: { key: '3EB0ONE' },
        content: [user('777:3@lid', '1790000002'), user('777@lid', '1790000001')],
      },
      {
        tag: 'participants',
        attrs: { key: '3EB0TWO' },
        content: [user(`${OWN}@s.whatsapp.net`, '1')],
      },
    ],
  }

  expect(readReceipts(receipt, isOwn)).toEqual([
    { messageIds: ['3EB0ONE'], kind: 'read', at: '2026-09-21T14:13:21.000Z' },
  ])
})

test.each([
  ['', 'delivered'],
  ['inactive', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
])('a receipt of type "%s" means %s', (type, kind) => {
  const attrs = { id: '3EB0', from: '777@lid', t: '1790000000', ...(type && { type }) }

  expect(readReceipts({ tag: 'receipt', attrs }, isOwn)).toMatchObject([{ kind }])
})

test.each(['sender', 'read-self', 'played-self', 'peer_msg', 'hist_sync', 'server-error', 'retry'])(
  'a receipt of type "%s" says nothing of the person',
  (type) => {
    const attrs = { id: '3EB0', from: '777@lid', t: '1790000000', type }

    expect(readReceipts({ tag: 'receipt', attrs }, isOwn)).toEqual([])
  },
)
