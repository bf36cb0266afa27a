import { api } from '../contract/api/calls.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Agents, the models they run on, and the instances they answer for. */
export function assistantRoutes({ assistants }: Services): Binding[] {
  return [
    ...[api.listAgents, api.listAgentsShort].map((call) =>
      bind(call, async ({ c, caller }) => ({
        status: 200,
        body: [...(await assistants.listAgents(caller.user.id, c.req.raw.signal))],
      })),
    ),

    ...[api.createAgent, api.createAgentShort].map((call) =>
      bind(call, async ({ c, caller, body }) => ({
        status: 201,
        body: await assistants.createAgent(caller.user.id, { body, signal: c.req.raw.signal }),
      })),
    ),

    ...[api.updateAgent, api.updateAgentShort].map((call) =>
      bind(call, async ({ c, caller, params, body }) => ({
        status: 200,
        body: await assistants.updateAgent(caller.user.id, params.id, {
          body,
          signal: c.req.raw.signal,
        }),
      })),
    ),

    ...[api.listModels, api.listModelsShort].map((call) =>
      bind(call, async ({ c }) => ({
        status: 200,
        body: [...(await assistants.models(c.req.raw.signal))],
      })),
    ),

    bind(api.listAssistantLinks, async ({ caller }) => ({
      status: 200,
      body: [...(await assistants.listLinks(caller.user.id))],
    })),

    bind(api.linkAssistant, async ({ caller, body }) => ({
      status: 200,
      body: await assistants.link(caller.user.id, body),
    })),

    bind(api.activateAssistant, async ({ caller, params, query, body }) => ({
      status: 200,
      body: await assistants.activate(caller.user.id, {
        gatewayId: body.gatewayId ?? query.gatewayId,
        instanceName: params.instance_name,
        isActive: body.isActive,
      }),
    })),

    bind(api.unlinkAssistant, async ({ caller, params, query: { gatewayId } }) => {
      await assistants.unlink(caller.user.id, { gatewayId, instanceName: params.instance_name })
      return { status: 204 }
    }),
  ]
}
