import { CampaignJson } from '../../campaigns/campaign.ts'
import { CampaignBody, CampaignPatchBody } from '../../campaigns/campaign-body.ts'
import { endpoint } from '../endpoint.ts'

/** Campaigns made, changed and brought back: apart, since the console's first screen does none of it. */
export const campaignEditApi = {
  createCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns',
    isIdempotent: true,
    summary: 'Cria um rascunho ou uma campanha agendada ou imediata.',
    tag: 'Campanhas',
    body: CampaignBody,
    answers: { 201: CampaignJson },
    errors: [
      'invalid',
      'image_unknown',
      'attachment_unknown',
      'list_unknown',
      'device_unknown',
      'campaign_quota',
    ],
  }),
  updateCampaign: endpoint({
    methods: ['patch', 'put'],
    path: '/api/campaigns/{id}',
    summary: 'Altera uma campanha que ainda não começou.',
    tag: 'Campanhas',
    body: CampaignPatchBody,
    answers: { 200: CampaignJson },
    errors: [
      'invalid',
      'campaign_not_found',
      'campaign_locked',
      'image_unknown',
      'attachment_unknown',
      'list_unknown',
      'device_unknown',
    ],
  }),
  restoreCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/restore',
    summary:
      'Desfaz a exclusão de uma campanha, até dois minutos depois dela: uma que estava em andamento continua.',
    tag: 'Campanhas',
    answers: { 200: CampaignJson },
    errors: ['campaign_not_found'],
  }),
} as const
