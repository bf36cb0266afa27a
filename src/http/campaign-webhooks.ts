import { api } from '../contract/api/calls.ts'
import { deliveryPage, toSearch } from './answers/delivery-page.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Routes of a user's own webhooks, which get the events of campaigns. */
export function campaignWebhookRoutes({
  campaignWebhooks,
  gateways,
  settings,
}: Services): Binding[] {
  return [
    bind(api.listWebhooks, async ({ caller }) => ({
      status: 200,
      body: {
        url: await gateways.ownWebhookUrl(caller.user.id),
        webhooks: [...(await campaignWebhooks.list(caller.user.id))],
      },
    })),

    bind(api.createWebhook, async ({ caller, body }) => ({
      status: 201,
      body: await campaignWebhooks.create(caller.user.id, body),
    })),

    bind(api.updateWebhook, async ({ caller, params, body }) => ({
      status: 200,
      body: await campaignWebhooks.update(caller.user.id, params.id, body),
    })),

    bind(api.deleteWebhook, async ({ caller, params }) => {
      await campaignWebhooks.remove(caller.user.id, params.id)
      return { status: 204 }
    }),

    bind(api.testWebhook, async ({ caller, params, body }) => ({
      status: 200,
      body: await campaignWebhooks.test(caller.user.id, params.id, body),
    })),

    bind(api.listWebhookDeliveries, async ({ c, caller, params, query }) => {
      const found = await campaignWebhooks.deliveries(caller.user.id, params.id, toSearch(query))
      return deliveryPage(c, { ...found, limit: query.limit, basePath: settings.basePath })
    }),
  ]
}
