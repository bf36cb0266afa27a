import { CampaignJson, CampaignsJson } from '../../campaigns/campaign.ts'
import { StartedJson } from '../../service.ts'
import { endpoint } from '../endpoint.ts'
import { firstPaths } from '../first-paths.ts'
import { CampaignsQuery } from '../query.ts'

/** Campaigns, and what is done with those there are. */
export const campaignApi = {
  listCampaigns: endpoint({
    methods: ['get'],
    path: '/api/campaigns',
    summary:
      'Campanhas, da mais nova para a mais antiga; com abertas=true, só as agendadas, em andamento e pausadas; com status=Agendada,Pausada, só as destes status.',
    tag: 'Campanhas',
    query: CampaignsQuery,
    answers: { 200: CampaignsJson },
    errors: ['invalid'],
  }),
  listCampaignsWithStats: endpoint({
    methods: ['get'],
    path: firstPaths.campaigns,
    summary: 'O mesmo, com os totais.',
    tag: 'Campanhas',
    query: CampaignsQuery,
    answers: { 200: CampaignsJson },
    errors: ['invalid'],
  }),
  getCampaign: endpoint({
    methods: ['get'],
    path: '/api/campaigns/{id}',
    summary: 'Uma campanha.',
    tag: 'Campanhas',
    answers: { 200: CampaignJson },
    errors: ['campaign_not_found'],
  }),
  stopCampaign: endpoint({
    methods: ['post', 'put'],
    path: '/api/campaigns/{id}/stop',
    summary: 'Para uma campanha: o que está a caminho termina, nada mais começa.',
    tag: 'Campanhas',
    answers: { 200: CampaignJson },
    errors: ['campaign_not_found', 'not_running'],
  }),
  pauseCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/pause',
    summary: 'Pausa uma campanha: o que está a caminho termina, e o resto espera.',
    tag: 'Campanhas',
    answers: { 200: CampaignJson },
    errors: ['campaign_not_found', 'not_pausable'],
  }),
  resumeCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/resume',
    summary: 'Continua uma campanha pausada.',
    tag: 'Campanhas',
    answers: { 200: CampaignJson },
    errors: ['campaign_not_found', 'not_paused'],
  }),
  deleteCampaign: endpoint({
    methods: ['delete'],
    path: '/api/campaigns/{id}',
    summary: 'Exclui uma campanha; uma em andamento é parada antes.',
    tag: 'Campanhas',
    answers: { 204: null },
    errors: ['campaign_not_found'],
  }),
  processScheduled: endpoint({
    methods: ['post', 'get'],
    path: '/processScheduledMessages',
    summary: 'Começa o que já está na hora.',
    tag: 'Serviço',
    answers: { 200: StartedJson },
    errors: [],
  }),
} as const
