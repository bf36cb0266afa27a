import { expect, test } from 'vitest'
import { z } from 'zod'
import { Instant } from '../../src/contract/instant.ts'

test.each([
  ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:00-03:00', '2026-11-21T13:00:00.000Z'],
  ['2026-11-21T10:00-0300', '2026-11-21T13:00:00.000Z'],
  ['2026-11-21T10:00-03', '2026-11-21T13:00:00.000Z'],
  ['2026-11-21T10:00:00.5+05:30', '2026-11-21T04:30:00.500Z'],
  ['2026-11-21T10:00Z', '2026-11-21T10:00:00.000Z'],
])('takes %s as %s', (text, instant) => {
  expect(z.decode(Instant, text)).toBe(instant)
})

test.each(['2026-11-21T10:00:00', '2026-11-21', '21/11/2026 10:00', '', 'agora'])(
  'refuses %j for want of an offset',
  (text) => {
    const { error } = Instant.safeParse(text)
    expect(error?.issues[0]?.message).toContain('fuso horário')
  },
)

test.each([
  '2026-13-41T10:00Z',
  '2027-02-31T10:00:00-03:00',
  '2027-04-31T10:00Z',
  '2027-02-29T10:00Z',
])('refuses %s, a day that does not exist', (text) => {
  expect(Instant.safeParse(text).error?.issues[0]?.message).toBe('Esta data não existe.')
})
