import { expect, test } from 'vitest'
import type { SendStatus } from '#contract/campaigns/send.ts'
import { filterSends } from '../../../../../../web/screens/campaigns/details/sends/sends-filter.ts'
import { aSend } from '../../../../../support/domain/builders.ts'

const sends = [
  aSend({ id: '1', contact: '5561999990001', name: 'José Álvaro', status: 'success' }),
  aSend({ id: '2', contact: '5511988887777', name: 'Loja 24 Horas', status: 'read' }),
]
const found = (search: string, status: SendStatus | null = null) =>
  filterSends(sends, { search, status, variant: null }).map(({ id }) => id)

test('finds a phone however it is written, and a name without its accents', () => {
  expect(found('(61) 99999-0001')).toEqual(['1'])
  expect(found('jose alvaro')).toEqual(['1'])
})

test('takes digits between letters for a name', () => {
  expect(found('loja 24')).toEqual(['2'])
  expect(found('zzz 6199')).toEqual([])
})

test('narrows by status, alone and with words', () => {
  expect(found('', 'read')).toEqual(['2'])
  expect(found('jose', 'read')).toEqual([])
})
