import { expect, test } from 'vitest'
import { OptOutSource } from '../../../src/contract/optouts/opt-out.ts'
import { REMOVED_KEPT_MS } from '../../../src/domain/bin.ts'
import {
  createOptOuts,
  type NewOptOut,
  type OptOutRecord,
} from '../../../src/domain/optouts/opt-outs.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { passes } from '../../support/eventually.ts'
import { createMemoryBin } from '../../support/storage/memory/memory-bin.ts'

const PHONE = '5561999990001'
const OLD_FORM = '556199990001'
const LID = '123456789@lid'
const nameless = { phone: null, lid: null }

async function someOptOuts() {
  const clock = createFakeClock()
  const store = await createMemoryBin<OptOutRecord>(clock)
  const published: string[] = []
  const open = () =>
    createOptOuts({
      store,
      clock,
      publish: (userId, event) => published.push(`${userId} ${event.type}`),
    })
  return { open, published, clock, store, optOuts: await open() }
}

function someone(names: Partial<NewOptOut>): NewOptOut {
  const told = { name: 'Ana', reason: '', source: OptOutSource.manual, campaignId: null }
  return { phone: null, lid: null, ...told, ...names }
}

test('knows a person by either form of the number and by the LID, over restarts', async () => {
  const { optOuts, open, published } = await someOptOuts()
  await optOuts.add('loja', someone({ phone: OLD_FORM, lid: LID }))
  for (const each of [optOuts, await open()]) {
    expect(each.has('loja', { ...nameless, phone: PHONE })).toBe(true)
    expect(each.has('loja', { ...nameless, phone: OLD_FORM })).toBe(true)
    expect(each.has('loja', { ...nameless, lid: LID })).toBe(true)
    expect(each.has('loja', { ...nameless, jid: LID })).toBe(true)
    expect(each.has('loja', { ...nameless, jid: `${PHONE}@s.whatsapp.net` })).toBe(true)
    expect(each.has('loja', { ...nameless, phone: '5561999990002' })).toBe(false)
    expect(each.has('escola', { ...nameless, phone: PHONE })).toBe(false)
  }
  expect(published).toEqual(['loja opt_out'])
})

test('a person is on the list once, and further names are added', async () => {
  const { optOuts, published } = await someOptOuts()
  expect(await optOuts.add('loja', someone({ phone: PHONE, name: '' }))).toMatchObject({
    isNew: true,
  })
  expect(await optOuts.add('loja', someone({ phone: OLD_FORM, lid: LID }))).toMatchObject({
    isNew: false,
    optOut: { phone: PHONE, lid: LID, name: 'Ana' },
  })
  expect(await optOuts.add('loja', someone({ phone: PHONE, lid: LID }))).toMatchObject({
    isNew: false,
  })
  expect(await optOuts.list('loja')).toHaveLength(1)
  expect(published).toHaveLength(2)
})

test('an account that moved to another number stays out under both', async () => {
  const { optOuts } = await someOptOuts()
  await optOuts.add('loja', someone({ phone: PHONE, lid: LID }))
  await optOuts.add('loja', someone({ phone: '5561999990002', lid: LID }))
  expect(optOuts.has('loja', { ...nameless, phone: PHONE })).toBe(true)
  expect(optOuts.has('loja', { ...nameless, phone: '5561999990002' })).toBe(true)
  expect(await optOuts.list('loja')).toHaveLength(2)
})

test('takes a person back by any name, and says where there is none', async () => {
  const { optOuts, open } = await someOptOuts()
  await optOuts.add('loja', someone({ phone: PHONE, lid: LID }))
  await optOuts.remove('loja', '(61) 99999-0001')
  expect(optOuts.has('loja', { phone: PHONE, lid: LID })).toBe(false)
  await expect(optOuts.remove('loja', PHONE)).rejects.toMatchObject({ code: 'optout_not_found' })

  await optOuts.add('loja', someone({ lid: LID }))
  await optOuts.remove('loja', LID)
  expect(await optOuts.list('loja')).toEqual([])
  expect((await open()).has('loja', { phone: PHONE, lid: LID })).toBe(false)
})

test('who was taken off by mistake comes back as he was, over a restart too, for two minutes', async () => {
  const { optOuts, open, published, clock, store } = await someOptOuts()
  const reply = { source: OptOutSource.reply, reason: 'SAIR', campaignId: '7' }
  const { optOut } = await optOuts.add('loja', someone({ phone: PHONE, lid: LID, ...reply }))
  clock.advance(REMOVED_KEPT_MS)
  await optOuts.remove('loja', PHONE)
  expect(await optOuts.list('loja')).toEqual([])
  const again = await open()
  expect(again.has('loja', { ...nameless, phone: PHONE })).toBe(false)
  expect(await again.restore('loja', '(61) 99999-0001')).toMatchObject(optOut)
  expect(again.has('loja', { ...nameless, lid: LID })).toBe(true)
  expect(await again.list('loja')).toMatchObject([reply])
  expect(published).toHaveLength(3)
  // Restoring twice changes nothing.
  expect(await again.restore('loja', LID)).toMatchObject(reply)
  await expect(again.restore('escola', PHONE)).rejects.toMatchObject({ code: 'optout_not_found' })

  await again.remove('loja', LID)
  clock.advance(REMOVED_KEPT_MS)
  await passes(async () => expect(await store.whole.list('loja')).toEqual([]))
  await expect(again.restore('loja', PHONE)).rejects.toMatchObject({ code: 'optout_not_found' })
})

test('adds many at once, and counts who is new', async () => {
  const { optOuts, published } = await someOptOuts()
  await optOuts.add('loja', someone({ phone: PHONE }))
  const phones = [PHONE, OLD_FORM, '5561999990002', '556199990002', '5561999990003']
  expect(
    await optOuts.addAll(
      'loja',
      phones.map((phone) => someone({ phone })),
    ),
  ).toBe(2)
  expect(published).toHaveLength(2)
})

test('finds people by part of a name, phone or reason', async () => {
  const { optOuts } = await someOptOuts()
  const ana = someone({ phone: PHONE, name: 'Ána Maria', reason: 'Pediu na secretaria' })
  const { optOut } = await optOuts.add('loja', ana)
  const finds = (query: string) => optOuts.search(query)?.(optOut)
  expect(['ana', '(61) 99999', 'SECRETARIA', 'bia', '(61) 88'].map(finds)).toEqual([
    ...[true, true, true, false, false],
  ])
  expect(optOuts.search(' ')).toBeUndefined()
})
