import { expect, test } from 'vitest'
import type { Contact } from '../../../src/contract/contacts/contact-list.ts'
import type { DeviceStanding } from '../../../src/contract/devices/device-standing.ts'
import { createAudiences, createOptOutExcluder } from '../../../src/domain/campaigns/audience.ts'
import { createCampaignPreviews } from '../../../src/domain/campaigns/campaign-preview.ts'
import { createPhoneSet, type PhoneSet } from '../../../src/domain/contacts/phone-set.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

const ana = { name: 'Ana Beatriz', phone: '5561999990001', fields: { Cidade: 'Brasília' } }
const bruno = { name: 'Bruno', phone: '5561999990002', fields: { Cidade: ' ' } }
const nobody = { name: '', phone: '5561999990003' }

/** Previews of one user's one list. */
function aDesk(
  contacts: readonly Contact[],
  {
    recent = createPhoneSet(),
    isOnline = true,
    optedOut = [''],
    limits,
  }: {
    readonly recent?: PhoneSet
    readonly isOnline?: boolean
    readonly optedOut?: readonly string[]
    readonly limits?: DeviceStanding['limits']
  } = {},
) {
  const clock = createFakeClock(Date.UTC(2026, 0, 15, 12))
  const { preview } = createCampaignPreviews({
    findUpload: async () => undefined,
    now: clock.now,
    reach: { since: async () => recent },
    messenger: {
      acquaintances: async (_, people) =>
        isOnline
          ? people.map(({ phone }) => (phone === ana.phone ? 'conversation' : 'none'))
          : null,
    },
    standingOf: () => ({ firstMessageCount: 3, ...(limits && { limits }) }),
    findDeviceKey: async (_, id) => (id === 'celular' ? 'key' : undefined),
    audiences: createAudiences({
      excluders: [createOptOutExcluder((_, { phone }) => optedOut.includes(phone ?? ''))],
      ownsCampaign: async () => true,
      lists: {
        find: async (userId, id) =>
          userId === 'ana' && id === 'lista'
            ? {
                id,
                name: 'Clientes',
                createdAt: '2026-01-01T00:00:00.000Z',
                total: contacts.length,
              }
            : undefined,
        fieldNames: async () => [
          ...new Set(contacts.flatMap(({ fields }) => Object.keys(fields ?? {}))),
        ],
        async *read() {
          for (const contact of contacts) {
            yield { ...contact, createdAt: '2026-01-01T00:00:00.000Z', origin: 'csv' }
          }
        },
      },
    }),
  })
  return (text: string, plan = {}, options = {}) =>
    preview('ana', { text, contactListId: 'lista', ...plan }, options)
}

test('counts the recipients, and the contacts that are in the list twice', async () => {
  const preview = aDesk([ana, bruno, { ...ana, name: 'Ana de novo' }])
  expect(await preview('Oi')).toMatchObject({
    total: 3,
    recipients: 2,
    excluded: [{ reason: 'duplicate', count: 1, sample: ana.phone }],
    warnings: [],
    columns: ['Cidade'],
  })
})

test('warns of variables that are empty or unknown, by the whole list', async () => {
  const preview = aDesk([ana, bruno, nobody])
  const { warnings } = await preview('{nome} {cidade} {CIDADE} {sobrenome} {telefone}')
  expect(warnings).toEqual([
    {
      code: 'empty_variable',
      variable: '{nome}',
      count: 1,
      message: '{nome} está vazio em 1 contato e some do texto dele.',
    },
    {
      code: 'empty_variable',
      variable: '{cidade}',
      count: 2,
      message: '{cidade} está vazio em 2 contatos e some do texto deles.',
    },
    {
      code: 'unknown_variable',
      variable: '{sobrenome}',
      count: 3,
      message: '{sobrenome} não é uma coluna desta lista e sai como está escrito.',
    },
  ])
})

test('shows what each would get of several texts, and warns of each text by itself', async () => {
  const preview = aDesk([ana, bruno, { name: 'Caio', phone: '5561999990004' }])
  const variants = ['Bom dia, {nome}. {sobrenome}', 'Oi {cidade}']
  const { samples, warnings } = await preview('Olá', { variants })
  const texts: Record<string, readonly string[]> = {
    [ana.phone]: ['Olá', 'Bom dia, Ana Beatriz. {sobrenome}', 'Oi Brasília'],
    [bruno.phone]: ['Olá', 'Bom dia, Bruno. {sobrenome}', 'Oi '],
    '5561999990004': ['Olá', 'Bom dia, Caio. {sobrenome}', 'Oi '],
  }
  expect(samples.map(({ variant }) => variant).sort()).toEqual([1, 2, 3])
  for (const { phone, text, variant = 0 } of samples) expect(text).toBe(texts[phone]?.[variant - 1])
  expect(warnings).toContainEqual({
    code: 'unknown_variable',
    variable: '{sobrenome}',
    count: 1,
    variant: 2,
    message: 'Variação 2: {sobrenome} não é uma coluna desta lista e sai como está escrito.',
  })
})

test('a fallback answers for what is missing, unless the name stands without one elsewhere', async () => {
  const preview = aDesk([ana, bruno])
  expect((await preview('{cidade|sua cidade} {apelido|você} \\{x}')).warnings).toEqual([])
  expect((await preview('{cidade|sua cidade} {cidade}')).warnings).toMatchObject([
    { variable: '{cidade}', count: 1 },
  ])
})

