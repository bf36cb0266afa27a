import { api } from '../../contract/api/calls.ts'
import { toWebsocketRow } from '../answers/evolution-json.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

/** Routes of the Evolution-compatible API about the events that sockets get. */
export function evolutionWebsocketRoutes({
  evolutionWebsockets,
}: Pick<Services, 'evolutionWebsockets'>): Binding[] {
  return [
    bind(api.evolutionSetWebsocket, async ({ caller, params, body }) => {
      const row = toWebsocketRow(await evolutionWebsockets.set(caller, params.name, body))
      if (!row) throw new Error('a websocket that was set is not there')
      return { status: 201, body: row }
    }),

    bind(api.evolutionFindWebsocket, async ({ caller, params }) => ({
      status: 200,
      body: toWebsocketRow(await evolutionWebsockets.find(caller, params.name)),
    })),
  ]
}
