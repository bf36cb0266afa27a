import { api } from '../contract/api/calls.ts'
import type { GatewayAnswer } from '../contract/gateways/gateway.ts'
import { jsonHeaders } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

const CREATED = 201

/** Routes of gateways, and of the calls that pages make of them through the daemon. */
export function gatewayRoutes({ gateways }: Services): Binding[] {
  return [
    bind(api.listGateways, async ({ caller }) => ({
      status: 200,
      body: [...(await gateways.list(caller.user))],
    })),

    bind(api.createGateway, async ({ caller, body }) => ({
      status: 201,
      body: await gateways.create(caller.user, body),
    })),

    bind(api.deleteGateway, async ({ caller, params }) => {
      await gateways.remove(caller.user.id, params.id)
      return { status: 204 }
    }),

    bind(api.proxyRoot, async ({ c, caller, params }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'GET',
          path: [],
          signal: c.req.raw.signal,
        }),
      ),
    ),

    bind(api.proxyInstances, async ({ c, caller, params, query }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'GET',
          path: ['instance', 'fetchInstances'],
          query,
          signal: c.req.raw.signal,
        }),
      ),
    ),

    bind(api.proxyCreate, async ({ c, caller, params, body }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'POST',
          path: ['instance', 'create'],
          body,
          signal: c.req.raw.signal,
        }),
        CREATED,
      ),
    ),

    bind(api.proxyConnect, async ({ c, caller, params, query }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'GET',
          path: ['instance', 'connect', params.name],
          query,
          signal: c.req.raw.signal,
        }),
      ),
    ),

    bind(api.proxyState, async ({ c, caller, params }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'GET',
          path: ['instance', 'connectionState', params.name],
          signal: c.req.raw.signal,
        }),
      ),
    ),

    bind(api.proxyRestart, async ({ c, caller, params }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'POST',
          path: ['instance', 'restart', params.name],
          signal: c.req.raw.signal,
        }),
      ),
    ),

    bind(api.proxyLogout, async ({ c, caller, params }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'DELETE',
          path: ['instance', 'logout', params.name],
          signal: c.req.raw.signal,
        }),
      ),
    ),

    bind(api.proxyDelete, async ({ c, caller, params }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'DELETE',
          path: ['instance', 'delete', params.name],
          signal: c.req.raw.signal,
        }),
      ),
    ),

    bind(api.proxySetWebhook, async ({ c, caller, params, body }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'POST',
          path: ['webhook', 'set', params.name],
          body,
          signal: c.req.raw.signal,
        }),
        CREATED,
      ),
    ),

    bind(api.proxyFindWebhook, async ({ c, caller, params }) =>
      passOn(
        await gateways.call(caller.user, params.id, {
          method: 'GET',
          path: ['webhook', 'find', params.name],
          signal: c.req.raw.signal,
        }),
      ),
    ),
  ]
}

/** Passes a gateway's answer on as it came, without a codec. */
function passOn(answer: GatewayAnswer, status = 200): Response {
  return new Response(JSON.stringify(answer), { status, headers: jsonHeaders })
}
