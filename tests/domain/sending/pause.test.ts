import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { SendOutcome } from '../../../src/domain/messenger.ts'
import { accepted, anEngine, phones } from '../../support/domain/engine.ts'
import { passes } from '../../support/eventually.ts'

test('a pause lets what is on its way end, and everybody else keeps their place', async () => {
  let release: (outcome: SendOutcome) => void = () => undefined
  const engine = await anEngine({
    send: () =>
      engine.sent.length === 2
        ? new Promise((resolve) => {
            release = resolve
          })
        : accepted,
  })
  await engine.begin(phones(5), 1)
  await passes(async () => {
    engine.clock.advance(1_000)
    expect(engine.sent).toHaveLength(2)
  })

  const paused = await engine.pause()

  expect(paused).toMatchObject({ status: CampaignStatus.paused, finishedAt: null, wait: null })
  release(accepted)
  await engine.sending.atRest('1')
  engine.clock.advance(60_000)
  expect(engine.sent).toHaveLength(2)
  expect(await engine.campaign()).toMatchObject({ sentCount: 2, status: CampaignStatus.paused })

  await engine.resume()
  await passes(async () => {
    engine.clock.advance(1_000)
    expect((await engine.campaign())?.status).toBe(CampaignStatus.done)
  })
  expect(new Set(engine.sent.map(({ jid }) => jid)).size).toBe(5)
  expect(engine.sent).toHaveLength(5)
})

test('a message of unknown fate at the pause goes out again after it, under its id', async () => {
  let end: (outcome: SendOutcome) => void = () => undefined
  const engine = await anEngine({
    send: () =>
      engine.sent.length === 1
        ? new Promise((resolve) => {
            end = resolve
          })
        : accepted,
  })
  await engine.begin(phones(2), 60)
  await passes(async () => expect(engine.sent).toHaveLength(1))
  await engine.pause()
  end({ kind: 'unknown', reason: 'closed', detail: '' })
  await engine.sending.atRest('1')
  expect((await engine.open()).inFlight()).toEqual([0])

  await engine.resume()

  await passes(async () => {
    engine.clock.advance(1_000)
    expect((await engine.campaign())?.status).toBe(CampaignStatus.done)
  })
  expect(engine.sent.map(({ messageId }) => messageId).slice(0, 2)).toEqual([
    engine.sent[0]?.messageId,
    engine.sent[0]?.messageId,
  ])
  expect(engine.sent).toHaveLength(3)
})

test('a result that the disk refused before the pause is kept all the same', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const engine = await anEngine({ send: () => held.then(() => accepted) })
  await engine.begin(phones(2), 60)
  await passes(() => expect(engine.sent).toHaveLength(1))
  engine.refuseFacts(new Error('no room'))
  release()
  await passes(() =>
    expect(engine.sending.liveWait('1')).toMatchObject({ reason: 'armazenamento' }),
  )
  engine.refuseFacts(undefined)

  await engine.pause()

  await engine.sending.atRest('1')
  expect((await engine.open()).get(0)).toMatchObject({ status: 'accepted' })
  expect(await engine.campaign()).toMatchObject({ status: CampaignStatus.paused, sentCount: 1 })
})

/** A paused campaign to two recipients: whether the first got the message is not known. */
async function pausedOnTheWay() {
  let end: (outcome: SendOutcome) => void = () => undefined
  const engine = await anEngine({
    send: () =>
      new Promise((resolve) => {
        end = resolve
      }),
  })
  await engine.begin(phones(2), 60)
  await passes(async () => expect(engine.sent).toHaveLength(1))
  await engine.pause()
  end({ kind: 'unknown', reason: 'closed', detail: '' })
  await engine.sending.atRest('1')
  return engine
}

const unconfirmed = { status: 'failed', errorCode: 'sem_confirmacao' }

test('a campaign that is stopped while it is paused says what became of those it had tried', async () => {
  const engine = await pausedOnTheWay()

  expect(await engine.stopPaused()).toMatchObject({ status: CampaignStatus.cancelled })

  expect((await engine.open()).get(0)).toMatchObject(unconfirmed)
  expect((await engine.open()).get(1)).toMatchObject({ status: 'waiting' })
  expect(await engine.ended(10_000)).toMatchObject({ errorCount: 1, endReason: 'Parada por você.' })
  expect(engine.sent).toHaveLength(1)
})

test('a paused campaign that was stopped on a full disk ends as soon as there is room', async () => {
  const engine = await pausedOnTheWay()
  await (await engine.open()).compact()
  engine.refuseFacts(new Error('no room'))

  expect(await engine.stopPaused()).toMatchObject({ status: CampaignStatus.cancelled })

  expect((await engine.open()).get(0)).toMatchObject({ status: 'sending' })
  expect(await engine.campaign()).toMatchObject({ isSettled: false })
  engine.refuseFacts(undefined)
  expect(await engine.ended(10_000)).toMatchObject({ errorCount: 1 })
  expect((await engine.open()).get(0)).toMatchObject(unconfirmed)
})

test('a crash while a paused campaign is stopped leaves nobody without a result', async () => {
  const engine = await pausedOnTheWay()
  engine.refuseFacts(new Error('no room'))
  await engine.stopPaused()
  await engine.close()

  const next = await anEngine({ dir: engine.dir, records: engine.records })
  await next.resumeAll()

  expect((await next.open()).get(0)).toMatchObject(unconfirmed)
  expect(next.sent).toEqual([])
})
