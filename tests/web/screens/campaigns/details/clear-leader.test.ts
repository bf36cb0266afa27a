import { expect, test } from 'vitest'
import { noCounts } from '#contract/campaigns/campaign-counts.ts'
import { clearLeader } from '../../../../../web/screens/campaigns/details/variants/clear-leader.ts'

const answered = (...replies: readonly number[]) =>
  replies.map((replyCount) => ({ ...noCounts, recipientCount: 500, sentCount: 500, replyCount }))

test.each([
  ['far above both others', answered(20, 80, 25), 2],
  ['above one other alone', answered(78, 80, 25), null],
  ['ahead by what chance explains', answered(20, 32, 18), null],
  ['ahead with next to no answers', answered(0, 9, 0), null],
  ['nobody answered', answered(0, 0), null],
])('whether a text is clearly ahead is judged by its answers: %s', (_, variants, leader) => {
  expect(clearLeader(variants, 'replyCount')).toBe(leader)
})

test('a text that reached nobody is neither better nor worse', () => {
  const [first, second] = answered(20, 80)
  const unsent = { ...noCounts, recipientCount: 500 }
  expect(clearLeader([first ?? unsent, second ?? unsent, unsent], 'replyCount')).toBeNull()
})
