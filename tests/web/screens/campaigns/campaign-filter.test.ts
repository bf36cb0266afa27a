import { expect, test } from 'vitest'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import {
  filterCampaigns,
  statusChoices,
} from '../../../../web/screens/campaigns/campaign-filter.ts'
import { aCampaign } from '../../../support/domain/builders.ts'

const campaigns = [
  aCampaign({ id: '1', name: 'Promoção de Verão', description: 'Oi, {nome}!' }),
  aCampaign({
    id: '2',
    name: 'Aviso',
    description: 'A LOJA não abre',
    status: CampaignStatus.failed,
  }),
]
const found = (search: string, status: CampaignStatus | null = null) =>
  filterCampaigns(campaigns, { search, status }).map(({ id }) => id)

test('finds words in name and description, whatever their case and accents', () => {
  expect(found(' promocao DE verao')).toEqual(['1'])
  expect(found('NÃO')).toEqual(['2'])
  expect(found('loja nao')).toEqual(['2'])
  expect(found('verao oi')).toEqual([])
})

test('Não Concluída means the status that the server writes otherwise', () => {
  const choice = statusChoices.find(({ label }) => label === 'Não Concluída')
  expect(found('', choice?.status)).toEqual(['2'])
  expect(found('verao', choice?.status)).toEqual([])
})

test('shows everything where nothing is asked for', () => {
  expect(found('  ')).toEqual(['1', '2'])
})
