import { expect, test } from 'vitest'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import {
  type CampaignOrder,
  sortCampaigns,
} from '../../../../web/screens/campaigns/campaign-order.ts'
import { aCampaign } from '../../../support/domain/builders.ts'

const { scheduled, done } = CampaignStatus
const at = (scheduledAt: string) => ({ status: scheduled, scheduledAt })
const campaigns = [
  aCampaign({ id: '1', name: 'Semana 10', ...at('2026-03-01T12:00:00.000Z'), replyCount: 0 }),
  aCampaign({ id: '2', name: 'órfãos', status: done, replyCount: 3 }),
  aCampaign({ id: '3', name: 'semana 2', ...at('2026-02-01T12:00:00.000Z'), replyCount: 0 }),
  aCampaign({ id: '4', name: 'Aviso', status: done, replyCount: 12 }),
  aCampaign({
    ...{ id: '5', name: 'Orquídeas', status: done, replyCount: 3 },
    scheduledAt: '2026-01-01T12:00:00.000Z',
  }),
]
const idsBy = (order: CampaignOrder) => sortCampaigns(campaigns, order).map(({ id }) => id)

test.each([
  ['recentes', ['1', '2', '3', '4', '5']],
  ['nome', ['4', '2', '5', '3', '1']],
  ['respostas', ['4', '2', '5', '1', '3']],
] as const)('campaigns stand in the order %s', (order, ids) => {
  expect(idsBy(order)).toEqual(ids)
})

test('campaigns that start next come first, and the others stay as they were', () => {
  expect(idsBy('proximas')).toEqual(['3', '1', '2', '4', '5'])
})
