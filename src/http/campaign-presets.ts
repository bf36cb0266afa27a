import { api } from '../contract/api/calls.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Routes of what users keep for further campaigns: message templates and sending defaults. */
export function campaignPresetRoutes({ messageTemplates, sendingDefaults }: Services): Binding[] {
  return [
    bind(api.getSendingDefaults, async ({ caller }) => ({
      status: 200,
      body: await sendingDefaults.get(caller.user.id),
    })),

    bind(api.setSendingDefaults, async ({ caller, body }) => ({
      status: 200,
      body: await sendingDefaults.set(caller.user.id, body),
    })),

    bind(api.listTemplates, async ({ caller }) => ({
      status: 200,
      body: [...(await messageTemplates.list(caller.user.id))],
    })),

    bind(api.createTemplate, async ({ caller, body }) => ({
      status: 201,
      body: await messageTemplates.create(caller.user.id, body),
    })),

    bind(api.updateTemplate, async ({ caller, params, body }) => ({
      status: 200,
      body: await messageTemplates.update(caller.user.id, params.id, body),
    })),

    bind(api.deleteTemplate, async ({ caller, params }) => {
      await messageTemplates.remove(caller.user.id, params.id)
      return { status: 204 }
    }),
  ]
}
