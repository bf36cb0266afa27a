import { expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { ANA, aStart, at, contacts } from '../../support/domain/campaign-start.ts'

test.each([
  ['whose list is gone', { contactListId: 'outra' }, 'A lista de contatos foi excluída.'],
  ['whose device is gone', { deviceId: 'outro' }, 'A conexão de WhatsApp foi excluída.'],
  ['with nobody to write to', {}, 'Não há ninguém para quem enviar: a lista está vazia.'],
])('a campaign %s ends as Não concluida and says why', async (_, fields, endReason) => {
  const { due, begun, published } = await aStart()
  expect(await due(fields)).toMatchObject({
    status: 'Não concluida',
    endReason,
    finishedAt: at,
    recipientCount: 0,
  })
  expect(begun).toEqual([])
  const event = { type: 'campaign', id: '1', sentCount: 0, errorCount: 0, recipientCount: 0 }
  expect(published).toEqual([{ userId: ANA, event }])
})

test('the audience is the list as it was at the start, whatever becomes of the list', async () => {
  const { due, lists, begun } = await aStart()
  await lists.append(ANA, 'lista', {
    contacts: contacts('5561999990001', '5561999990002'),
    onDuplicate: 'keep',
  })
  expect(await due()).toMatchObject({ status: 'Em Andamento', startedAt: at, recipientCount: 2 })

  await lists.replace(ANA, 'lista', { name: 'Clientes', contacts: contacts('5561999990003') })
  await lists.remove(ANA, 'lista')
  const [ledger] = begun
  const phones = Array.from(
    { length: ledger?.recipientCount ?? 0 },
    (_, place) => ledger?.get(place).phone,
  )
  expect(phones).toEqual(['5561999990001', '5561999990002'])
})

test('the audience is everybody of all lists whom nothing leaves out, each once', async () => {
  const { due, lists, begun, leaveOut } = await aStart()
  await lists.create(ANA, { id: 'outra', name: 'Leads', createdAt: at })
  const add = (id: string, ...phones: readonly string[]) =>
    lists.append(ANA, id, { contacts: contacts(...phones), onDuplicate: 'keep' })
  await add('lista', '5561999990001', '5561999990002')
  await add('outra', '5561999990002', '5561999990003', '5561999990004')
  leaveOut({ reason: 'recently_sent', excludes: ({ identity }) => identity === 5_561_999_990_003 })
  expect(await due({ moreListIds: ['outra'] })).toMatchObject({ recipientCount: 3 })
  expect([0, 1, 2].map((place) => begun[0]?.get(place).phone)).toEqual([
    '5561999990001',
    '5561999990002',
    '5561999990004',
  ])
})

test('a campaign whose contacts are all left out says so, as does one of whose lists is gone', async () => {
  const { due, fill, leaveOut, ledgers } = await aStart()
  await fill()
  expect(await due({ moreListIds: ['outra'] })).toMatchObject({
    status: 'Não concluida',
    endReason: 'A lista de contatos foi excluída.',
  })
  leaveOut({ reason: 'recently_sent', excludes: () => true })
  expect(await due()).toMatchObject({
    status: 'Não concluida',
    endReason: 'Não há ninguém para quem enviar: os filtros e as exclusões deixaram todos de fora.',
  })
  expect(await ledgers.exists('1')).toBe(false)
})

test('campaigns that leave out each other, or themselves, all start in the same hour', async () => {
  const { keep, fill, start, begun, faults } = await aStart()
  await fill()
  const leftOutBy = { '1': '2', '2': '1', '3': '3' }
  for (const [id, other] of Object.entries(leftOutBy)) {
    await keep({ id, exclusion: { days: null, campaignIds: [other] } })
  }
  const ids = Object.keys(leftOutBy)
  expect(await Promise.all(ids.map((id) => start(ANA, id)))).toEqual([true, true, true])
  expect(begun.map(({ header, recipientCount }) => [header.campaignId, recipientCount])).toEqual(
    expect.arrayContaining(ids.map((id) => [id, 1])),
  )
  expect(faults).toEqual([])
})

test('two callers start a campaign once', async () => {
  const { due, start, lists, begun } = await aStart()
  const added = { contacts: contacts('5561999990001'), onDuplicate: 'keep' as const }
  await lists.append(ANA, 'lista', added)
  await due()
  expect(await start(ANA, '1')).toBe(false)
  expect(begun).toHaveLength(1)
})

test('a start that is ended while it reads the audience sends nothing and leaves no ledger', async () => {
  const { due, fill, find, instead, isStarting, whileFreezing, ledgers, begun } = await aStart()
  await fill()
  let ended: Promise<boolean> | undefined
  whileFreezing(async () => {
    expect(isStarting('1')).toBe(true)
    ended = instead('1', async (wasStarting) => wasStarting)
  })
  expect(await due()).toMatchObject({ status: 'Agendada', startTries: 0, recipientCount: 0 })
  expect(await ended).toBe(true)
  expect(isStarting('1')).toBe(false)
  expect(begun).toEqual([])
  expect(await ledgers.exists('1')).toBe(false)
  expect(await find()).toMatchObject({ status: 'Agendada' })
})

test('a campaign deleted while its audience is read does not come back to life', async () => {
  const { due, fill, find, records, whileFreezing, ledgers, begun } = await aStart()
  await fill()
  whileFreezing(() => records.store.remove(ANA, '1'))
  await due()
  expect(await find()).toBeUndefined()
  expect(begun).toEqual([])
  expect(await ledgers.exists('1')).toBe(false)
})

test('a campaign that was moved to a later hour is not started by who saw the old one', async () => {
  const { due, fill, begun, clock } = await aStart()
  await fill()
  const nextWeek = new Date(clock.now() + 7 * 24 * 60 * 60_000).toISOString()
  expect(await due({ scheduledAt: nextWeek })).toMatchObject({ status: 'Agendada', startTries: 0 })
  expect(begun).toEqual([])
})

test('a device removed while the audience is read ends the campaign with its reason', async () => {
  const { due, fill, devices, whileFreezing, begun } = await aStart()
  await fill()
  whileFreezing(async () => devices.delete('celular'))
  expect(await due()).toMatchObject({
    status: 'Não concluida',
    endReason: 'A conexão de WhatsApp foi excluída.',
  })
  expect(begun).toEqual([])
})

test('a device removed while the campaign begins takes it along', async () => {
  const { due, fill, devices, whileBeginning, gone } = await aStart()
  await fill()
  whileBeginning(async () => devices.set('celular', 'paired anew'))
  await due()
  expect(gone).toEqual(['k1'])
})

test.each([
  [
    'list_damaged',
    'Não concluida',
    'A lista de contatos está danificada no disco e precisa de reparo.',
  ],
  [
    'campaign_locked',
    'Não concluida',
    'Esta campanha já tinha enviado mensagens e não pode começar de novo.',
  ],
  ['storage_unavailable', 'Agendada', null],
] as const)(
  'a start that meets %s is reported, does not throw, and the campaign is %s',
  async (code, status, endReason) => {
    const { due, fill, whileFreezing, faults } = await aStart()
    await fill()
    const failure = new AppError(code, 'in the middle')
    whileFreezing(() => Promise.reject(failure))
    expect(await due()).toMatchObject({ status, endReason, startTries: 0 })
    expect(faults).toEqual([failure])
  },
)

test('a start that crashed twice is not attempted a third time', async () => {
  const { due, find, fill, records, whileFreezing, begun } = await aStart()
  await fill()
  let tries: number | undefined
  whileFreezing(async () => {
    tries = (await records.store.find(ANA, '1'))?.startTries
  })
  await due({ startTries: 1 })
  expect(tries).toBe(2)
  expect(await find()).toMatchObject({ status: 'Em Andamento', startTries: 0 })

  expect(await due({ startTries: 2 })).toMatchObject({
    status: 'Não concluida',
    endReason: expect.stringContaining('parou duas vezes'),
  })
  expect(begun).toHaveLength(1)
})

test('a shutdown aborts a start, which is attempted again later', async () => {
  const { due, fill, find, start, shutDown, whileFreezing, begun } = await aStart()
  await fill()
  let ended: Promise<void> | undefined
  whileFreezing(async () => {
    ended = shutDown()
  })
  await due()
  await ended
  expect(await start(ANA, '1')).toBe(false)
  expect(await find()).toMatchObject({ status: 'Agendada', startTries: 0 })
  expect(begun).toEqual([])
})

test('leaves out whoever asked for no more messages, and ends where nobody is left', async () => {
  const { due, lists, begun, optedOut } = await aStart()
  const two = contacts('5561999990001', '5561999990002')
  await lists.append(ANA, 'lista', { contacts: two, onDuplicate: 'keep' })
  optedOut.add('5561999990001')
  await due()
  expect([begun[0]?.recipientCount, begun[0]?.get(0).phone]).toEqual([1, '5561999990002'])

  optedOut.add('5561999990002')
  expect(await due()).toMatchObject({
    status: 'Não concluida',
    endReason:
      'Não há ninguém para quem enviar: todas as pessoas da lista pediram para não receber mensagens.',
  })
})

test('the footer goes out under the text, and is frozen with it', async () => {
  const { due, begun, fill } = await aStart()
  await fill()
  await due({ text: 'Oi', hasOptOutFooter: true })
  expect(begun[0]?.header.text).toBe('Oi\n\nPara não receber mais, responda SAIR.')
})
