import { api } from '../../contract/api/calls.ts'
import { toBusinessProfile, toPrivacy, toProfile } from '../answers/evolution-profile-json.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'
import { orAbsent } from './absent.ts'

const updated = { status: 200, body: { update: 'success' } } as const

/** Routes of the Evolution-compatible API about profiles, and about archived and unread chats. */
export function evolutionProfileRoutes({
  evolutionProfile,
}: Pick<Services, 'evolutionProfile'>): Binding[] {
  return [
    bind(api.evolutionProfile, ({ caller, params, body: { number } }) =>
      orAbsent(number ?? '', async () => ({
        status: 200 as const,
        body: toProfile(await evolutionProfile.findProfile(caller, params.name, number || null)),
      })),
    ),

    bind(api.evolutionBusinessProfile, ({ caller, params, body: { number } }) =>
      orAbsent(number ?? '', async () => {
        const found = await evolutionProfile.findBusiness(caller, params.name, number || null)
        return { status: 200 as const, body: toBusinessProfile(found, number || null) }
      }),
    ),

    bind(api.evolutionProfileName, async ({ caller, params, body }) => {
      await evolutionProfile.changeName(caller, params.name, body.name)
      return updated
    }),

    bind(api.evolutionProfilePicture, async ({ c, caller, params, body }) => {
      const given = { media: body.picture, signal: c.req.raw.signal }
      await evolutionProfile.changePicture(caller, params.name, given)
      return updated
    }),

    bind(api.evolutionRemovePicture, async ({ caller, params }) => {
      await evolutionProfile.removePicture(caller, params.name)
      return updated
    }),

    bind(api.evolutionPrivacy, async ({ caller, params }) => ({
      status: 200,
      body: toPrivacy(await evolutionProfile.findPrivacy(caller, params.name)),
    })),

    bind(api.evolutionSetPrivacy, async ({ caller, params, body }) => {
      await evolutionProfile.changePrivacy(caller, params.name, body)
      return { status: 201, body: { update: 'success', data: body } } as const
    }),

    bind(api.evolutionArchive, async ({ caller, params, body }) => {
      const chatId = await evolutionProfile.archive(caller, params.name, body)
      return { status: 201, body: { chatId, archived: true } } as const
    }),

    bind(api.evolutionUnread, async ({ caller, params, body }) => {
      const chatId = await evolutionProfile.markUnread(caller, params.name, body)
      return { status: 201, body: { chatId, markedChatUnread: true } } as const
    }),
  ]
}