test('shows the first, the longest and the emptiest text, each contact once', async () => {
  const preview = aDesk([bruno, ana, nobody])
  expect((await preview('Oi {nome}, de {cidade}')).samples).toEqual([
    { phone: bruno.phone, name: 'Bruno', text: 'Oi Bruno, de ' },
    { phone: ana.phone, name: 'Ana Beatriz', text: 'Oi Ana Beatriz, de Brasília' },
    { phone: nobody.phone, name: '', text: 'Oi , de ' },
  ])
  expect((await preview('Oi')).samples).toEqual([{ phone: bruno.phone, name: 'Bruno', text: 'Oi' }])
})

test('ends with the last message, not with a pause after it', async () => {
  const preview = aDesk([ana, bruno, nobody])
  expect(await preview('Oi', { intervalSeconds: 60 })).toMatchObject({
    startsAt: '2026-01-15T12:00:00.000Z',
    endsAt: '2026-01-15T12:02:00.000Z',
  })
  const scheduledAt = '2026-02-01T09:00:00.000Z'
  expect(
    await preview('Oi', { scheduledAt, intervalSeconds: 10, maxIntervalSeconds: 20 }),
  ).toMatchObject({ startsAt: scheduledAt, endsAt: '2026-02-01T09:00:30.000Z' })
  expect(await preview('Oi', { scheduledAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({
    startsAt: '2026-01-15T12:00:00.000Z',
  })
})

test('knows nobody while no list is chosen, and refuses one that is not there', async () => {
  const preview = aDesk([ana])
  expect(await preview('Oi {nome}', { contactListId: null })).toMatchObject({
    total: 0,
    recipients: 0,
    samples: [],
    warnings: [],
  })
  await expect(preview('Oi', { contactListId: 'outra' })).rejects.toMatchObject({
    code: 'list_unknown',
  })
})

test('shows the text of any contact that is asked for, in any form of its number', async () => {
  const preview = aDesk([ana, bruno])
  const { samples } = await preview('Oi {nome}', {}, { contact: '+55 (61) 99999-0002' })
  expect(samples.map(({ name }) => name)).toEqual(['Bruno', 'Ana Beatriz'])
  await expect(preview('Oi', {}, { contact: '5561988887777' })).rejects.toMatchObject({
    code: 'contact_unknown',
    details: [{ path: 'contact' }],
  })
})

test('counts recipients abroad, strangers to the device, and those reached of late', async () => {
  const abroad = { name: 'John', phone: '14155552671' }
  const recent = createPhoneSet()
  recent.add(Number(bruno.phone))
  const plan = { deviceId: 'celular' }
  expect(await aDesk([ana, bruno, abroad], { recent })('Oi', plan)).toMatchObject({
    foreign: { count: 1, sample: ['14155552671'] },
    strangers: 2,
    recent: 1,
  })
  expect(await aDesk([ana, bruno], { isOnline: false })('Oi', plan)).toMatchObject({
    foreign: { count: 0, sample: [] },
    strangers: null,
    recent: 0,
  })
  await expect(aDesk([ana])('Oi', { deviceId: 'outro' })).rejects.toMatchObject({
    code: 'device_unknown',
  })
})

test('counts who is filtered out, and warns of a filter by a column that no list has', async () => {
  const filters = [
    { field: 'CIDADE', op: 'igual', value: 'brasilia' },
    { field: 'Bairro', op: 'vazio', value: '' },
  ]
  expect(await aDesk([ana, bruno, nobody])('Oi', { filters })).toMatchObject({
    total: 3,
    recipients: 1,
    excluded: [{ reason: 'filtered', count: 2, sample: bruno.phone }],
    warnings: [{ code: 'unknown_filter', variable: 'Bairro', count: 1 }],
  })
})

test('leaves out whoever asked for no more messages, and shows the footer that offers it', async () => {
  const preview = aDesk([ana, bruno, nobody], { optedOut: [ana.phone, nobody.phone] })
  expect(await preview('Oi', { hasOptOutFooter: true })).toMatchObject({
    total: 3,
    recipients: 1,
    excluded: [{ reason: 'opted_out', count: 2, sample: ana.phone }],
    samples: [{ phone: bruno.phone, text: 'Oi\n\nPara não receber mais, responda SAIR.' }],
  })
})

test('ends later where the device may write to few new people a day', async () => {
  const people = Array.from({ length: 20 }, (_, index) => ({
    ...{ name: '', phone: `55619999900${10 + index}` },
  }))
  const endOf = async (limits: DeviceStanding['limits']) =>
    (await aDesk(people, { limits })('Oi', { deviceId: 'celular', intervalSeconds: 60 })).endsAt
  const [dailyLimit, isWarmingUp] = [4, false]
  expect(await endOf(undefined)).toBe('2026-01-15T12:19:00.000Z')
  // Three have left today: one more may, then four a day.
  expect(await endOf({ dailyLimit, isWarmingUp, today: 4 })).toBe('2026-01-20T12:00:00.000Z')
  // Five, six, seven, eight: a quarter more each day.
  expect(await endOf({ dailyLimit: null, isWarmingUp: true, today: 4 })).toBe(
    '2026-01-19T12:00:00.000Z',
  )
  expect(await endOf({ dailyLimit: 100, isWarmingUp, today: 100 })).toBe('2026-01-15T12:19:00.000Z')
})
