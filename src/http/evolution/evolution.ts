import { randomBytes } from 'node:crypto'
import { api } from '../../contract/api/calls.ts'
import { EVOLUTION_VERSION, type SendTextBody } from '../../contract/gateways/evolution.ts'
import type { ContextFields } from '../../contract/gateways/evolution-context.ts'
import { buttonsText, listText } from '../../domain/gateways/choice-text.ts'
import type { GatewayCaller } from '../../domain/gateways/gateway-access.ts'
import {
  contactPart,
  editPart,
  locationPart,
  pollPart,
  reactionPart,
  revokePart,
} from '../../domain/gateways/message-parts.ts'
import type { MessagePart } from '../../domain/message-content.ts'
import {
  done,
  toCode,
  toCreated,
  toNumbers,
  toRow,
  toSentPart,
  toSentText,
  toSettings,
  toState,
  toWebhookRow,
} from '../answers/evolution-json.ts'
import { type Binding, bind } from '../bind.ts'
import type { HttpSettings, Services } from '../services.ts'
import { orAbsent } from './absent.ts'
import { evolutionChatRoutes } from './chats.ts'
import { evolutionGroupRoutes } from './groups.ts'
import { evolutionMediaRoutes, type MediaCallNeeds } from './media.ts'
import { evolutionPeopleRoutes } from './people.ts'
import { evolutionProfileRoutes } from './profile.ts'
import { evolutionWebsocketRoutes } from './websockets.ts'

const POLL_SECRET_BYTES = 32

type Needs = Pick<
  Services,
  | 'evolution'
  | 'evolutionChats'
  | 'evolutionGroups'
  | 'evolutionMessages'
  | 'evolutionPeople'
  | 'evolutionProfile'
  | 'evolutionWebsockets'
  | 'log'
> &
  MediaCallNeeds & { readonly settings: Pick<HttpSettings, 'hasSockets'> }

/** Routes of the Evolution-compatible API. */
export function evolutionRoutes(services: Needs): Binding[] {
  return [
    ...rootRoutes(),
    bind(api.evolutionVerify, async () => verified),
    ...instanceRoutes(services),
    ...settingRoutes(services),
    ...messageRoutes(services),
    ...evolutionMediaRoutes(services),
    ...partRoutes(services),
    ...evolutionChatRoutes(services),
    ...evolutionPeopleRoutes(services),
    ...evolutionProfileRoutes(services),
    ...evolutionGroupRoutes(services),
    ...(services.settings.hasSockets ? evolutionWebsocketRoutes(services) : []),
  ]
}

/** Route of the gateway's root, which says to any caller what it is. */
export function rootRoutes(): Binding[] {
  return [bind(api.evolutionRoot, async () => rootAnswer)]
}

const rootAnswer = {
  status: 200,
  body: {
    status: 200,
    message: 'O gateway está no ar.',
    version: EVOLUTION_VERSION,
    clientName: 'disparo',
  },
} as const

const verified = {
  status: 200,
  body: { status: 200, message: 'Credentials are valid' },
} as const

function instanceRoutes({ evolution, settings }: Needs): Binding[] {
  return [
    bind(api.evolutionInstances, async ({ caller, query }) => ({
      status: 200,
      body: (await evolution.list(caller, query)).map(toRow),
    })),

    bind(api.evolutionCreate, async ({ c, caller, body }) => {
      const websocket = settings.hasSockets ? body.websocket : null
      const created = await evolution.create(caller, { ...body, websocket }, c.req.raw.signal)
      return { status: 201, body: await toCreated({ ...created, wantsQr: body.wantsQr }) }
    }),

    bind(api.evolutionConnect, async ({ c, caller, params, query }) => {
      const { number } = query
      const { signal } = c.req.raw
      const code = await evolution.connect(caller, params.name, { number, signal })
      if (code) return { status: 200, body: await toCode(code) }
      return { status: 200, body: toState(await evolution.find(caller, params.name)) }
    }),

    bind(api.evolutionRestart, async ({ c, caller, params }) => {
      const code = await evolution.restart(caller, params.name, c.req.raw.signal)
      if (code) return { status: 200, body: await toCode(code) }
      return { status: 200, body: toState(await evolution.find(caller, params.name)) }
    }),

    bind(api.evolutionState, async ({ caller, params }) => ({
      status: 200,
      body: toState(await evolution.find(caller, params.name)),
    })),
  ]
}

