import { expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { createThrottle, throttled } from '../../../src/http/requests/throttle.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'

function aThrottle(limit = 2) {
  const clock = createFakeClock()
  return { clock, ...createThrottle({ limit, windowMs: 10_000, now: clock.now }) }
}

test('allows as many attempts as its limit within its time, per key', () => {
  const { take, clock } = aThrottle()
  take('a')
  clock.advance(4_000)
  take('a')
  expect(() => take('a')).toThrow(AppError)
  take('b')
  // The first attempt has grown old, the second has not.
  clock.advance(6_000)
  take('a')
  expect(() => take('a')).toThrow(AppError)
})

test('tells the seconds until the next attempt', () => {
  const { take, clock } = aThrottle(1)
  take('a')
  clock.advance(2_500)
  expect(() => take('a')).toThrow(expect.objectContaining({ retryAfterSeconds: 8 }))
})

test('remembers a bounded number of keys, the latest ones', () => {
  const { take } = aThrottle(1)
  for (let key = 0; key < 50_000; key += 1) take(String(key))
  expect(() => take('49999')).toThrow(AppError)
  expect(() => take('0')).not.toThrow()
})

test('an attempt gives its places back unless its outcome counts', async () => {
  const throttle = aThrottle(1)
  const attempt = (work: () => Promise<unknown>) =>
    throttled({ slots: [{ throttle, key: 'a' }], counting: ['bad_credentials'], work })
  await attempt(async () => 'in')
  await expect(
    attempt(async () => {
      throw new Error('disk gone')
    }),
  ).rejects.toThrow('disk gone')
  const wrong = attempt(async () => {
    throw new AppError('bad_credentials', 'x')
  })
  await expect(wrong).rejects.toMatchObject({ code: 'bad_credentials' })
  await expect(attempt(async () => 'in')).rejects.toMatchObject({ code: 'too_many' })
})

test('an attempt that one of two throttles refuses costs nothing at the other', async () => {
  const roomy = aThrottle(2)
  const tight = aThrottle(1)
  const attempt = () =>
    throttled({
      slots: [
        { throttle: roomy, key: 'a' },
        { throttle: tight, key: 'a' },
      ],
      counting: ['done'],
      work: async () => 'in',
    })
  await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'too_many' })
  expect(() => roomy.take('a')).not.toThrow()
})
