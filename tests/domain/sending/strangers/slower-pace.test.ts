import { expect, test } from 'vitest'
import type { SendOutcome } from '../../../../src/domain/messenger.ts'
import { accepted, anEngine, phones } from '../../../support/domain/engine.ts'

const jidOf = (phone: string) => `${phone}@s.whatsapp.net`

test('a demand for a slower pace fails nobody, and each further one doubles the pause (429 storm)', async () => {
  const refusals: SendOutcome[] = [
    { kind: 'refused', code: 429 },
    { kind: 'not_sent', reason: 'rate_limited', detail: '' },
    { kind: 'refused', code: 503 },
  ]
  const times: number[] = []
  const engine = await anEngine({
    send: () => {
      times.push(engine.clock.now())
      return refusals.shift() ?? accepted
    },
  })
  await engine.begin(phones(2), 1)
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 2, errorCount: 0 })
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  expect(pauses.slice(0, 3).map((ms) => Math.floor(ms / 30_000))).toEqual([1, 2, 4])
})

test('a directory that demands a slower pace fails nobody either', async () => {
  let askedCount = 0
  const engine = await anEngine({
    lookUp: ({ phone }) => {
      askedCount += 1
      if (askedCount <= 12) {
        return { phone, result: 'unknown', detail: 'rate-overlimit', isRateLimited: true }
      }
      return { phone, result: 'found', jid: jidOf(phone), lid: '' }
    },
  })
  await engine.begin(phones(2), 1)
  expect(await engine.ended(10_000)).toMatchObject({ sentCount: 2, errorCount: 0 })
})

test('a send that is told until when WhatsApp wants to be left alone waits just so long', async () => {
  let busyUntilMs = 0
  const engine = await anEngine({
    send: () => {
      const notSent = { kind: 'not_sent', reason: 'rate_limited', detail: '' } as const
      // The first refusal names no end; that of the message on its way beside it does.
      if (engine.sent.length === 1) return notSent
      busyUntilMs ||= engine.clock.now() + 60_000
      return engine.clock.now() < busyUntilMs ? { ...notSent, busyUntilMs } : accepted
    },
  })
  await engine.begin(phones(2), 0)
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 2, errorCount: 0 })
  expect(engine.sent).toHaveLength(4)
})

test('a directory that says until when it wants to be left alone is asked then, and no later', async () => {
  let freeMs = 0
  const asked: number[] = []
  const engine = await anEngine({
    lookUp: ({ phone }) => {
      const nowMs = engine.clock.now()
      freeMs ||= nowMs + 70_000
      asked.push(nowMs)
      if (nowMs < freeMs) {
        const detail = 'rate-overlimit'
        return { phone, result: 'unknown', detail, isRateLimited: true, busyUntilMs: freeMs }
      }
      return { phone, result: 'found', jid: jidOf(phone), lid: '' }
    },
  })
  await engine.begin(phones(1), 1)
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 1, errorCount: 0 })
  expect(asked).toHaveLength(2)
  expect(asked[1]).toBeGreaterThanOrEqual(freeMs)
})
