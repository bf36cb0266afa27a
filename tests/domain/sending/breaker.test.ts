import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { SendOutcome } from '../../../src/domain/messenger.ts'
import { areUndelivered } from '../../../src/domain/sending/breaker.ts'
import { accepted, anEngine, DEVICE, type Engine, phones } from '../../support/domain/engine.ts'
import { passes } from '../../support/eventually.ts'

const MINUTE_MS = 60_000

function paused(engine: Engine, stepMs: number) {
  return passes(async () => {
    engine.clock.advance(stepMs)
    const campaign = await engine.campaign()
    expect(campaign?.status).toBe(CampaignStatus.paused)
    return campaign
  })
}

const malformed = { kind: 'refused', code: 479 } as const satisfies SendOutcome

test('three refusals in a row for one reason pause the campaign and say why', async () => {
  const engine = await anEngine({ send: () => malformed })
  await engine.begin(phones(10), 1)
  const campaign = await paused(engine, 1_000)
  expect(engine.sent).toHaveLength(3)
  expect(campaign).toMatchObject({ wait: { reason: 'falhas', until: null }, finishedAt: null })
  expect(campaign?.endReason).toContain('479')
})

test('refusals that others come between, or for another reason, pause nothing', async () => {
  const answers: SendOutcome[] = [
    malformed,
    malformed,
    accepted,
    malformed,
    malformed,
    { kind: 'refused', code: 404 },
    malformed,
  ]
  const engine = await anEngine({ send: () => answers.shift() ?? accepted })
  await engine.begin(phones(10), 1)
  expect(await engine.ended(1_000)).toMatchObject({
    status: CampaignStatus.doneWithErrors,
    errorCount: 6,
  })
})

test('messages that are accepted and never delivered pause the campaign', async () => {
  const engine = await anEngine()
  await engine.begin(phones(200), 60)
  const campaign = await paused(engine, MINUTE_MS)
  // Fifty that count as undelivered by now, and those of the last ten minutes.
  expect(engine.sent.length).toBeGreaterThanOrEqual(50)
  expect(engine.sent.length).toBeLessThan(65)
  expect(campaign?.endReason).toMatch(/quase nenhuma chegou/)
})

test('delivered messages pause nothing', async () => {
  const engine = await anEngine({
    send: ({ messageId }) => {
      engine.clock.after(1_000, () => {
        engine.breaker.onReceipt({
          type: 'receipt',
          key: DEVICE,
          messageIds: [messageId],
          kind: 'delivered',
          at: '2026-01-15T12:00:00.000Z',
        })
      })
      return accepted
    },
  })
  await engine.begin(phones(80), 60)
  expect(await engine.ended(MINUTE_MS)).toMatchObject({
    status: CampaignStatus.done,
    sentCount: 80,
  })
})

test('measures a device by its own past', () => {
  const good = '1'.repeat(180) + '0'.repeat(20)
  const poor = '10'.repeat(100)
  expect(areUndelivered('0'.repeat(49))).toBe(false)
  expect(areUndelivered('0'.repeat(50))).toBe(true)
  expect(areUndelivered(good + '10'.repeat(25))).toBe(false)
  expect(areUndelivered(good + '100'.repeat(17))).toBe(true)
  expect(areUndelivered(poor + '100'.repeat(17))).toBe(false)
})
