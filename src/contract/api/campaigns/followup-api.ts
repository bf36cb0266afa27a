import { CampaignJson } from '../../campaigns/campaign.ts'
import { FollowupBody, ResultListBody, RetryQuery } from '../../campaigns/followup.ts'
import { ContactReportJson } from '../../contacts/contact-list.ts'
import { endpoint } from '../endpoint.ts'

/** Errors of a call for recipients taken from a campaign's results. */
const fromResults = [
  'invalid',
  'campaign_not_found',
  'campaign_not_over',
  'nobody_left',
  'ledger_damaged',
  'list_quota',
  'list_too_large',
] as const

/** New campaigns and lists from the results of one. */
export const followupApi = {
  followUpCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/followup',
    isIdempotent: true,
    summary:
      'Faz um rascunho para uma parte das pessoas desta campanha, pelo resultado de cada uma.',
    tag: 'Campanhas',
    body: FollowupBody,
    answers: { 201: CampaignJson },
    errors: [
      ...fromResults,
      'image_unknown',
      'attachment_unknown',
      'list_unknown',
      'device_unknown',
      'campaign_quota',
    ],
  }),
  retryCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/retry',
    isIdempotent: true,
    summary: 'Faz um rascunho para quem deu erro, ou para quem ainda não foi tentado.',
    tag: 'Campanhas',
    query: RetryQuery,
    answers: { 201: CampaignJson },
    errors: [...fromResults, 'image_unknown', 'attachment_unknown', 'campaign_quota'],
  }),
  listCampaignPeople: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/lista',
    isIdempotent: true,
    summary: 'Faz uma lista de contatos com uma parte das pessoas desta campanha.',
    tag: 'Campanhas',
    body: ResultListBody,
    answers: { 201: ContactReportJson },
    errors: [...fromResults],
  }),
} as const
