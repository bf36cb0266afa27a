import { SentMessageJson } from '../../gateways/evolution.ts'
import {
  AboutBody,
  BlockBody,
  BlockedJson,
  ChatPresenceBody,
  DeleteMessageBody,
  InstancePresenceBody,
  NumberBody,
  PictureJson,
  PresenceJson,
  UpdatedJson,
  UpdateMessageBody,
} from '../../gateways/evolution-changes.ts'
import { endpoint } from '../endpoint.ts'
import { asking, changing, sending } from './evolution-refusals.ts'

const tag = 'Gateway deste servidor'
const dialect = 'evolution'

/** The calls of the Evolution-compatible API that change what was sent, or show presence. */
export const evolutionChangeApi = {
  evolutionDeleteMessage: endpoint({
    methods: ['delete'],
    path: '/gateway/chat/deleteMessageForEveryone/{name}',
    summary: 'Apaga para todos uma mensagem que a instância enviou.',
    tag,
    dialect,
    body: DeleteMessageBody,
    answers: { 201: SentMessageJson },
    errors: sending,
  }),
  evolutionUpdateMessage: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/updateMessage/{name}',
    summary: 'Edita o texto de uma mensagem que a instância enviou.',
    tag,
    dialect,
    body: UpdateMessageBody,
    answers: { 200: SentMessageJson },
    errors: sending,
  }),
  evolutionChatPresence: endpoint({
    methods: ['post'],
    path: '/gateway/chat/sendPresence/{name}',
    summary: 'Mostra a uma pessoa que se está digitando ou gravando, por até um minuto.',
    tag,
    dialect,
    body: ChatPresenceBody,
    answers: { 201: PresenceJson },
    errors: [...asking, 'not_on_whatsapp', 'lookup_failed', 'whatsapp_failed'],
  }),
  evolutionPresence: endpoint({
    methods: ['post'],
    path: '/gateway/instance/setPresence/{name}',
    summary: 'Deixa a conta online, ou não; vale até ser mudado, como alwaysOnline.',
    tag,
    dialect,
    body: InstancePresenceBody,
    answers: { 201: PresenceJson },
    errors: ['invalid', 'device_not_found'],
  }),
  evolutionBlock: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/updateBlockStatus/{name}',
    summary: 'Bloqueia ou desbloqueia uma pessoa na conta.',
    tag,
    dialect,
    body: BlockBody,
    answers: { 201: BlockedJson },
    errors: [...asking, 'not_on_whatsapp', 'lookup_failed', 'whatsapp_failed'],
  }),
  evolutionAbout: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/updateProfileStatus/{name}',
    summary: 'Muda o recado do perfil da conta.',
    tag,
    dialect,
    body: AboutBody,
    answers: { 200: UpdatedJson },
    errors: changing,
  }),
  evolutionPicture: endpoint({
    methods: ['post'],
    path: '/gateway/chat/fetchProfilePictureUrl/{name}',
    summary: 'O endereço da foto de uma pessoa; null se ela não tem, ou não a mostra.',
    tag,
    dialect,
    body: NumberBody,
    answers: { 200: PictureJson },
    errors: [...asking, 'lookup_failed'],
  }),
} as const
