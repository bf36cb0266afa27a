import { api } from '../contract/api/calls.ts'
import type { GatewayAnswer } from '../contract/gateways/gateway.ts'
import { jsonHeaders } from './answers/stream.ts'
import { type Binding, bind, type Call } from './bind.ts'
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

    bind(api.proxyState, (asked) => ofInstance('GET', 'connectionState', asked)),

    bind(api.proxyRestart, (asked) => ofInstance('POST', 'restart', asked)),

    bind(api.proxyLogout, (asked) => ofInstance('DELETE', 'logout', asked)),

    bind(api.proxyDelete, (asked) => ofInstance('DELETE', 'delete', asked)),

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

  /** Passes on a call that names an instance and says nothing more. */
  async function ofInstance(
    method: 'GET' | 'POST' | 'DELETE',
    action: string,
    { c, caller, params }: Pick<Call<typeof api.proxyState>, 'c' | 'caller' | 'params'>,
  ): Promise<Response> {
    const path = ['instance', action, params.name]
    const { signal } = c.req.raw
    return passOn(await gateways.call(caller.user, params.id, { method, path, signal }))
  }
}

/** Passes a gateway's answer on as it came, without a codec. */
function passOn(answer: GatewayAnswer, status = 200): Response {
  return new Response(JSON.stringify(answer), { status, headers: jsonHeaders })
}
