import type { Context } from 'hono'
import { api } from '../contract/api/calls.ts'
import { JSON_BODY_LIMIT_BYTES } from '../contract/limits.ts'
import { deliveryPage, toSearch } from './answers/delivery-page.ts'
import { jsonHeaders } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import { readJson } from './requests/body.ts'
import type { Env } from './requests/client.ts'
import type { Services } from './services.ts'

/** Routes of what gateways post, of the chats made of it, and of deliveries to webhooks. */
export function webhookRoutes({
  webhookMessages,
  chats,
  deliveries,
  instanceTrials,
  instanceSecrets,
  settings,
}: Services): Binding[] {
  return [
    {
      endpoint: api.receiveWebhook,
      answer: (c) => receive(c, { implied: null }),
    },
    {
      endpoint: api.receiveUpsert,
      answer: (c) => receive(c, { implied: 'messages' }),
    },
    {
      endpoint: api.receiveUpdate,
      answer: (c) => receive(c, { implied: 'statuses' }),
    },

    bind(api.listChatInstances, async ({ caller, query }) => ({
      status: 200,
      body: [...(await webhookMessages.instances(caller.user.id, query))],
    })),

    bind(api.listChatContacts, async ({ caller, query }) => ({
      status: 200,
      body: [...(await webhookMessages.contacts(caller.user.id, query))],
    })),

    bind(api.listWebhookMessages, async ({ caller, query }) => ({
      status: 200,
      body: [...(await chats.thread(caller.user.id, query))],
    })),

    bind(api.listDeliveries, async ({ c, caller, query: { instance, ...query } }) => {
      const search = { ...toSearch(query), instance }
      const found = await deliveries.search(caller.user.id, search)
      return deliveryPage(c, { ...found, limit: query.limit, basePath: settings.basePath })
    }),

    bind(api.showDelivery, async ({ caller, params }) => ({
      status: 200,
      body: await deliveries.open(caller.user.id, params.id),
    })),

    bind(api.resendDelivery, async ({ caller, params }) => ({
      status: 200,
      body: await deliveries.resend(caller.user.id, params.id),
    })),

    bind(api.sampleInstanceEvent, async ({ caller, params, query }) => ({
      status: 200,
      body: await instanceTrials.sample(caller.user.id, params.instance_name, query),
    })),

    bind(api.testInstanceWebhook, async ({ caller, params, body }) => ({
      status: 200,
      body: await instanceTrials.test(caller.user.id, params.instance_name, body),
    })),

    bind(api.showInstanceSecret, async ({ caller, params }) => ({
      status: 200,
      body: await instanceSecrets.show(caller.user.id, params.instance_name),
    })),

    bind(api.renewInstanceSecret, async ({ caller, params, body }) => ({
      status: 200,
      body: await instanceSecrets.renew(caller.user.id, params.instance_name, body),
    })),

    bind(api.retryDeliveries, async ({ caller, body: { instance, ...filter } }) => {
      const outbox = { userId: caller.user.id, instance }
      return { status: 202, body: { total: await deliveries.retryAll(outbox, filter) } }
    }),

    bind(api.retryDelivery, async ({ caller, params }) => ({
      status: 202,
      body: await deliveries.retry(caller.user.id, params.id),
    })),
  ]

  /** Not bound like the others: for an unknown token nothing of a large body is read. */
  async function receive(
    c: Context<Env>,
    options: Parameters<typeof webhookMessages.receive>[2],
  ): Promise<Response> {
    const token = c.req.param('token') ?? ''
    await webhookMessages.checkToken(token)
    const { value } = await readJson(c, { limitBytes: JSON_BODY_LIMIT_BYTES })
    const received = await webhookMessages.receive(token, value, options)
    return new Response(JSON.stringify(received), { status: 200, headers: jsonHeaders })
  }
}
