import type { ErrorCode } from '../../errors.ts'
import {
  ConnectQuery,
  FetchInstancesQuery,
  GatewayAnswer,
  GatewayBody,
  GatewayJson,
  GatewayQuery,
  GatewaysJson,
  InstanceCreateBody,
  WebhookSetBody,
} from '../../gateways/gateway.ts'
import {
  ChatContactsJson,
  ChatContactsQuery,
  InstanceNamesJson,
  ReceivedJson,
  WebhookBody,
  WebhookMessagesJson,
  WebhookMessagesQuery,
} from '../../messages/chat.ts'
import { deliveryApi } from '../delivery-api.ts'
import { endpoint } from '../endpoint.ts'
import { assistantApi } from './assistant-api.ts'
import { evolutionApi } from './evolution-api.ts'

const gateways = {
  listGateways: endpoint({
    methods: ['get'],
    path: '/api/evolution',
    summary: 'Gateways, do mais novo para o mais antigo, cada um com o endereço do seu webhook.',
    tag: 'Gateways',
    answers: { 200: GatewaysJson },
    errors: [],
  }),
  createGateway: endpoint({
    methods: ['post'],
    path: '/api/evolution',
    summary: 'Cadastra um gateway.',
    tag: 'Gateways',
    body: GatewayBody,
    answers: { 201: GatewayJson },
    errors: ['invalid'],
  }),
  deleteGateway: endpoint({
    methods: ['delete'],
    path: '/api/evolution/{id}',
    summary: 'Exclui um gateway e as mensagens que vieram dele.',
    tag: 'Gateways',
    answers: { 204: null },
    errors: ['gateway_not_found', 'gateway_own'],
  }),
}

const passedOn = [
  'invalid',
  'gateway_not_found',
  'gateway_instance_not_found',
  'gateway_refused',
  'gateway_key_refused',
  'gateway_busy',
  'gateway_private',
  'gateway_unavailable',
  'gateway_license',
] as const satisfies readonly ErrorCode[]

/** The only calls of a gateway that the daemon passes on for pages. */
const gatewayProxy = {
  proxyRoot: endpoint({
    methods: ['get'],
    path: '/api/evolution/{id}/proxy/',
    summary: 'O que um gateway diz de si, como a sua versão.',
    tag: 'Gateways',
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
  proxyInstances: endpoint({
    methods: ['get'],
    path: '/api/evolution/{id}/proxy/instance/fetchInstances',
    summary: 'Instâncias de um gateway.',
    tag: 'Gateways',
    query: FetchInstancesQuery,
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
  proxyCreate: endpoint({
    methods: ['post'],
    path: '/api/evolution/{id}/proxy/instance/create',
    summary: 'Cria uma instância em um gateway.',
    tag: 'Gateways',
    body: InstanceCreateBody,
    answers: { 201: GatewayAnswer },
    errors: passedOn,
  }),
  proxyConnect: endpoint({
    methods: ['get'],
    path: '/api/evolution/{id}/proxy/instance/connect/{name}',
    summary: 'QR e código de pareamento de uma instância.',
    tag: 'Gateways',
    query: ConnectQuery,
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
  proxyState: endpoint({
    methods: ['get'],
    path: '/api/evolution/{id}/proxy/instance/connectionState/{name}',
    summary: 'Situação de uma instância.',
    tag: 'Gateways',
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
  proxyRestart: endpoint({
    methods: ['post'],
    path: '/api/evolution/{id}/proxy/instance/restart/{name}',
    summary: 'Fecha a conexão de uma instância e conecta de novo, com as mesmas chaves.',
    tag: 'Gateways',
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
  proxyLogout: endpoint({
    methods: ['delete'],
    path: '/api/evolution/{id}/proxy/instance/logout/{name}',
    summary: 'Desconecta o celular de uma instância e mantém a instância.',
    tag: 'Gateways',
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
  proxyDelete: endpoint({
    methods: ['delete'],
    path: '/api/evolution/{id}/proxy/instance/delete/{name}',
    summary: 'Exclui uma instância de um gateway.',
    tag: 'Gateways',
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
  proxySetWebhook: endpoint({
    methods: ['post'],
    path: '/api/evolution/{id}/proxy/webhook/set/{name}',
    summary: 'Configura o webhook de uma instância.',
    tag: 'Gateways',
    body: WebhookSetBody,
    answers: { 201: GatewayAnswer },
    errors: passedOn,
  }),
  proxyFindWebhook: endpoint({
    methods: ['get'],
    path: '/api/evolution/{id}/proxy/webhook/find/{name}',
    summary: 'O webhook configurado em uma instância.',
    tag: 'Gateways',
    answers: { 200: GatewayAnswer },
    errors: passedOn,
  }),
}

const chat = {
  receiveWebhook: endpoint({
    methods: ['post'],
    path: '/webhooks/{token}',
    summary:
      'Recebe o que um gateway anuncia: mensagens (messages.upsert) e até onde chegaram as enviadas (messages.update).',
    tag: 'Mensagens',
    isPublic: true,
    body: WebhookBody,
    answers: { 200: ReceivedJson },
    errors: ['webhook_not_found', 'no_message_event', 'instance_limit', 'messages_damaged'],
  }),
  receiveUpsert: endpoint({
    methods: ['post'],
    path: '/webhooks/{token}/messages-upsert',
    summary: 'As mensagens, para gateways que usam um endereço por evento.',
    tag: 'Mensagens',
    isPublic: true,
    body: WebhookBody,
    answers: { 200: ReceivedJson },
    errors: ['webhook_not_found', 'no_message_event', 'instance_limit', 'messages_damaged'],
  }),
  receiveUpdate: endpoint({
    methods: ['post'],
    path: '/webhooks/{token}/messages-update',
    summary: 'Até onde chegaram as enviadas, para gateways que usam um endereço por evento.',
    tag: 'Mensagens',
    isPublic: true,
    body: WebhookBody,
    answers: { 200: ReceivedJson },
    errors: ['webhook_not_found', 'no_message_event', 'messages_damaged'],
  }),
  listChatInstances: endpoint({
    methods: ['get'],
    path: '/api/webhook-messages/instances',
    summary: 'Instâncias que têm mensagens.',
    tag: 'Mensagens',
    query: GatewayQuery,
    answers: { 200: InstanceNamesJson },
    errors: ['invalid', 'gateway_not_found', 'messages_damaged'],
  }),
  listChatContacts: endpoint({
    methods: ['get'],
    path: '/api/webhook-messages/contacts',
    summary: 'Com quem uma instância tem mensagens; as mais novas primeiro.',
    tag: 'Mensagens',
    query: ChatContactsQuery,
    answers: { 200: ChatContactsJson },
    errors: ['invalid', 'gateway_not_found', 'messages_damaged'],
  }),
  listWebhookMessages: endpoint({
    methods: ['get'],
    path: '/api/webhook-messages',
    summary:
      'As mensagens mais novas de uma conversa, ou as vizinhas de uma delas, da mais antiga para a mais nova.',
    tag: 'Mensagens',
    query: WebhookMessagesQuery,
    answers: { 200: WebhookMessagesJson },
    errors: ['invalid', 'gateway_not_found', 'messages_damaged'],
  }),
}

/** Calls about gateways, their messages, and what answers them. */
export const gatewayApi = {
  ...gateways,
  ...gatewayProxy,
  ...chat,
  ...evolutionApi,
  ...deliveryApi,
  ...assistantApi,
} as const
