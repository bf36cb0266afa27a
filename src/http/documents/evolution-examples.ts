import { api } from '../../contract/api/calls.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { phoneJid } from '../../contract/jid.ts'
import { shown } from './shown-example.ts'

const GROUP = '120363000000000001@g.us'

/** Example bodies of the Evolution-compatible calls. */
export const evolutionExamples: readonly (readonly [Endpoint, unknown])[] = [
  shown(api.evolutionCreate, {
    instanceName: 'loja',
    integration: 'WHATSAPP-BAILEYS',
    qrcode: true,
  }),
  shown(api.evolutionSetWebhook, { webhook: aWebhook() }),
  shown(api.evolutionSetWebsocket, {
    websocket: { enabled: true, events: ['MESSAGES_UPSERT', 'CONNECTION_UPDATE'] },
  }),
  shown(api.evolutionSendText, { number: '5561988880000', text: 'Olá!' }),
  shown(api.evolutionSendMedia, {
    number: '5561988880000',
    mediatype: 'image',
    media: 'https://exemplo.com.br/oferta.jpg',
    caption: 'A oferta da semana',
  }),
  shown(api.evolutionSendAudio, {
    number: '5561988880000',
    audio: 'https://exemplo.com.br/recado.ogg',
  }),
  shown(api.evolutionSendPtv, {
    number: '5561988880000',
    video: 'https://exemplo.com.br/recado.mp4',
  }),
  shown(api.evolutionSendSticker, {
    number: '5561988880000',
    sticker: 'https://exemplo.com.br/logo.png',
  }),
  shown(api.evolutionSendReaction, {
    key: { remoteJid: phoneJid('5561988880000'), fromMe: false, id: '3EB0AAAA000000000001' },
    reaction: '👍',
  }),
  shown(api.evolutionSendLocation, {
    number: '5561988880000',
    latitude: -15.7939,
    longitude: -47.8828,
    name: 'Loja',
  }),
  shown(api.evolutionSendContact, {
    number: '5561988880000',
    contact: [{ fullName: 'Loja', phoneNumber: '+55 61 97777-0000', wuid: '5561977770000' }],
  }),
  shown(api.evolutionSendPoll, {
    number: '5561988880000',
    name: 'Qual horário?',
    selectableCount: 1,
    values: ['Manhã', 'Tarde'],
  }),
  shown(api.evolutionSendList, {
    number: '5561988880000',
    title: 'Horários',
    description: 'Responda com o número.',
    sections: [{ title: 'Amanhã', rows: [{ title: '9h' }, { title: '14h' }] }],
  }),
  shown(api.evolutionSendButtons, {
    number: '5561988880000',
    title: 'Confirma a consulta?',
    buttons: [
      { type: 'reply', displayText: 'Sim' },
      { type: 'reply', displayText: 'Não' },
    ],
  }),
  shown(api.evolutionBlock, { number: '5561988880000', status: 'block' }),
  shown(api.evolutionAbout, { status: 'Atendemos das 8h às 18h' }),
  shown(api.evolutionNumbers, { numbers: ['5561988880000', '5561977770000'] }),
  shown(api.evolutionFindChats, { where: {} }),
  shown(api.evolutionFindContacts, { where: {} }),
  shown(api.evolutionFindMessages, {
    where: { key: { remoteJid: phoneJid('5561988880000') } },
    page: 1,
    offset: 50,
  }),
  shown(api.evolutionFindStatus, { where: { remoteJid: phoneJid('5561988880000') } }),
  shown(api.evolutionReadMessages, {
    readMessages: [
      { remoteJid: phoneJid('5561988880000'), fromMe: false, id: '3EB0AAAA000000000001' },
    ],
  }),
  shown(api.evolutionMediaOfMessage, {
    message: { key: { id: '3EB0AAAA000000000001' } },
    convertToMp4: false,
  }),
  shown(api.evolutionDeleteMessage, {
    id: '3EB0AAAA000000000001',
    fromMe: true,
    remoteJid: phoneJid('5561988880000'),
  }),
  shown(api.evolutionUpdateMessage, {
    number: '5561988880000',
    key: { id: '3EB0AAAA000000000001', fromMe: true, remoteJid: phoneJid('5561988880000') },
    text: 'Olá, de novo!',
  }),
  shown(api.evolutionChatPresence, {
    number: '5561988880000',
    presence: 'composing',
    delay: 2000,
  }),
  shown(api.evolutionPresence, { presence: 'available' }),
  shown(api.evolutionProfile, { number: '5561988880000' }),
  shown(api.evolutionBusinessProfile, { number: '5561988880000' }),
  shown(api.evolutionProfileName, { name: 'Loja do Zé' }),
  shown(api.evolutionProfilePicture, { picture: 'https://exemplo.com.br/logo.png' }),
  shown(api.evolutionSetPrivacy, {
    ...{ readreceipts: 'all', profile: 'all', status: 'contacts' },
    ...{ online: 'all', last: 'contacts', groupadd: 'contacts' },
  }),
  shown(api.evolutionArchive, { chat: '5561988880000', archive: true }),
  shown(api.evolutionUnread, { chat: '5561988880000' }),
  shown(api.evolutionCreateGroup, {
    subject: 'Turma da noite',
    description: 'Avisos da turma',
    participants: ['5561988880000', '5561977770000'],
  }),
  shown(api.evolutionGroupSubject, { groupJid: GROUP, subject: 'Turma da noite' }),
  shown(api.evolutionGroupDescription, { groupJid: GROUP, description: 'Avisos da turma' }),
  shown(api.evolutionGroupPicture, {
    groupJid: GROUP,
    image: 'https://exemplo.com.br/logo.png',
  }),
  shown(api.evolutionSendInvite, {
    groupJid: GROUP,
    description: 'Entre no grupo da turma:',
    numbers: ['5561988880000'],
  }),
  shown(api.evolutionRevokeInvite, { groupJid: GROUP }),
  shown(api.evolutionChangeMembers, {
    groupJid: GROUP,
    action: 'add',
    participants: ['5561988880000'],
  }),
  shown(api.evolutionGroupSetting, { groupJid: GROUP, action: 'announcement' }),
  shown(api.evolutionGroupEphemeral, { groupJid: GROUP, expiration: 604_800 }),
  shown(api.evolutionPicture, { number: '5561988880000' }),
  shown(api.evolutionSetSettings, {
    ...{ rejectCall: true, msgCall: 'Não atendemos ligações: escreva, por favor.' },
    ...{ groupsIgnore: true, alwaysOnline: false, readMessages: false, readStatus: false },
    syncFullHistory: false,
  }),
]

export function aWebhook() {
  return {
    enabled: true,
    url: 'https://exemplo.com.br/webhooks/whatsapp',
    byEvents: false,
    base64: true,
    events: ['MESSAGES_UPSERT' as const],
  }
}
