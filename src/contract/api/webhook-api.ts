import { WebhookDeliveriesQuery } from '../gateways/delivery-query.ts'
import {
  CampaignWebhookJson,
  WebhookBody,
  WebhookDeliveriesJson,
  WebhookPatchBody,
  WebhooksJson,
  WebhookTestBody,
  WebhookTestJson,
} from '../webhooks/campaign-webhook.ts'
import { endpoint } from './endpoint.ts'

/** A user's own webhooks, which get the events of campaigns. */
export const webhookApi = {
  listWebhooks: endpoint({
    methods: ['get'],
    path: '/api/webhooks',
    summary:
      'Os webhooks da conta, do mais novo para o mais antigo; e o endereço em que o gateway deste servidor anuncia mensagens.',
    tag: 'Webhooks',
    answers: { 200: WebhooksJson },
    errors: [],
  }),
  createWebhook: endpoint({
    methods: ['post'],
    path: '/api/webhooks',
    summary: 'Cadastra um webhook. Só esta resposta traz o segredo das assinaturas.',
    tag: 'Webhooks',
    body: WebhookBody,
    answers: { 201: CampaignWebhookJson },
    errors: ['invalid', 'webhook_quota'],
  }),
  updateWebhook: endpoint({
    methods: ['patch'],
    path: '/api/webhooks/{id}',
    summary:
      'Altera um webhook. Com segredo nulo, sorteia outro, que só esta resposta traz; manter_horas deixa o anterior assinando também, por esse tempo.',
    tag: 'Webhooks',
    body: WebhookPatchBody,
    answers: { 200: CampaignWebhookJson },
    errors: ['invalid', 'campaign_webhook_not_found'],
  }),
  deleteWebhook: endpoint({
    methods: ['delete'],
    path: '/api/webhooks/{id}',
    summary: 'Exclui um webhook e o que esperava por ele.',
    tag: 'Webhooks',
    answers: { 204: null },
    errors: ['campaign_webhook_not_found'],
  }),
  testWebhook: endpoint({
    methods: ['post'],
    path: '/api/webhooks/{id}/test',
    summary:
      'Envia um evento de teste, uma vez só, e conta o que o webhook respondeu: o evento "teste", ou uma amostra de qualquer outro, com um id que começa com "teste-".',
    tag: 'Webhooks',
    body: WebhookTestBody,
    answers: { 200: WebhookTestJson },
    errors: ['invalid', 'campaign_webhook_not_found'],
  }),
  listWebhookDeliveries: endpoint({
    methods: ['get'],
    path: '/api/webhooks/{id}/deliveries',
    summary:
      'As entregas de um webhook, da mais nova para a mais antiga, com os mesmos filtros e páginas que as dos gateways.',
    tag: 'Webhooks',
    query: WebhookDeliveriesQuery,
    answers: { 200: WebhookDeliveriesJson },
    errors: ['invalid', 'campaign_webhook_not_found', 'deliveries_damaged'],
  }),
} as const
