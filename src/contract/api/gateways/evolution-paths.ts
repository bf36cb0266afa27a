import type { Method } from '../endpoint.ts'

/**
 * The call is off, and answered as if nothing was ever set, as in the original; or it is refused.
 */
type Unoffered =
  | { readonly kind: 'off'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * What becomes of a call of Evolution API v2: it is offered, everywhere or where a setting says so, or
 * it is not.
 */
export type EvolutionStanding =
  | { readonly kind: 'offered' }
  | { readonly kind: 'optional'; readonly variable: string; readonly otherwise: Unoffered }
  | Unoffered

export type EvolutionPath = {
  readonly method: Method
  /** Below the gateway's own path, with parameters in braces. */
  readonly path: string
  readonly standing: EvolutionStanding
}

/** The setting that lets sockets listen to events. */
export const SOCKET_VARIABLE = 'DISPARO_GATEWAY_SOCKET'

const methods: readonly Method[] = ['get', 'post', 'put', 'delete']

const offered: EvolutionStanding = { kind: 'offered' }
const off = (answer: unknown): Unoffered => ({ kind: 'off', answer })
const refused = (reason: string): Unoffered => ({ kind: 'refused', reason })
const withSockets = (otherwise: Unoffered): EvolutionStanding => ({
  ...{ kind: 'optional', variable: SOCKET_VARIABLE, otherwise },
})

const cloudOnly = refused('Isto só existe na API oficial da Meta, que este gateway não usa.')
const noShop = refused('Este gateway não lê catálogos de contas comerciais.')
const internal = refused('As chamadas internas da biblioteca do WhatsApp não são oferecidas.')
const noStorage = refused(
  'As mídias não ficam em um S3: peça-as por chat/getBase64FromMediaMessage.',
)
const noLabels = refused('Este gateway não lê as etiquetas da conta.')
const noProxy = refused('Este gateway não usa proxy por instância.')
const noChatwoot = refused(
  'Este gateway não tem integração com o Chatwoot. Use o webhook da instância.',
)
const onlyWebhooks = (name: string) =>
  refused(`Este gateway não envia eventos por ${name}. Use o webhook da instância.`)
const ownBots = (name: string) =>
  refused(
    `Este gateway não tem integração com ${name}. Os chatbots e assistentes ficam no console, ou use o webhook da instância.`,
  )

const calls: Readonly<Record<string, EvolutionStanding>> = {
  'GET ': offered,
  'POST verify-creds': offered,
  'GET manager': refused('O painel deste servidor fica no console, na tela Instâncias.'),
  'GET metrics': refused('As métricas ficam em /metrics, no endereço do console.'),

  'POST instance/create': offered,
  'GET instance/fetchInstances': offered,
  'GET instance/connect/{name}': offered,
  'GET instance/connectionState/{name}': offered,
  'POST instance/restart/{name}': offered,
  'POST instance/setPresence/{name}': offered,
  'DELETE instance/logout/{name}': offered,
  'DELETE instance/delete/{name}': offered,

  'POST settings/set/{name}': offered,
  'GET settings/find/{name}': offered,
  'POST webhook/set/{name}': offered,
  'GET webhook/find/{name}': offered,
  'POST proxy/set/{name}': noProxy,
  'GET proxy/find/{name}': off(null),

  'POST message/sendText/{name}': offered,
  'POST message/sendMedia/{name}': offered,
  'POST message/sendPtv/{name}': offered,
  'POST message/sendWhatsAppAudio/{name}': offered,
  'POST message/sendStatus/{name}': refused('Este gateway não publica status.'),
  'POST message/sendSticker/{name}': offered,
  'POST message/sendLocation/{name}': offered,
  'POST message/sendContact/{name}': offered,
  'POST message/sendReaction/{name}': offered,
  'POST message/sendPoll/{name}': offered,
  'POST message/sendList/{name}': offered,
  'POST message/sendButtons/{name}': offered,
  'POST message/sendTemplate/{name}': cloudOnly,
  'POST call/offer/{name}': refused('Este gateway não faz ligações.'),

  'POST chat/whatsappNumbers/{name}': offered,
  'POST chat/markMessageAsRead/{name}': offered,
  'POST chat/markChatUnread/{name}': offered,
  'POST chat/archiveChat/{name}': offered,
  'DELETE chat/deleteMessageForEveryone/{name}': offered,
  'POST chat/fetchProfilePictureUrl/{name}': offered,
  'POST chat/getBase64FromMediaMessage/{name}': offered,
  'POST chat/updateMessage/{name}': offered,
  'POST chat/sendPresence/{name}': offered,
  'POST chat/updateBlockStatus/{name}': offered,
  'POST chat/findContacts/{name}': offered,
  'POST chat/findMessages/{name}': offered,
  'POST chat/findStatusMessage/{name}': offered,
  'POST chat/findChats/{name}': offered,
  'GET chat/findChatByRemoteJid/{name}': offered,
  'POST chat/fetchProfile/{name}': offered,
  'POST chat/fetchBusinessProfile/{name}': offered,
  'POST chat/updateProfileName/{name}': offered,
  'POST chat/updateProfileStatus/{name}': offered,
  'POST chat/updateProfilePicture/{name}': offered,
  'DELETE chat/removeProfilePicture/{name}': offered,
  'GET chat/fetchPrivacySettings/{name}': offered,
  'POST chat/updatePrivacySettings/{name}': offered,

  'POST group/create/{name}': offered,
  'POST group/updateGroupSubject/{name}': offered,
  'POST group/updateGroupPicture/{name}': offered,
  'POST group/updateGroupDescription/{name}': offered,
  'GET group/findGroupInfos/{name}': offered,
  'GET group/fetchAllGroups/{name}': offered,
  'GET group/participants/{name}': offered,
  'GET group/inviteCode/{name}': offered,
  'GET group/inviteInfo/{name}': offered,
  'GET group/acceptInviteCode/{name}': offered,
  'POST group/sendInvite/{name}': offered,
  'POST group/revokeInviteCode/{name}': offered,
  'POST group/updateParticipant/{name}': offered,
  'POST group/updateSetting/{name}': offered,
  'POST group/toggleEphemeral/{name}': offered,
  'DELETE group/leaveGroup/{name}': offered,

  'GET label/findLabels/{name}': noLabels,
  'POST label/handleLabel/{name}': noLabels,
  'POST business/getCatalog/{name}': noShop,
  'POST business/getCollections/{name}': noShop,
  'POST template/create/{name}': cloudOnly,
  'GET template/find/{name}': cloudOnly,
  'GET webhook/meta': cloudOnly,
  'POST webhook/meta': cloudOnly,
  'POST webhook/evolution': refused('Este gateway só tem instâncias "WHATSAPP-BAILEYS".'),
  'POST s3/getMedia/{name}': noStorage,
  'POST s3/getMediaUrl/{name}': noStorage,
  'POST baileys/onWhatsapp/{name}': refused('Consulte números por chat/whatsappNumbers.'),
  'POST baileys/profilePictureUrl/{name}': internal,
  'POST baileys/assertSessions/{name}': internal,
  'POST baileys/createParticipantNodes/{name}': internal,
  'POST baileys/getUSyncDevices/{name}': internal,
  'POST baileys/generateMessageTag/{name}': internal,
  'POST baileys/sendNode/{name}': internal,
  'POST baileys/signalRepositoryDecryptMessage/{name}': internal,
  'POST baileys/getAuthState/{name}': internal,

  'POST websocket/set/{name}': withSockets(
    refused(
      `Os eventos por Socket.IO estão desligados neste servidor (${SOCKET_VARIABLE}). Use o webhook da instância.`,
    ),
  ),
  'GET websocket/find/{name}': withSockets(off(null)),
  ...eventCalls('rabbitmq', 'RabbitMQ'),
  ...eventCalls('sqs', 'SQS'),
  ...eventCalls('nats', 'NATS'),
  ...eventCalls('pusher', 'Pusher'),
  ...eventCalls('kafka', 'Kafka'),

  'POST chatwoot/set/{name}': noChatwoot,
  'GET chatwoot/find/{name}': off({
    ...{ enabled: false, url: '', accountId: '', token: '', signMsg: false, nameInbox: '' },
    webhook_url: '',
  }),
  'POST chatwoot/webhook/{name}': noChatwoot,

  ...botCalls('typebot', 'o Typebot'),
  'POST typebot/start/{name}': ownBots('o Typebot'),
  ...botCalls('openai', 'a OpenAI'),
  'POST openai/creds/{name}': ownBots('a OpenAI'),
  'GET openai/creds/{name}': off([]),
  'DELETE openai/creds/{id}/{name}': ownBots('a OpenAI'),
  'GET openai/getModels/{name}': off([]),
  ...botCalls('dify', 'o Dify'),
  ...botCalls('flowise', 'o Flowise'),
  ...botCalls('evolutionBot', 'o Evolution Bot'),
  ...botCalls('n8n', 'o n8n'),
  ...botCalls('evoai', 'o EvoAI'),
}

/** Every call of Evolution API v2, by the paths of its version 2.3. */
export const evolutionPaths: readonly EvolutionPath[] = Object.entries(calls).map(
  ([line, standing]) => {
    const [name = '', path = ''] = line.split(' ')
    const method = methods.find((each) => each.toUpperCase() === name)
    if (!method) throw new Error(`no method: ${line}`)
    return { method, path, standing }
  },
)

function eventCalls(folder: string, name: string): Record<string, EvolutionStanding> {
  return {
    [`POST ${folder}/set/{name}`]: onlyWebhooks(name),
    [`GET ${folder}/find/{name}`]: off(null),
  }
}

function botCalls(folder: string, name: string): Record<string, EvolutionStanding> {
  return {
    [`POST ${folder}/create/{name}`]: ownBots(name),
    [`GET ${folder}/find/{name}`]: off([]),
    [`GET ${folder}/fetch/{id}/{name}`]: off(null),
    [`PUT ${folder}/update/{id}/{name}`]: ownBots(name),
    [`DELETE ${folder}/delete/{id}/{name}`]: ownBots(name),
    [`POST ${folder}/settings/{name}`]: ownBots(name),
    [`GET ${folder}/fetchSettings/{name}`]: off(unsetBot()),
    [`POST ${folder}/changeStatus/{name}`]: ownBots(name),
    [`GET ${folder}/fetchSessions/{id}/{name}`]: off([]),
    [`POST ${folder}/ignoreJid/{name}`]: ownBots(name),
  }
}

/** A bot's settings before anybody set them; clients fill their forms with them. */
function unsetBot() {
  return {
    expire: 0,
    keywordFinish: '',
    delayMessage: 0,
    unknownMessage: '',
    listeningFromMe: false,
    stopBotFromMe: false,
    keepOpen: false,
    debounceTime: 0,
    ignoreJids: [],
    splitMessages: false,
    timePerChar: 0,
    fallbackId: '',
    fallback: null,
  }
}
