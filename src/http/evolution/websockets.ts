import type { z } from 'zod'
import { api } from '../../contract/api/calls.ts'
import { unsentOf } from '../../contract/gateways/evolution-webhook.ts'
import type { WebsocketRowJson } from '../../contract/gateways/evolution-websocket.ts'
import type { InstanceRecord } from '../../domain/gateways/instances.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

/** Routes of the Evolution-compatible API about what sockets hear. */
export function evolutionWebsocketRoutes({
  evolutionWebsockets,
}: Pick<Services, 'evolutionWebsockets'>): Binding[] {
  return [
    bind(api.evolutionSetWebsocket, async ({ caller, params, body }) => {
      const row = toRow(await evolutionWebsockets.set(caller, params.name, body))
      if (!row) throw new Error('a websocket that was set is not there')
      return { status: 201, body: row }
    }),

    bind(api.evolutionFindWebsocket, async ({ caller, params }) => ({
      status: 200,
      body: toRow(await evolutionWebsockets.find(caller, params.name)),
    })),
  ]
}

function toRow({ instanceId, websocket }: InstanceRecord): z.infer<typeof WebsocketRowJson> | null {
  return websocket && { ...websocket, unsentEvents: unsentOf(websocket.events), instanceId }
}
