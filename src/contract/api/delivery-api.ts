import { DeliveriesJson, DeliveriesQuery, DeliveryJson } from '../gateways/delivery.ts'
import { endpoint } from './endpoint.ts'

/** Calls about the deliveries of events to webhooks. */
export const deliveryApi = {
  listDeliveries: endpoint({
    methods: ['get'],
    path: '/api/webhooks/deliveries',
    summary: 'Entregas aos webhooks do gateway deste servidor, da mais nova para a mais antiga.',
    tag: 'Gateways',
    query: DeliveriesQuery,
    answers: { 200: DeliveriesJson },
    errors: ['invalid', 'deliveries_damaged'],
  }),
  retryDelivery: endpoint({
    methods: ['post'],
    path: '/api/webhooks/deliveries/{id}/retry',
    summary: 'Tenta de novo uma entrega que foi abandonada.',
    tag: 'Gateways',
    answers: { 202: DeliveryJson },
    errors: ['delivery_not_found', 'delivery_not_dead', 'deliveries_damaged'],
  }),
} as const
