import { randomBytes } from 'node:crypto'
import { api } from '../contract/api/calls.ts'
import { AppError } from '../contract/errors.ts'
import { EVOLUTION_VERSION, evolutionStatusOf } from '../contract/gateways/evolution.ts'
import type { ContextFields } from '../contract/gateways/evolution-context.ts'
import { phoneJid, withoutPhoneServer } from '../contract/jid.ts'
import type { GatewayCaller } from '../domain/gateways/gateway-access.ts'
import {
  contactPart,
  locationPart,
  pollPart,
  reactionPart,
} from '../domain/gateways/message-parts.ts'
import type { MessagePart } from '../domain/message-content.ts'
import { failureWith } from './answers/evolution-failure.ts'
import {
  done,
  toCode,
  toCreated,
  toNumbers,
  toRow,
  toSentMedia,
  toSentPart,
  toSentText,
  toState,
  toWebhookRow,
} from './answers/evolution-json.ts'
import { jsonHeaders } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

const POLL_SECRET_BYTES = 32

type Needs = Pick<Services, 'evolution' | 'evolutionMessages'>

/** Routes of the Evolution-compatible API. */
export function evolutionRoutes(services: Needs): Binding[] {
  return [
    bind(api.evolutionRoot, async () => rootAnswer),
    bind(api.evolutionVerify, async () => verified),
    ...instanceRoutes(services),
    ...settingRoutes(services),
    ...messageRoutes(services),
    ...partRoutes(services),
  ]
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

function instanceRoutes({ evolution }: Needs): Binding[] {
  return [
    bind(api.evolutionInstances, async ({ caller, query }) => ({
      status: 200,
      body: (await evolution.list(caller, query)).map(toRow),
    })),

    bind(api.evolutionCreate, async ({ c, caller, body }) => {
      const created = await evolution.create(caller, body, c.req.raw.signal)
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

    bind(api.evolutionFindWebhook, async ({ caller, params }) => ({
      status: 200,
      body: toWebhookRow(await evolution.findWebhook(caller, params.name)),
    })),
  ]
}

function messageRoutes({ evolutionMessages }: Needs): Binding[] {
  return [
    bind(api.evolutionSendText, async ({ caller, params, body }) =>
      orAbsent(body.number, async () => ({
        status: 201,
        body: toSentText(await evolutionMessages.sendText(caller, params.name, body), body.text),
      })),
    ),

    bind(api.evolutionSendMedia, async ({ c, caller, params, body }) =>
      orAbsent(body.number, async () => {
        const sent = await evolutionMessages.sendMedia(caller, params.name, body, c.req.raw.signal)
        return { status: 201, body: toSentMedia(sent, body.caption ?? '') }
      }),
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

/** Answers a recipient that is not on WhatsApp like a look-up of the number. */
async function orAbsent<Reply>(
  number: string,
  send: () => Promise<Reply>,
): Promise<Reply | Response> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_on_whatsapp') throw error
    const jid = phoneJid(withoutPhoneServer(number).replace(/\D/g, ''))
    const { status, body } = failureWith(evolutionStatusOf(error.code), [
      { jid, exists: false, number },
    ])
    return new Response(JSON.stringify(body), { status, headers: jsonHeaders })
  }
}
