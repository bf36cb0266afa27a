import { expect, onTestFinished, test, vi } from 'vitest'
import { paced } from '../../../../web/api/calls/app-events.ts'
import { endSession, startSession } from '../../../../web/session/session.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('what a session would have read again is not read after its end, and the next one waits for none of it', async () => {
  const { session } = await aConsole()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const read: string[] = []
  const reads = (who: string) => async () => void read.push(who)
  startSession(session)
  paced('campaign 1', reads('first'))
  paced('campaign 1', reads('first'))
  endSession('left')
  startSession(session)
  paced('campaign 1', reads('next'))
  expect(read).toEqual(['first', 'next'])
  paced('campaign 1', reads('next'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(read).toEqual(['first', 'next', 'next'])
  paced('campaign 1', reads('next'))
  endSession('left')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(read).toEqual(['first', 'next', 'next', 'next'])
})
