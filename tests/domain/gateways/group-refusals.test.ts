import { expect, test } from 'vitest'
import { groupErrorOf } from '../../../src/domain/gateways/group-refusals.ts'

test.each([
  ['group_create', 406, 'group_unacceptable'],
  ['group_create', 404, 'group_unacceptable'],
  ['group_create', 403, 'group_unacceptable'],
  ['group_create', 429, 'whatsapp_failed'],
  ['group_subject', 406, 'group_unacceptable'],
  ['group_subject', 403, 'group_refused'],
  ['group_subject', 404, 'group_unknown'],
  ['group_description', 409, 'group_unacceptable'],
  ['group_picture', 406, 'group_unacceptable'],
  ['group_info', 400, 'group_unknown'],
  ['group_info', 403, 'group_refused'],
  ['group_join', 410, 'invite_invalid'],
  ['invited_group', 406, 'invite_invalid'],
  ['invited_group', 503, 'whatsapp_failed'],
] as const)('where WhatsApp refuses %s with %i the caller gets %s', (kind, code, told) => {
  expect(groupErrorOf({ kind }, code)).toBe(told)
})