function settingRoutes({ evolution }: Needs): Binding[] {
  return [
    bind(api.evolutionLogout, async ({ caller, params, query }) => {
      await evolution.logOut(caller, params.name, { force: query.force ?? false })
      return { status: 200, body: done('Instância desconectada.') }
    }),

    bind(api.evolutionDelete, async ({ caller, params, query }) => {
      await evolution.remove(caller, params.name, { force: query.force ?? false })
      return { status: 200, body: done('Instância excluída.') }
    }),

    bind(api.evolutionSetWebhook, async ({ caller, params, body }) => {
      const row = toWebhookRow(await evolution.setWebhook(caller, params.name, body))
      if (!row) throw new Error('a webhook that was set is not there')
      return { status: 201, body: row }
    }),

    bind(api.evolutionSetSettings, async ({ caller, params, body }) => {
      await evolution.setSettings(caller, params.name, body)
      const settings = { ...body, syncFullHistory: false }
      return { status: 201, body: { settings: { instanceName: params.name, settings } } }
    }),

    bind(api.evolutionFindSettings, async ({ caller, params }) => ({
      status: 200,
      body: toSettings((await evolution.find(caller, params.name)).record),
    })),

    bind(api.evolutionFindWebhook, async ({ caller, params }) => ({
      status: 200,
      body: toWebhookRow(await evolution.findWebhook(caller, params.name)),
    })),
  ]
}

function messageRoutes({ evolutionMessages }: Needs): Binding[] {
  const sendWords = (caller: GatewayCaller, name: string, body: SendTextBody) =>
    orAbsent(body.number, async () => ({
      status: 201 as const,
      body: toSentText(await evolutionMessages.sendText(caller, name, body), body.text),
    }))
  return [
    bind(api.evolutionSendText, async ({ caller, params, body }) =>
      sendWords(caller, params.name, body),
    ),

    bind(api.evolutionSendList, async ({ caller, params, body }) =>
      sendWords(caller, params.name, { ...body, text: listText(body) }),
    ),

    bind(api.evolutionSendButtons, async ({ caller, params, body }) =>
      sendWords(caller, params.name, { ...body, text: buttonsText(body) }),
    ),

    bind(api.evolutionNumbers, async ({ caller, params, body }) => ({
      status: 200,
      body: toNumbers(await evolutionMessages.findNumbers(caller, params.name, body.numbers)),
    })),
  ]
}

/** Messages that are neither texts nor files. */
function partRoutes({ evolutionMessages }: Needs): Binding[] {
  const send = (
    caller: GatewayCaller,
    name: string,
    body: ContextFields & { readonly number: string; readonly part: MessagePart },
  ) =>
    orAbsent(body.number, async () => ({
      status: 201 as const,
      body: toSentPart(await evolutionMessages.sendPart(caller, name, body), body.part),
    }))
  return [
    bind(api.evolutionSendReaction, ({ caller, params, body }) =>
      send(caller, params.name, {
        number: body.key.remoteJid,
        part: reactionPart(body, Date.now()),
      }),
    ),
    bind(api.evolutionDeleteMessage, ({ caller, params, body }) =>
      send(caller, params.name, { number: body.remoteJid, part: revokePart(body) }),
    ),
    bind(api.evolutionUpdateMessage, ({ caller, params, body }) =>
      orAbsent(body.number, async () => {
        const { number } = body
        const part = editPart(body, Date.now())
        const sent = await evolutionMessages.sendPart(caller, params.name, { number, part })
        return { status: 200, body: toSentPart(sent, part) }
      }),
    ),
    bind(api.evolutionSendLocation, ({ caller, params, body }) =>
      send(caller, params.name, { ...body, part: locationPart(body) }),
    ),
    bind(api.evolutionSendContact, ({ caller, params, body }) =>
      send(caller, params.name, { ...body, part: contactPart(body) }),
    ),
    bind(api.evolutionSendPoll, ({ caller, params, body }) =>
      send(caller, params.name, {
        ...body,
        part: pollPart(body, randomBytes(POLL_SECRET_BYTES).toString('base64')),
      }),
    ),
  ]
}
