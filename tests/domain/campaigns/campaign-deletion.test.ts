import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { REMOVED_KEPT_MS } from '../../../src/domain/bin.ts'
import { toIso } from '../../../src/domain/clock.ts'
import { aDesk, complete, startFirst, user } from '../../support/domain/campaign-desk.ts'
import { passes } from '../../support/eventually.ts'

let desk: Awaited<ReturnType<typeof aDesk>>
beforeEach(async () => {
  desk = await aDesk()
})

test('a campaign under way rests before it is deleted; one to come is forgotten', async () => {
  await startFirst(desk)
  await desk.remove(user.id, '1')
  expect(desk.ends).toEqual(['pause 1', 'delete 1'])
  const later = toIso(desk.clock.now() + 60_000)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  await desk.remove(user.id, '2')
  expect(desk.ends.slice(2)).toEqual(['delete 2'])
  expect(desk.armed.size).toBe(0)
  expect(await desk.list(user.id)).toEqual([])
})

test('a deleted campaign comes back as it was: one under way goes on, one to come has its hour', async () => {
  const day = 24 * 60 * 60_000
  await startFirst(desk)
  await desk.remove(user.id, '1')
  await expect(desk.get(user.id, '1')).rejects.toMatchObject({ code: 'campaign_not_found' })
  await desk.restore(user.id, '1')
  expect(desk.resumed).toEqual(['1'])

  const later = toIso(desk.clock.now() + day)
  await desk.create({ ...complete, status: 'Agendada', data_de_envio: later })
  await desk.remove(user.id, '2')
  expect(desk.armed.size).toBe(0)
  expect(await desk.restore(user.id, '2')).toMatchObject({ status: 'Agendada', scheduledAt: later })
  expect([...desk.armed]).toEqual([['2', later]])
  expect(await desk.restore(user.id, '2')).toMatchObject({ id: '2' })
  expect(desk.resumed).toEqual(['1'])
  await expect(desk.restore('bia', '2')).rejects.toMatchObject({ code: 'campaign_not_found' })
})

test('a deleted campaign that is back while the disk refuses the rest says so, and goes on when asked again', async () => {
  await startFirst(desk)
  await desk.remove(user.id, '1')
  desk.refusals.push(new AppError('storage_unavailable', 'counters'))
  const failed = expect(desk.restore(user.id, '1'))
  await failed.rejects.toMatchObject({ code: 'storage_unsettled' })
  expect(await desk.get(user.id, '1')).toMatchObject({ status: 'Pausada' })
  expect(desk.resumed).toEqual([])
  await desk.restore(user.id, '1')
  await desk.restore(user.id, '1')
  expect(desk.resumed).toEqual(['1'])
})

test('a deleted campaign that is under way again though its record could not say so is not waited for when asked again', async () => {
  await startFirst(desk)
  await desk.remove(user.id, '1')
  desk.recordRefusals.push(new AppError('storage_unavailable', 'record'))
  const failed = expect(desk.restore(user.id, '1'))
  await failed.rejects.toMatchObject({ code: 'storage_unsettled' })
  expect(await desk.get(user.id, '1')).toMatchObject({ status: 'Em Andamento' })
  await desk.restore(user.id, '1')
  // Not taken up again, for which it would have to come to rest first, hours from now.
  expect([desk.takenUp, desk.resumed]).toEqual([['1'], ['1']])
  expect((await desk.records.store.find(user.id, '1'))?.wasRunning).toBe(false)
})

test('what was paused by its owner stays paused when it comes back', async () => {
  await startFirst(desk)
  await desk.pause(user.id, '1')
  await desk.remove(user.id, '1')
  expect(await desk.restore(user.id, '1')).toMatchObject({ status: 'Pausada' })
  expect(desk.resumed).toEqual([])
})

test('a campaign that is not brought back in time is gone, and one under way is published as ended', async () => {
  await startFirst(desk)
  await desk.remove(user.id, '1')
  expect(desk.goneAs).toEqual([])
  desk.clock.advance(REMOVED_KEPT_MS)
  await passes(() => expect(desk.goneAs).toEqual(['Cancelada']))
  await expect(desk.restore(user.id, '1')).rejects.toMatchObject({ code: 'campaign_not_found' })
})

test('a campaign that is deleted while it is being saved stays deleted', async () => {
  const { id } = await desk.create({ name: 'Rascunho', status: 'Rascunho' })
  const count = () =>
    desk.records.update('ana', id, (campaign) => ({
      ...campaign,
      sentCount: campaign.sentCount + 1,
    }))
  await Promise.all([count(), desk.remove('ana', id), count()])
  await count()
  expect(await desk.records.store.find('ana', id)).toBeUndefined()
})
