import { z } from 'zod'
import { CampaignJson, CampaignsJson } from '../campaigns/campaign.ts'
import { CampaignBody, CampaignPatchBody } from '../campaigns/campaign-body.ts'
import { CampaignPreviewJson } from '../campaigns/campaign-preview.ts'
import { CampaignTestBody, CampaignTestResultJson } from '../campaigns/campaign-test.ts'
import { FollowupBody, ResultListBody, RetryQuery } from '../campaigns/followup.ts'
import { SendFilter, SendsJson } from '../campaigns/send.ts'
import { ContactReportJson } from '../contacts/contact-list.ts'
import { StartedJson } from '../service.ts'
import { endpoint } from './endpoint.ts'
import { CursorPage, ExportQuery } from './query.ts'

/** What may be wrong with people taken from a campaign's results. */
const fromResults = [
  'invalid',
  'campaign_not_found',
  'campaign_not_over',
  'nobody_left',
  'ledger_damaged',
  'list_quota',
  'list_too_large',
] as const

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
  previewCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/preview',
    summary: 'O que uma campanha faria: destinatários, quem fica de fora, exemplos e avisos.',
    tag: 'Campanhas',
    query: z.object({
      contact: z.string().max(100).optional().meta({
        description: 'Telefone de um contato das listas, cujo texto vem entre os exemplos.',
      }),
    }),
    body: CampaignPatchBody,
    answers: { 200: CampaignPreviewJson },
    errors: [
      'invalid',
      'list_unknown',
      'list_damaged',
      'device_unknown',
      'contact_unknown',
      'reach_unknown',
    ],
  }),
  testCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/test',
    summary: 'Envia a mensagem uma vez, para ver no celular; não conta em campanha nenhuma.',
    tag: 'Campanhas',
    body: CampaignTestBody,
    answers: { 200: CampaignTestResultJson },
    errors: [
      'invalid',
      'list_unknown',
      'list_damaged',
      'device_unknown',
      'contact_unknown',
      'reach_unknown',
      'image_unknown',
      'invalid_phone',
      'device_not_connected',
      'not_on_whatsapp',
      'strangers_held',
      'refused_by_whatsapp',
      'not_confirmed',
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
  followUpCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/followup',
    isIdempotent: true,
    summary:
      'Faz um rascunho para uma parte das pessoas desta campanha, pelo resultado de cada uma.',
    tag: 'Campanhas',
    body: FollowupBody,
    answers: { 201: CampaignJson },
    errors: [...fromResults, 'image_unknown', 'list_unknown', 'device_unknown', 'campaign_quota'],
  }),
  retryCampaign: endpoint({
    methods: ['post'],
    path: '/api/campaigns/{id}/retry',
    isIdempotent: true,
    summary: 'Faz um rascunho para quem deu erro, ou para quem ainda não foi tentado.',
    tag: 'Campanhas',
    query: RetryQuery,
    answers: { 201: CampaignJson },
    errors: [...fromResults, 'image_unknown', 'campaign_quota'],
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
