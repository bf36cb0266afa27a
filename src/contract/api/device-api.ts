import {
  ConnectBody,
  ConnectJson,
  DeviceStatusJson,
  DevicesJson,
  KeepAliveBody,
  KeepAliveJson,
  QrJson,
} from '../device.ts'
import { DirectSendBody, DirectSendJson } from '../send.ts'
import { endpoint } from './endpoint.ts'
import { ForceQuery } from './query.ts'

/** WhatsApp devices, and single messages. */
export const deviceApi = {
  connectDevice: endpoint({
    methods: ['post'],
    path: '/api/whatsapp/connect',
    summary: 'Conecta um aparelho, ou começa o pareamento por QR ou código.',
    tag: 'WhatsApp',
    body: ConnectBody,
    answers: { 202: ConnectJson, 200: ConnectJson },
    errors: ['invalid', 'invalid_phone', 'device_quota'],
  }),
  deviceQr: endpoint({
    methods: ['get'],
    path: '/api/whatsapp/qr/{id}',
    summary: 'Texto do QR (ou o código de pareamento), quando houver.',
    tag: 'WhatsApp',
    answers: { 200: QrJson },
    errors: ['device_not_found'],
  }),
  deviceStatus: endpoint({
    methods: ['get'],
    path: '/api/whatsapp/status/{id}',
    summary: 'Situação de um aparelho.',
    tag: 'WhatsApp',
    answers: { 200: DeviceStatusJson },
    errors: ['device_not_found'],
  }),
  listDevices: endpoint({
    methods: ['get'],
    path: '/api/whatsapp/devices',
    summary: 'Todos os aparelhos.',
    tag: 'WhatsApp',
    answers: { 200: DevicesJson },
    errors: [],
  }),
  closeDevice: endpoint({
    methods: ['delete'],
    path: '/api/whatsapp/session/{id}',
    summary: 'Desconecta e guarda as chaves.',
    tag: 'WhatsApp',
    answers: { 204: null },
    errors: ['device_not_found'],
  }),
  deleteDevice: endpoint({
    methods: ['delete'],
    path: '/api/whatsapp/devices/{id}/auth',
    summary: 'Sai do WhatsApp, apaga as chaves e o aparelho.',
    tag: 'WhatsApp',
    query: ForceQuery,
    answers: { 204: null },
    errors: ['device_not_found', 'device_busy'],
  }),
  keepAlive: endpoint({
    methods: ['post'],
    path: '/api/baileys/keep-alive',
    summary: 'Reconecta o que deveria estar conectado.',
    tag: 'WhatsApp',
    body: KeepAliveBody,
    answers: { 200: KeepAliveJson },
    errors: ['invalid', 'device_not_found'],
  }),
  sendMessage: endpoint({
    methods: ['post'],
    path: '/api/whatsapp/send',
    isIdempotent: true,
    summary: 'Envia uma mensagem avulsa; responde quando o WhatsApp confirma.',
    tag: 'WhatsApp',
    body: DirectSendBody,
    answers: { 200: DirectSendJson },
    errors: [
      'invalid',
      'device_not_found',
      'device_not_connected',
      'invalid_phone',
      'image_unknown',
      'not_on_whatsapp',
      'refused_by_whatsapp',
      'not_confirmed',
    ],
  }),
} as const
