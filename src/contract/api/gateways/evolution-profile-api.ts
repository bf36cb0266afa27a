import { UpdatedJson } from '../../gateways/evolution-changes.ts'
import {
  ArchiveBody,
  ArchivedJson,
  BusinessProfileJson,
  PrivacyBody,
  PrivacyChangedJson,
  PrivacyJson,
  ProfileBody,
  ProfileJson,
  ProfileNameBody,
  ProfilePictureBody,
  UnreadBody,
  UnreadJson,
} from '../../gateways/evolution-profile.ts'
import { MEDIA_LIMIT_BYTES } from '../../limits.ts'
import { endpoint } from '../endpoint.ts'
import { asking, changing, files } from './evolution-refusals.ts'

const tag = 'Gateway deste servidor'
const dialect = 'evolution'

/**
 * The calls of the Evolution-compatible API about profiles, and about archived and unread chats.
 */
export const evolutionProfileApi = {
  evolutionProfile: endpoint({
    methods: ['post'],
    path: '/gateway/chat/fetchProfile/{name}',
    summary: 'O perfil de uma pessoa, ou o da própria conta, se o número não for informado.',
    tag,
    dialect,
    body: ProfileBody,
    answers: { 200: ProfileJson },
    errors: [...asking, 'not_on_whatsapp', 'lookup_failed'],
  }),
  evolutionBusinessProfile: endpoint({
    methods: ['post'],
    path: '/gateway/chat/fetchBusinessProfile/{name}',
    summary: 'O perfil comercial de uma pessoa, se ela tem um.',
    tag,
    dialect,
    body: ProfileBody,
    answers: { 200: BusinessProfileJson },
    errors: [...asking, 'not_on_whatsapp', 'lookup_failed', 'whatsapp_failed'],
  }),
  evolutionProfileName: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/updateProfileName/{name}',
    summary: 'Muda o nome do perfil da conta.',
    tag,
    dialect,
    body: ProfileNameBody,
    answers: { 200: UpdatedJson },
    errors: changing,
  }),
  evolutionProfilePicture: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/updateProfilePicture/{name}',
    summary: 'Muda a foto do perfil da conta, em base64 ou por URL; ela vira um quadrado.',
    tag,
    dialect,
    body: ProfilePictureBody,
    limitBytes: MEDIA_LIMIT_BYTES,
    answers: { 200: UpdatedJson },
    errors: [...changing, ...files, 'image_type', 'too_many'],
  }),
  evolutionRemovePicture: endpoint({
    methods: ['delete', 'put'],
    path: '/gateway/chat/removeProfilePicture/{name}',
    summary: 'Tira a foto do perfil da conta.',
    tag,
    dialect,
    answers: { 200: UpdatedJson },
    errors: changing,
  }),
  evolutionPrivacy: endpoint({
    methods: ['get'],
    path: '/gateway/chat/fetchPrivacySettings/{name}',
    summary:
      'A quem a conta mostra o quê: foto, recado, visto por último e confirmações de leitura.',
    tag,
    dialect,
    answers: { 200: PrivacyJson },
    errors: changing,
  }),
  evolutionSetPrivacy: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/updatePrivacySettings/{name}',
    summary: 'Muda a quem a conta mostra o quê.',
    tag,
    dialect,
    body: PrivacyBody,
    answers: { 201: PrivacyChangedJson },
    errors: changing,
  }),
  evolutionArchive: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/archiveChat/{name}',
    summary: 'Arquiva uma conversa no WhatsApp, ou a tira do arquivo.',
    tag,
    dialect,
    body: ArchiveBody,
    answers: { 201: ArchivedJson },
    errors: [...changing, 'message_unknown'],
  }),
  evolutionUnread: endpoint({
    methods: ['post', 'put'],
    path: '/gateway/chat/markChatUnread/{name}',
    summary: 'Marca uma conversa como não lida no WhatsApp.',
    tag,
    dialect,
    body: UnreadBody,
    answers: { 201: UnreadJson },
    errors: [...changing, 'message_unknown'],
  }),
} as const
