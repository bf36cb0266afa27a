import { DeliveriesJson, DeliveryJson } from '../gateways/delivery.ts'
import { OpenedDeliveryJson } from '../gateways/delivery-attempt.ts'
import { DeliveriesQuery, RetriedJson, RetryDeliveriesBody } from '../gateways/delivery-query.ts'
import {
  InstanceSampleJson,
  InstanceTestBody,
  WebhookTestJson,
} from '../webhooks/campaign-webhook.ts'
import { InstanceSecretBody, InstanceSecretJson } from '../webhooks/webhook-secret.ts'
import { endpoint } from './endpoint.ts'

/** Calls about the deliveries of events to webhooks. */
export const deliveryApi = {
  listDeliveries: endpoint({
    methods: ['get'],
    path: '/api/webhooks/deliveries',
    summary:
      'Entregas aos webhooks do gateway deste servidor, da mais nova para a mais antiga: por evento, resultado (status), período (since, until) e pelo que há nelas (q: um telefone, o id de uma campanha ou mensagem). Em páginas: o Link leva à próxima, e X-Total-Count diz quantas são.',
    tag: 'Gateways',
    query: DeliveriesQuery,
    answers: { 200: DeliveriesJson },
    errors: ['invalid', 'deliveries_damaged'],
  }),
  showDelivery: endpoint({
    methods: ['get'],
    path: '/api/webhooks/deliveries/{id}',
    summary: 'Uma entrega: o que foi enviado, e cada tentativa com a resposta.',
    tag: 'Gateways',
    answers: { 200: OpenedDeliveryJson },
    errors: ['delivery_not_found', 'deliveries_damaged'],
  }),
  resendDelivery: endpoint({
    methods: ['post'],
    path: '/api/webhooks/deliveries/{id}/resend',
    summary:
      'Envia uma entrega na hora, mais uma vez, com o mesmo id, e conta o que o webhook respondeu. As tentativas automáticas de uma que espera continuam como estavam.',
    tag: 'Gateways',
    answers: { 200: OpenedDeliveryJson },
    errors: [
      'delivery_not_found',
      'delivery_body_gone',
      'delivery_under_way',
      'deliveries_damaged',
    ],
  }),
  sampleInstanceEvent: endpoint({
    methods: ['get'],
    path: '/api/webhooks/instances/{instance_name}/test',
    summary:
      'O corpo que um teste do webhook de uma instância enviaria: a amostra de um evento, sem o token da instância.',
    tag: 'Gateways',
    query: InstanceTestBody,
    answers: { 200: InstanceSampleJson },
    errors: ['invalid', 'campaign_webhook_not_found'],
  }),
  testInstanceWebhook: endpoint({
    methods: ['post'],
    path: '/api/webhooks/instances/{instance_name}/test',
    summary:
      'Envia a amostra de um evento ao webhook de uma instância, uma vez só, e conta o que ele respondeu. O id dela começa com "teste-".',
    tag: 'Gateways',
    body: InstanceTestBody,
    answers: { 200: WebhookTestJson },
    errors: ['invalid', 'campaign_webhook_not_found'],
  }),
  showInstanceSecret: endpoint({
    methods: ['get'],
    path: '/api/webhooks/instances/{instance_name}/secret',
    summary:
      'Se um segredo próprio assina os avisos de uma instância (proprio), ou ainda o token dela; e até quando o anterior assina também.',
    tag: 'Gateways',
    answers: { 200: InstanceSecretJson },
    errors: ['device_not_found'],
  }),
  renewInstanceSecret: endpoint({
    methods: ['post'],
    path: '/api/webhooks/instances/{instance_name}/secret',
    summary:
      'Cria ou troca o segredo que assina os avisos de uma instância. Só esta resposta o traz; manter_horas deixa o anterior, ou o token, assinando também, por esse tempo.',
    tag: 'Gateways',
    body: InstanceSecretBody,
    answers: { 200: InstanceSecretJson },
    errors: ['invalid', 'device_not_found'],
  }),
  retryDelivery: endpoint({
    methods: ['post'],
    path: '/api/webhooks/deliveries/{id}/retry',
    summary: 'Tenta de novo uma entrega que foi abandonada.',
    tag: 'Gateways',
    answers: { 202: DeliveryJson },
    errors: ['delivery_not_found', 'delivery_not_dead', 'deliveries_damaged'],
  }),
  retryDeliveries: endpoint({
    methods: ['post'],
    path: '/api/webhooks/deliveries/retry',
    summary:
      'Põe de novo na fila as entregas abandonadas de uma instância ou de um webhook da conta, todas ou só as do filtro.',
    tag: 'Gateways',
    body: RetryDeliveriesBody,
    answers: { 202: RetriedJson },
    errors: ['invalid', 'deliveries_damaged'],
  }),
} as const
