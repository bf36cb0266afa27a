import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CampaignJson } from '../../../src/contract/campaigns/campaign.ts'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import { toIso } from '../../../src/domain/clock.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { aDesk, complete, user } from '../../support/domain/campaign-desk.ts'
import { passes } from '../../support/eventually.ts'

let desk: Awaited<ReturnType<typeof aDesk>>
beforeEach(async () => {
  desk = await aDesk()
})

test('a draft needs only a name, and gets the defaults', async () => {
  const draft = await desk.create({ name: '  Novembro ', status: 'Rascunho' })
  expect(z.encode(CampaignJson, draft)).toMatchObject({
    id: '1',
    name: 'Novembro',
    status: 'Rascunho',
    delay: 60,
    nome_da_instancia: 'loja-da-ana',
    template: 'Texto',
    data_de_envio: null,
    date: draft.createdAt,
    deliveryRate: 0,
    ...noCounts,
  })
})

test('a campaign whose number is in use already is not answered as created', async () => {
  const { records, armed, create, clock } = desk
  const known = { ...aCampaign({ id: '1', name: 'Outubro' }), isSettled: true, startTries: 0 }
  await records.store.create(user.id, known)
  const later = toIso(clock.now() + 60_000)
  const second = create({ ...complete, status: 'Agendada', data_de_envio: later })
  await expect(second).rejects.toThrow('record 1 is there already')
  expect([...armed]).toEqual([])
  expect(await records.store.list(user.id)).toMatchObject([{ name: 'Outubro' }])
})

test('anything but a draft names every field it lacks', async () => {
  await expect(desk.create({ name: 'X', status: 'Agendada', texto: ' ' })).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'device_id' }, { path: 'texto' }, { path: 'contatos' }],
  })
})

test.each([
  [{ device_id: 'outro' }, 'device_unknown'],
  [{ contatos: 'outra' }, 'list_unknown'],
  [{ imagem: 'file:///etc/passwd' }, 'image_unknown'],
])('%j is refused as %s, in a draft too', async (fields, code) => {
  const draft = desk.create({ ...complete, ...fields, status: 'Rascunho' })
  await expect(draft).rejects.toMatchObject({ code })
})

test.each(['Agendada', 'Imediata'] as const)(
  '%s without a date reads as Agendada and starts at once',
  async (status) => {
    const campaign = await desk.create({ ...complete, status, data_de_envio: null })
    expect(campaign).toMatchObject({ status: 'Agendada', scheduledAt: toIso(desk.clock.now()) })
    expect(desk.started).toEqual(['1'])
    expect(desk.armed.size).toBe(0)
  },
)

test('a date to come is armed and waited for; a past one starts at once', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect([...desk.armed]).toEqual([['1', later]])
  expect(desk.started).toEqual([])
  const earlier = toIso(desk.clock.now() - 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: earlier })
  expect(desk.started).toEqual(['2'])
})

test('the due campaigns of the asking user start, and no others', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect(await desk.startDue(user.id)).toEqual([])
  desk.clock.advance(60_000)
  expect(await desk.startDue('bia')).toEqual([])
  expect(await desk.startDue(user.id)).toEqual(['1'])
  expect(await desk.startDue()).toEqual([])
})

test('a scheduled campaign can be changed, postponed and made a draft again; a running one cannot', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect(await desk.update(user.id, '1', { text: 'Oi!' })).toMatchObject({
    text: 'Oi!',
    description: 'Oi!',
    scheduledAt: later,
    name: 'Novembro',
  })
  await desk.update(user.id, '1', { status: 'Rascunho' })
  expect(desk.armed.size).toBe(0)
  await desk.update(user.id, '1', { status: 'Imediata', scheduledAt: null })
  expect(desk.started).toEqual(['1'])
  await expect(desk.update(user.id, '1', { text: 'Tarde' })).rejects.toMatchObject({
    code: 'campaign_locked',
  })
})

test('an image keeps its place when the daemon moves to another address', async () => {
  const body = { ...complete, status: 'Rascunho', imagem: 'https://velho.example/uploads/a.png' }
  await desk.create({ ...body, status: 'Rascunho' })
  const changed = await desk.update(user.id, '1', { name: 'Dezembro' })
  expect(z.encode(CampaignJson, changed)).toMatchObject({
    imagem: 'https://novo.example/uploads/a.png',
    template: 'Texto com imagem',
  })
})

test('only what is under way can be stopped, and what waits says why', async () => {
  await desk.create({ ...complete, status: 'Rascunho' })
  await expect(desk.stop(user.id, '1')).rejects.toMatchObject({ code: 'not_running' })
  await desk.update(user.id, '1', { status: 'Agendada', scheduledAt: null })
  await passes(async () =>
    expect(z.encode(CampaignJson, await desk.get(user.id, '1'))).toMatchObject({
      status: 'Em Andamento',
      espera: { motivo: 'dispositivo', ate: null },
    }),
  )
  expect(await desk.stop(user.id, '1')).toMatchObject({ status: 'Cancelada', wait: null })
})

test('another user has none of it', async () => {
  await desk.create({ ...complete, status: 'Rascunho' })
  for (const work of [
    desk.get('bia', '1'),
    desk.update('bia', '1', { name: 'X' }),
    desk.stop('bia', '1'),
    desk.remove('bia', '1'),
    desk.sends('bia', '1', {}),
  ]) {
    await expect(work).rejects.toMatchObject({ code: 'campaign_not_found' })
  }
  expect(await desk.list('bia')).toEqual([])
})

test('a list is in use only while a campaign still has to read it', async () => {
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  expect(await desk.isListInUse(user.id, 'lista')).toBe(true)
  await desk.remove(user.id, '1')
  expect(await desk.isListInUse(user.id, 'lista')).toBe(false)
})

test('while its audience is read, a campaign is locked and can be stopped', async () => {
  const { id } = await desk.create({ ...complete, status: 'Agendada', data_de_envio: later() })
  desk.starting.add(id)
  await expect(desk.update('ana', id, { name: 'Outra' })).rejects.toMatchObject({
    code: 'campaign_locked',
  })
  expect(await desk.stop('ana', id)).toMatchObject({
    status: 'Cancelada',
    endReason: 'Parada por você.',
  })
})

test('a reminder starts its own campaign alone', async () => {
  const first = await desk.create({ ...complete, status: 'Agendada', data_de_envio: later() })
  const second = await desk.create({ ...complete, status: 'Agendada', data_de_envio: later() })
  desk.clock.advance(2 * 60 * 60_000)
  expect(await desk.startReminded(second.id)).toEqual([second.id])
  expect(await desk.startReminded(second.id)).toEqual([])
  expect(await desk.startDue()).toEqual([first.id])
})

function later(): string {
  return toIso(desk.clock.now() + 60 * 60_000)
}
