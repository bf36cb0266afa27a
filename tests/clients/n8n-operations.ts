/** Every operation of the n8n node for Evolution API, and how it is to end here. */

export type Operation = {
  /** The node's resource and operation, and the variant where there are several. */
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** What the gateway answers instead; left out where it ends as with the original. */
  readonly refused?: string
  /** The node fails with any server, since its form lacks a field that it reads. */
  readonly isBroken?: true
}

export type Given = {
  /** The connected instance, and one that is made and removed on the way. */
  readonly instance: string
  readonly other: string
  /** A person whose message the instance has received. */
  readonly phone: string
  /** A group that the instance administers, and its invitation code. */
  readonly groupJid: string
  readonly inviteCode: string
  readonly theirMessageId: string
  readonly files: Readonly<Record<'image' | 'video' | 'audio' | 'document', string>>
  /** Ids of what the instance has sent so far. */
  readonly textId: () => string
  readonly imageId: () => string
}

const EVENTS = 'Use o webhook da instância'
const BOTS = 'Este gateway não tem integração com'

export function operations(given: Given): readonly (() => Operation)[] {
  const { instance, phone } = given
  const of =
    (resource: string) =>
    (operation: string, fields: () => object, { kind = '', refused = '', isBroken = false } = {}) =>
    (): Operation => ({
      name: [resource, operation, kind].filter(Boolean).join(' '),
      parameters: { resource, operation, instanceName: instance, ...fields() },
      ...(refused && { refused }),
      ...(isBroken && { isBroken: true as const }),
    })
  const none = () => ({})
  const instances = of('instances-api')
  const messages = of('messages-api')
  const events = of('events-api')
  const integrations = of('integrations-api')
  const groups = of('groups-api')
  const chats = of('chat-api')
  const profile = of('profile-api')
  const jid = `${phone}@s.whatsapp.net`
  const to = (fields: object) => () => ({ remoteJid: phone, ...fields })
  const own = (fields: object) => () => ({
    ...{ remoteJid: jid, chat: jid, messageId: given.textId(), fromMe: true },
    ...fields,
  })
  const theirs = { remoteJid: jid, chat: jid, messageId: given.theirMessageId, fromMe: false }
  const group = { groupJid: given.groupJid, inviteCode: given.inviteCode }
  const grouped = (operation: string, fields: object = {}, kind = '') =>
    groups(operation, () => ({ ...group, ...fields }), { kind })
  const bot = (operation: string, choice: string, kinds: readonly string[]) =>
    kinds.map((kind) => {
      const isAsking = /^(?:find|fetch)/.test(kind)
      const ids = { typebotId: 'a', evolutionBotId: 'a', difyBotId: 'a', flowiseBotId: 'a' }
      const fields = { [choice]: kind, ...ids, url: 'https://bot.example', remoteJid: phone }
      const refused = kind.endsWith('Chatwoot') ? 'Chatwoot' : BOTS
      const isBroken = operation === 'flowiseBot' || /^(?:create|update)Dify$/.test(kind)
      const isRefused = !isAsking && !isBroken
      return integrations(operation, () => fields, {
        kind,
        isBroken,
        ...(isRefused && { refused }),
      })
    })

  return [
    instances('instance-basic', () => ({ instanceName: given.other })),
    instances('instance-connect', () => ({ instanceName: given.other })),
    instances('delete-instance', () => ({ instanceName: given.other })),
    instances('fetch-instances', none),
    instances('set-presence', () => ({ presence: 'available' })),
    instances('instance-settings', () => ({ rejectCall: false, syncFullHistory: false })),
    instances('set-proxy', () => ({ resourceForProxy: 'findProxy' }), { kind: 'findProxy' }),
    instances('set-proxy', () => ({ resourceForProxy: 'setProxy', enabled: true }), {
      ...{ kind: 'setProxy', refused: 'não usa proxy por instância' },
    }),
    messages('send-text', to({ messageText: 'Olá do n8n' })),
    messages('send-image', to({ media: given.files.image })),
    messages('send-video', to({ media: given.files.video })),
    messages('send-audio', to({ media: given.files.audio })),
    messages('send-document', to({ media: given.files.document })),
    messages(
      'send-poll',
      to({
        caption: 'Qual horário?',
        options_display: { metadataValues: [{ optionValue: '9h' }, { optionValue: '14h' }] },
      }),
    ),
    messages(
      'send-contact',
      to({
        contacts: {
          contactValues: [{ fullName: 'Ana', wuid: phone, phoneNumber: '+55 61 97777-0000' }],
        },
      }),
    ),
    messages(
      'send-list',
      to({
        ...{ title: 'Horários', description: 'Escolha', buttonText: 'Ver' },
        sections: {
          sectionValues: [{ title: 'Hoje', rows: { rowValues: [{ title: '9h', rowId: 'a' }] } }],
        },
      }),
    ),
    messages(
      'send-buttons',
      to({
        ...{ title: 'Confirma?', description: 'Consulta' },
        buttons: { buttonValues: [{ type: 'reply', displayText: 'Sim', id: 's' }] },
      }),
    ),
    messages('send-pix', to({ name: 'Loja', keyType: 'email', key: 'loja@exemplo.com.br' })),
    messages('send-stories', () => ({ type: 'text', content: 'Oi', allContacts: true }), {
      refused: 'não publica status',
    }),
    messages('send-reaction', () => ({ ...theirs, reaction: '👍' })),
    events(
      'webhook',
      () => ({
        ...{ resourceForWebhook: 'setWebhook', enabled: true },
        ...{ webhookUrl: 'https://recebe.example/eventos', webhookEvents: ['MESSAGES_UPSERT'] },
      }),
      { kind: 'setWebhook' },
    ),
    events('webhook', () => ({ resourceForWebhook: 'findWebhook' }), { kind: 'findWebhook' }),
    events('rabbitmq', () => ({ resourceForRabbitMQ: 'setRabbitMQ', enabled: true }), {
      ...{ kind: 'setRabbitMQ', refused: EVENTS },
    }),
    events('rabbitmq', () => ({ resourceForRabbitMQ: 'findRabbitMQ' }), { kind: 'findRabbitMQ' }),
    ...bot('chatwoot', 'resourceForChatwoot', ['setChatwoot', 'findChatwoot']),
    ...bot('typebot', 'resourceForTypebot', [
      ...['createTypebot', 'findTypebot', 'updateTypebot', 'deleteTypebot'],
      ...['fetchSessionsTypebot', 'changeStatusTypebot', 'startTypebot'],
    ]),
    ...bot('evolution-bot', 'resourceForEvolutionBot', [
      ...['createEvolutionBot', 'findEvolutionBot', 'updateEvolutionBot', 'deleteEvolutionBot'],
      ...['fetchSessionsEvolutionBot', 'changeStatusEvolutionBot'],
    ]),
    ...bot('difyBot', 'resourceForDifyBot', [
      ...['createDify', 'findDify', 'updateDify', 'deleteDify', 'fetchSessionsDify'],
    ]),
    ...bot('flowiseBot', 'resourceForFlowiseBot', [
      ...['createFlowise', 'findFlowise', 'updateFlowise', 'deleteFlowise'],
      ...['fetchSessionsFlowise', 'changeStatusFlowise'],
    ]),
    grouped('create-group', { subject: 'Turma', participants: phone }),
    grouped('update-group-picture', { image: given.files.image }),
    grouped('update-group-name', { subject: 'Turma' }),
    grouped('update-group-description', { description: 'Avisos' }),
    grouped('fetch-invite-code'),
    grouped('send-invite-link', { numbers: phone, description: 'Entre' }),
    ...['inviteCode', 'groupJid', 'fetchAll'].map((kind) =>
      grouped('fetch-groups', { searchMethod: kind, getParticipants: true }, kind),
    ),
    grouped('find-participants'),
    grouped('update-participants', { action: 'add', participants: phone }),
    grouped('update-settings', { action: 'announcement' }),
    grouped('toggle-ephemeral', { expiration: 0 }),
    grouped('join-group'),
    grouped('revoke-invite-code'),
    grouped('leave-group'),
    chats('check-number', () => ({ numbers: phone })),
    chats('read-messages', () => theirs),
    chats('manage-archive', () => ({ ...theirs, archive: true })),
    chats('mark-unread', () => theirs),
    chats('fetch-profile-picture', () => ({ number: phone })),
    chats('get-media-base64', () => ({ messageId: given.imageId(), convertToMp4: false })),
    chats('update-message', own({ text: 'Olá, de novo' })),
    chats('send-presence', to({ presence: 'composing', delay: 1 })),
    chats('block-contact', to({ status: 'unblock' })),
    chats('find-contacts', () => ({ listAll: true })),
    chats('find-messages', to({})),
    chats('find-status-messages', own({})),
    chats('find-chats', own({})),
    chats('delete-message', own({})),
    profile('fetch-profile', to({})),
    profile('fetch-business-profile', to({})),
    profile('update-profile-name', () => ({ name: 'Loja' })),
    profile('update-profile-status', () => ({ status: 'Aberto' })),
    profile('update-profile-picture', () => ({ picture: given.files.image })),
    profile('remove-profile-picture', none),
    profile('fetch-privacy-settings', none),
    profile('update-privacy-settings', () => ({
      ...{ readreceipts: 'all', profile: 'all', status: 'contacts' },
      ...{ online: 'all', last: 'contacts', groupadd: 'all' },
    })),
    instances('restart-instance', none),
    instances('logout-instance', none),
  ]
}
