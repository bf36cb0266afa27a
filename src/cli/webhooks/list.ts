import { z } from 'zod'
import { webhookApi } from '../../contract/api/webhook-api.ts'
import { formatCount } from '../../contract/display.ts'
import type { Delivery } from '../../contract/gateways/delivery.ts'
import { CampaignEventName } from '../../contract/webhooks/campaign-event.ts'
import {
  type CampaignWebhook,
  WebhookDeliveriesJson,
  WebhooksJson,
} from '../../contract/webhooks/campaign-webhook.ts'
import type { Client } from '../client.ts'
import { connectSignedIn } from '../connect.ts'
import type { Context } from '../run.ts'
import { formatTime } from '../terminal/format.ts'
import { ExitCode } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import type { ListOptions } from './options.ts'

const statuses: Readonly<Record<Delivery['status'], string>> = {
  waiting: 'esperando',
  delivered: 'entregue',
  dead: 'abandonada',
}

export async function listWebhooks(
  context: Context,
  { deliveries }: ListOptions,
): Promise<ExitCode> {
  const client = await connectSignedIn(context)
  if (deliveries !== undefined) return listDeliveries(context, client, deliveries)
  const answer = await client.call(webhookApi.listWebhooks, {})
  const { webhooks } = answer
  context.terminal.answer(z.encode(WebhooksJson, answer).webhooks, () =>
    webhooks.length === 0
      ? 'Nenhum webhook. Cadastre um com: disparo webhooks add <url> --events todos'
      : formatTable(context.terminal, webhooks, [
          { header: 'ID', value: ({ id }: CampaignWebhook) => id },
          { header: 'Endereço', value: ({ url }) => url, shrinksTo: 14 },
          { header: 'Eventos', value: eventsOf, shrinksTo: 10 },
          { header: 'Ligado', value: ({ isActive }) => (isActive ? 'sim' : 'não'), dropRank: 1 },
        ]),
  )
  return ExitCode.done
}

function eventsOf({ events }: CampaignWebhook): string {
  return events.length === CampaignEventName.options.length ? 'todos' : events.join(', ')
}

async function listDeliveries(context: Context, client: Client, id: string): Promise<ExitCode> {
  const deliveries = await client.call(webhookApi.listWebhookDeliveries, { params: { id } })
  context.terminal.answer(z.encode(WebhookDeliveriesJson, deliveries), () =>
    deliveries.length === 0
      ? 'Nada foi enviado a este webhook ainda.'
      : formatTable(context.terminal, deliveries, [
          { header: 'Quando', value: ({ createdAt }: Delivery) => formatTime(createdAt) },
          { header: 'Evento', value: ({ event }) => event },
          { header: 'Situação', value: ({ status }) => statuses[status] },
          { header: 'Tentativas', value: ({ attemptCount }) => formatCount(attemptCount) },
          { header: 'Erro', value: ({ lastError }) => lastError ?? '–', shrinksTo: 20 },
        ]),
  )
  return ExitCode.done
}
