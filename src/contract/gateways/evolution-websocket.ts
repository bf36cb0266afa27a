import { z } from 'zod'
import { webhookEventList, webhookEvents } from './evolution-webhook.ts'

/** Which events of an instance go to the sockets that listen to it, in Evolution API's words. */
export const InstanceWebsocket = z.object({ enabled: z.boolean(), events: z.array(z.string()) })
export type InstanceWebsocket = z.infer<typeof InstanceWebsocket>

const Fields = z.object(
  {
    enabled: z.boolean('Informe se os eventos são enviados (enabled).'),
    events: webhookEventList.nullish(),
  },
  'Informe a configuração (websocket).',
)

/** Left out or empty, `events` are all of them, as in the original. */
export const WebsocketChoice = Fields.transform(({ enabled, events }): InstanceWebsocket => {
  const chosen = events?.length ? events : webhookEvents
  return { enabled, events: enabled ? [...chosen] : [] }
})

export const EvolutionWebsocketBody = z
  .object({ websocket: WebsocketChoice })
  .transform(({ websocket }) => websocket)

export const WebsocketRowJson = z.object({
  id: z.string(),
  enabled: z.boolean(),
  events: z.array(z.string()),
  /** Chosen, and never sent. */
  unsentEvents: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  instanceId: z.string(),
})
