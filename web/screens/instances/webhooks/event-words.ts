import {
  sentWebhookEvents,
  webhookEventOf,
  webhookEvents,
} from '#contract/gateways/evolution-webhook.ts'

type Group = { readonly title: string; readonly events: Readonly<Record<string, string>> }

/** A sentence for each event of a webhook, read after "Avisar quando", by what it is about. */
const groups: readonly Group[] = [
  {
    title: 'Mensagens',
    events: {
      MESSAGES_UPSERT: 'Chega uma mensagem, ou o celular envia uma',
      SEND_MESSAGE: 'Uma mensagem é enviada pela API',
      MESSAGES_UPDATE: 'Uma mensagem é entregue ou lida',
      MESSAGES_EDITED: 'Uma mensagem é corrigida',
      SEND_MESSAGE_UPDATE: 'Uma mensagem enviada pela API é corrigida',
      MESSAGES_DELETE: 'Uma mensagem é apagada',
      MESSAGES_SET: 'As mensagens antigas são carregadas',
    },
  },
  {
    title: 'Conexão',
    events: {
      CONNECTION_UPDATE: 'A conexão cai ou volta',
      QRCODE_UPDATED: 'Há um novo QR Code para ler',
      LOGOUT_INSTANCE: 'O celular sai da conexão',
      STATUS_INSTANCE: 'A conexão acaba, com o motivo',
      APPLICATION_STARTUP: 'O gateway é ligado',
    },
  },
  {
    title: 'Contatos e conversas',
    events: {
      CONTACTS_UPSERT: 'Aparece um contato novo',
      CONTACTS_UPDATE: 'Um contato muda de nome ou de foto',
      CONTACTS_SET: 'Os contatos são carregados',
      PRESENCE_UPDATE: 'Alguém fica on-line ou digita',
      CHATS_UPSERT: 'Uma conversa começa',
      CHATS_UPDATE: 'Uma conversa muda',
      CHATS_SET: 'As conversas antigas são carregadas',
      CHATS_DELETE: 'Uma conversa é excluída',
      LABELS_EDIT: 'Uma etiqueta é criada ou muda',
      LABELS_ASSOCIATION: 'Uma etiqueta é posta em uma conversa, ou tirada',
    },
  },
  {
    title: 'Grupos e ligações',
    events: {
      GROUPS_UPSERT: 'A conta entra em um grupo',
      GROUP_UPDATE: 'O nome ou a descrição de um grupo muda',
      GROUP_PARTICIPANTS_UPDATE: 'Alguém entra em um grupo, ou sai',
      CALL: 'Alguém liga',
    },
  },
  {
    title: 'A própria instância',
    events: {
      INSTANCE_CREATE: 'A instância é criada',
      INSTANCE_DELETE: 'A instância é excluída',
      REMOVE_INSTANCE: 'A instância é retirada do gateway',
      TYPEBOT_START: 'Um robô do Typebot começa a responder',
      TYPEBOT_CHANGE_STATUS: 'Um robô do Typebot é pausado ou encerrado',
    },
  },
]

const words = new Map(groups.flatMap(({ events }) => Object.entries(events)))

export type EventGroup = { readonly title: string; readonly events: readonly string[] }

/**
 * The events that can be chosen for a webhook, by what they are about. This server offers those that
 * it sends; what is chosen already is there in any case, so that saving loses none.
 */
export function eventGroups(isOwn: boolean, chosen: readonly string[]): readonly EventGroup[] {
  const offered: readonly string[] = isOwn ? sentWebhookEvents : webhookEvents
  const known = groups.map(({ title, events }) => ({
    title,
    events: Object.keys(events).filter((event) => offered.includes(event)),
  }))
  const others = chosen.filter((event) => !offered.includes(event))
  const title = isOwn ? 'Não enviados por este servidor' : 'Outros'
  return [...known, { title, events: others }].filter(({ events }) => events.length > 0)
}

/** The sentence of an event; null for one of a gateway that this console does not know. */
export function eventSentence(event: string): string | null {
  return words.get(event) ?? null
}

/** The sentence of an event as bodies name it, such as `messages.upsert`. */
export function sentEventSentence(name: string): string | null {
  return eventSentence(webhookEventOf(name))
}
