import { expect, test } from 'vitest'
import { audienceFacts, heldPeople } from '../../../src/contract/campaigns/audience-words.ts'
import type { Campaign } from '../../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { aCampaign } from '../../support/domain/builders.ts'

const lists = [
  { id: 'a', name: 'Pais', total: 310 },
  { id: 'b', name: '', total: 100 },
]
const draft = (fields: Partial<Campaign>) =>
  aCampaign({ status: CampaignStatus.draft, contactListId: 'a', ...fields })

test('says how many people the lists of a campaign hold that has not started', () => {
  expect(heldPeople(draft({}), lists)).toBe('310')
  expect(heldPeople(draft({ moreListIds: ['b', 'a'] }), lists)).toBe('até 410')
  expect(heldPeople(draft({ exclusion: { days: 7, campaignIds: [] } }), lists)).toBe('até 310')
  expect(heldPeople(draft({ contactListId: null }), lists)).toBeNull()
  expect(heldPeople(draft({ contactListId: 'gone' }), lists)).toBeNull()
  expect(heldPeople(draft({}), undefined)).toBeNull()
  expect(heldPeople(draft({ status: CampaignStatus.done }), lists)).toBeNull()
})

test('names lists, filters and exclusions, and what is there no more', () => {
  const campaign = draft({
    moreListIds: ['b', 'gone'],
    filters: [
      { field: 'cidade', op: 'igual', value: 'Recife' },
      { field: 'email', op: 'preenchido', value: '' },
    ],
    exclusion: { days: 1, campaignIds: ['7', '8'] },
  })
  expect(audienceFacts(campaign, { lists, campaigns: [{ id: '7', name: 'Natal' }] })).toEqual([
    { name: 'Listas', value: 'Pais, Lista #b, lista excluída' },
    { name: 'Pessoas na lista', value: 'até 410' },
    { name: 'Filtro', value: 'cidade é igual a "Recife" e email está preenchido' },
    {
      name: 'Fica de fora',
      value: 'quem recebeu campanha no último dia; quem recebeu "Natal" ou uma campanha excluída',
    },
  ])
})
