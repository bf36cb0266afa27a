import { HealthJson, ScanBody } from '../service.ts'
import { endpoint } from './endpoint.ts'
import { EventsQuery } from './query.ts'

/** Calls about events, and the daemon itself. */
export const serviceApi = {
  health: endpoint({
    methods: ['get'],
    path: '/health',
    summary: 'Se o servidor está de pé e consegue gravar.',
    tag: 'Serviço',
    isPublic: true,
    answers: { 200: HealthJson, 503: HealthJson },
    errors: [],
  }),
  events: endpoint({
    methods: ['get'],
    path: '/api/events',
    summary: 'Novidades ao vivo (server-sent events).',
    tag: 'Serviço',
    query: EventsQuery,
    answers: { 200: 'text/event-stream' },
    errors: ['invalid', 'too_many_streams'],
  }),
  simulatorScan: endpoint({
    methods: ['post'],
    path: '/api/simulator/scan',
    summary: 'No modo simulador: o celular lê o QR deste aparelho, ou recebe o seu código.',
    tag: 'Serviço',
    body: ScanBody,
    answers: { 202: null },
    errors: ['invalid', 'device_not_found', 'no_qr'],
  }),
} as const
