import { expect, test } from 'vitest'
import type { SendOutcome } from '../../../src/domain/messenger.ts'
import { judgeOutcome } from '../../../src/domain/sending/outcome.ts'

const closed: SendOutcome = { kind: 'unknown', reason: 'closed', detail: '' }
const notSent = (reason: Extract<SendOutcome, { kind: 'not_sent' }>['reason']): SendOutcome => ({
  kind: 'not_sent',
  reason,
  detail: '',
})
const resend = { attemptCount: 1, uncertain: 'resend' } as const

test('an acknowledgement accepts, with its time', () => {
  const at = '2026-01-15T12:00:00.000Z'
  expect(judgeOutcome({ kind: 'accepted', at }, resend)).toEqual({
    kind: 'accepted',
    atMs: Date.parse(at),
  })
})

test('a refusal is an error of that contact', () => {
  expect(judgeOutcome({ kind: 'refused', code: 479 }, resend)).toEqual({
    kind: 'failed',
    code: 'refused',
    refusalCode: 479,
  })
})

test('a reach-out restriction is no error of the contact', () => {
  expect(judgeOutcome({ kind: 'refused', code: 463 }, resend)).toEqual({
    kind: 'restricted',
    code: 463,
  })
})

test('a message of unknown fate goes out again, or is left as unconfirmed where told so', () => {
  expect(judgeOutcome(closed, resend)).toEqual({ kind: 'repeat' })
  expect(judgeOutcome(closed, { attemptCount: 1, uncertain: 'hold' })).toEqual({
    kind: 'failed',
    code: 'sem_confirmacao',
  })
})

test('silence on an open connection ends as unconfirmed and is never repeated', () => {
  const timeout: SendOutcome = { kind: 'unknown', reason: 'timeout', detail: '' }
  expect(judgeOutcome(timeout, resend)).toEqual({ kind: 'failed', code: 'sem_confirmacao' })
})

test('a message that certainly did not leave is attempted three times, not counting closed connections', () => {
  const third = { attemptCount: 3, uncertain: 'resend' } as const
  expect(judgeOutcome(notSent('closed'), third)).toEqual({ kind: 'give_back' })
  expect(judgeOutcome(notSent('rate_limited'), third)).toEqual({ kind: 'slow_down' })
  expect(judgeOutcome(notSent('storage'), third)).toEqual({ kind: 'no_storage' })
  expect(judgeOutcome(notSent('no_devices'), resend)).toEqual({ kind: 'postpone' })
  expect(judgeOutcome(notSent('no_devices'), third)).toEqual({ kind: 'failed', code: 'no_devices' })
  expect(judgeOutcome(notSent('media'), third)).toEqual({ kind: 'failed', code: 'media_failed' })
  expect(judgeOutcome(notSent('failed'), third)).toEqual({ kind: 'failed', code: 'send_failed' })
})
