/** Where webhooks are, in the address of the settings. */

/** Names the webhook whose deliveries are shown. */
export const WEBHOOK_PARAMETER = 'webhook'

export const webhookListAddress = 'aba=webhooks'

export function webhookAddress(id: string): string {
  return `${webhookListAddress}&${WEBHOOK_PARAMETER}=${encodeURIComponent(id)}`
}
