import { z } from 'zod'
import { CampaignJson, CampaignsJson } from '../campaigns/campaign.ts'
import { CampaignBody, CampaignPatchBody } from '../campaigns/campaign-body.ts'
import { SendFilter, SendsJson } from '../campaigns/send.ts'
import { VariantQuery } from '../campaigns/variants.ts'
import { StartedJson } from '../service.ts'
import { endpoint } from './endpoint.ts'
import { CursorPage, ExportQuery } from './query.ts'

/** Campaigns and the results of their sends. */
export const campaignApi = {
  listCampaigns: endpoint({
    methods: ['get'],
    path: '/api/campaigns',
    summary: 'Campanhas, da mais nova para a mais antiga.',
    tag: 'Campanhas',
    query: CursorPage,
    answers: { 200: CampaignsJson },
    errors: ['invalid'],
  }),
  listCampaignsWithStats: endpoint({
    methods: ['get'],
    path: '/api/campaigns/with-stats',
    summary: 'O mesmo, com os totais.',
    tag: 'Campanhas',
    query: CursorPage,
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
  listSends: endpoint({
    methods: ['get'],
    path: '/api/campaigns/{id}/sends',
    summary: 'O resultado de cada destinatário, na ordem de envio.',
    tag: 'Campanhas',
    query: CursorPage.extend({
      format: z.enum(['json', 'csv']).optional(),
      /** A page of one status may be shorter than its limit, or empty, with more behind it. */
      status: SendFilter.optional(),
      /** Of a campaign with several texts: those who got this one. */
      variante: VariantQuery.optional(),
      ...ExportQuery.shape,
    }),
    answers: { 200: SendsJson },
    errors: ['campaign_not_found', 'ledger_damaged', 'invalid'],
  }),
  campaignReport: endpoint({
    methods: ['get'],
    path: '/api/campaigns/{id}/report',
    summary: 'Os resultados como página para imprimir.',
    tag: 'Campanhas',
    answers: { 200: 'text/html' },
    errors: ['campaign_not_found', 'ledger_damaged'],
  }),
  createCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns',
    isIdempotent: true,
    summary: 'Cria um rascunho ou uma campanha agendada ou imediata.',
    tag: 'Campanhas',
    body: CampaignBody,
    answers: { 201: CampaignJson },
    errors: ['invalid', 'image_unknown', 'list_unknown', 'device_unknown', 'campaign_quota'],
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
      'list_unknown',
      'device_unknown',
    ],
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
