import { expect, test } from 'vitest'
import { followSignal } from '../../src/domain/followed-signal.ts'

test('a signal ends with the one it follows, for the same reason, and once at most', () => {
  const whole = new AbortController()
  const ends: string[] = []
  const follower = (name: string) => {
    const followed = followSignal(whole.signal)
    followed.signal.addEventListener('abort', () => ends.push(name))
    return followed
  }
  const first = follower('first')
  const second = follower('second')
  follower('third')
  first.abort()
  expect(whole.signal.aborted).toBe(false)
  second.release()
  whole.abort('o fim')
  expect(ends).toEqual(['first', 'third'])
  expect(second.signal.aborted).toBe(false)
})

test('a signal is over from the beginning where the one it follows is', () => {
  const { signal } = followSignal(AbortSignal.abort('o fim'))
  expect([signal.aborted, signal.reason]).toEqual([true, 'o fim'])
})
