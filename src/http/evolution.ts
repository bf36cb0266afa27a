import { api } from '../contract/api/calls.ts'
import { AppError } from '../contract/errors.ts'
import { EVOLUTION_VERSION, evolutionStatusOf } from '../contract/gateways/evolution.ts'
import { jidOf, withoutServer } from '../domain/gateways/evolution-messages.ts'
import { failureWith } from './answers/evolution-failure.ts'
import {
  done,
  toCode,
  toCreated,
  toNumbers,
  toRow,
  toSentMedia,
  toSentText,
  toState,
  toWebhookRow,
} from './answers/evolution-json.ts'
import { jsonHeaders } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

type Needs = Pick<Services, 'ownGateway' | 'ownMessages'>

/** The daemon's own gateway, as clients of Evolution API call it. */
export function ownGatewayRoutes(services: Needs): Binding[] {
  return [
    bind(api.ownRoot, async () => rootAnswer),
    ...instanceRoutes(services),
    ...settingRoutes(services),
    ...messageRoutes(services),
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

function instanceRoutes({ ownGateway }: Needs): Binding[] {
  return [
    bind(api.ownInstances, async ({ caller, query }) => ({
      status: 200,
      body: (await ownGateway.list(caller, query)).map(toRow),
    })),

    bind(api.ownCreate, async ({ c, caller, body }) => {
      const created = await ownGateway.create(caller, body, c.req.raw.signal)
      return { status: 201, body: await toCreated({ ...created, wantsQr: body.wantsQr }) }
    }),

    bind(api.ownConnect, async ({ c, caller, params, query }) => {
      const { number } = query
      const { signal } = c.req.raw
      const code = await ownGateway.connect(caller, params.name, { number, signal })
      if (code) return { status: 200, body: await toCode(code) }
      return { status: 200, body: toState(await ownGateway.find(caller, params.name)) }
    }),

    bind(api.ownState, async ({ caller, params }) => ({
      status: 200,
      body: toState(await ownGateway.find(caller, params.name)),
    })),
  ]
}

function settingRoutes({ ownGateway }: Needs): Binding[] {
  return [
    bind(api.ownLogout, async ({ caller, params, query }) => {
      await ownGateway.logOut(caller, params.name, { force: query.force ?? false })
      return { status: 200, body: done('Instância desconectada.') }
    }),

    bind(api.ownDelete, async ({ caller, params, query }) => {
      await ownGateway.remove(caller, params.name, { force: query.force ?? false })
      return { status: 200, body: done('Instância excluída.') }
    }),

    bind(api.ownSetWebhook, async ({ caller, params, body }) => {
      const row = toWebhookRow(await ownGateway.setWebhook(caller, params.name, body))
      if (!row) throw new Error('a webhook that was set is not there')
      return { status: 201, body: row }
    }),

    bind(api.ownFindWebhook, async ({ caller, params }) => ({
      status: 200,
      body: toWebhookRow(await ownGateway.findWebhook(caller, params.name)),
    })),
  ]
}

function messageRoutes({ ownMessages }: Needs): Binding[] {
  return [
    bind(api.ownSendText, async ({ caller, params, body }) =>
      orAbsent(body.number, async () => ({
        status: 201,
        body: toSentText(await ownMessages.sendText(caller, params.name, body), body.text),
      })),
    ),

    bind(api.ownSendMedia, async ({ c, caller, params, body }) =>
      orAbsent(body.number, async () => {
        const sent = await ownMessages.sendMedia(caller, params.name, body, c.req.raw.signal)
        return { status: 201, body: toSentMedia(sent, body.caption ?? '') }
      }),
    ),

    bind(api.ownNumbers, async ({ caller, params, body }) => ({
      status: 200,
      body: toNumbers(await ownMessages.findNumbers(caller, params.name, body.numbers)),
    })),
  ]
}

/** Who is not on WhatsApp is told as an answer to a question about the number. */
async function orAbsent<Reply>(
  number: string,
  send: () => Promise<Reply>,
): Promise<Reply | Response> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_on_whatsapp') throw error
    const jid = jidOf(withoutServer(number).replace(/\D/g, ''))
    const { status, body } = failureWith(evolutionStatusOf(error.code), [
      { jid, exists: false, number },
    ])
    return new Response(JSON.stringify(body), { status, headers: jsonHeaders })
  }
}
