import { api } from '../../contract/api/calls.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

/** Routes of the Evolution-compatible API that show presence and find pictures. */
export function evolutionPeopleRoutes({
  evolutionPeople,
}: Pick<Services, 'evolutionPeople'>): Binding[] {
  return [
    bind(api.evolutionChatPresence, async ({ caller, params, body }) => {
      await evolutionPeople.showPresence(caller, params.name, body)
      return { status: 201, body: { presence: body.presence } }
    }),

    bind(api.evolutionPresence, async ({ caller, params, body }) => {
      await evolutionPeople.setPresence(caller, params.name, body.presence)
      return { status: 201, body: { presence: body.presence } }
    }),

    bind(api.evolutionBlock, async ({ caller, params, body }) => {
      await evolutionPeople.block(caller, params.name, body)
      return { status: 201, body: { block: 'success' } } as const
    }),

    bind(api.evolutionAbout, async ({ caller, params, body }) => {
      await evolutionPeople.changeAbout(caller, params.name, body.status)
      return { status: 200, body: { update: 'success' } } as const
    }),

    bind(api.evolutionPicture, async ({ caller, params, body }) => {
      const { jid, url } = await evolutionPeople.findPicture(caller, params.name, body.number)
      return { status: 200, body: { wuid: jid, profilePictureUrl: url } }
    }),
  ]
}
