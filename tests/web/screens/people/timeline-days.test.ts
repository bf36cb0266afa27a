import { expect, test } from 'vitest'
import { type TimelineEvent, TimelineKind } from '../../../../src/contract/people/timeline.ts'
import { daysOf } from '../../../../web/screens/people/person/timeline/timeline-days.ts'

function aNote(date: Date): TimelineEvent {
  const at = date.toISOString()
  const note = { id: at, text: 'Oi', createdAt: at, editedAt: null, pinnedAt: null }
  return { kind: TimelineKind.note, id: at, at, note }
}

test.each([
  ['an ordinary one', new Date(2026, 10, 21, 0, 30), 'Quinta-feira, 19 de novembro'],
  ['one of 23 hours in New York', new Date(2026, 2, 9, 0, 30), 'Sábado, 7 de março'],
  ['one of 23 hours in Berlin', new Date(2026, 2, 30, 0, 30), 'Sábado, 28 de março'],
])('in the first hour after a day only that day is yesterday: %s', (_, now, before) => {
  const daysAgo = (days: number) =>
    aNote(
      new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, days === 0 ? 0 : 23, 45),
    )
  const labels = daysOf([daysAgo(0), daysAgo(1), daysAgo(2)], now.getTime())
  expect(labels.map(({ label }) => label)).toEqual(['Hoje', 'Ontem', before])
})

test('a day of another year has its year', () => {
  const [day] = daysOf([aNote(new Date(2025, 10, 20, 12))], new Date(2026, 0, 2).getTime())
  expect(day?.label).toBe('20 de novembro de 2025')
})
