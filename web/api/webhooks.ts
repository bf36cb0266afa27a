import { mutate } from 'swr'
import { webhookApi } from '#contract/api/webhook-api.ts'
import type {
  CampaignWebhook,
  WebhookBody,
  WebhookPatchBody,
  WebhookTest,
  WebhookTestJson,
} from '#contract/webhooks/campaign-webhook.ts'
import { isGone } from './calls/call-error.ts'
import { call, keyOf } from './calls/client.ts'
import { useCall } from './calls/use-call.ts'

const webhooksKey = keyOf(webhookApi.listWebhooks, {})

/** The account's own webhooks, newest first. */
export function useWebhooks() {
  return useCall(webhookApi.listWebhooks, {})
}

/** The answer carries the secret, this once. */
export async function createWebhook(body: WebhookBody): Promise<CampaignWebhook> {
  const webhook = await call(webhookApi.createWebhook, { body })
  await mutate(webhooksKey)
  return webhook
}

/** The answer carries the secret where the patch asks for another. */
export async function updateWebhook(id: string, body: WebhookPatchBody): Promise<CampaignWebhook> {
  const webhook = await call(webhookApi.updateWebhook, { params: { id }, body })
  await mutate(webhooksKey)
  return webhook
}

/** One that is gone already is no failure. */
export async function deleteWebhook(id: string): Promise<void> {
  try {
    await call(webhookApi.deleteWebhook, { params: { id } })
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await mutate(webhooksKey)
}

/** Posts a test event, and returns what the receiver answered. */
export async function testWebhook(id: string, body: WebhookTest): Promise<WebhookTestJson> {
  return await call(webhookApi.testWebhook, { params: { id }, body })
}
