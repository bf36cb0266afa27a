import { z } from 'zod'
import { DEFAULT_TIME_ZONE, TimeZoneInput } from '../campaigns/send-window.ts'
import { PAGE_LIMIT_MAX } from '../limits.ts'
import { ChangeKind } from '../messages/chat.ts'
import { OptOutSource } from '../optouts/opt-out.ts'
import { pageLimit } from '../query-numbers.ts'
import { PersonSend, PersonSendJson, PersonSendWire } from './person.ts'
import { PersonNote, PersonNoteJson, PersonNoteWire } from './person-note.ts'

/** What happened with one person, in one order: campaigns, chats, robots, opt-outs and notes. */

export const TimelineKind = {
  campaign: 'campanha',
  talk: 'conversa',
  bot: 'robo',
  optOut: 'descadastro',
  note: 'anotacao',
} as const
export type TimelineKind = (typeof TimelineKind)[keyof typeof TimelineKind]

/** How a person came off the list of opt-outs: by a message of their own, by hand, or by a call. */
export const ReturnSource = z.enum(['resposta', 'manual', 'api'])
export type ReturnSource = z.infer<typeof ReturnSource>

const Chat = z.object({ gatewayId: z.string(), instance: z.string(), remoteJid: z.string() })
const ChatWire = z.object({
  evolution_id: z.string(),
  instance: z.string(),
  remote_jid: z.string(),
})
type Chat = z.infer<typeof Chat>
const CampaignName = z.object({ id: z.string(), name: z.string().nullable() })

const base = {
  /** Stays the same for the same event. */
  id: z.string(),
  at: z.iso.datetime(),
}

/** The message of a campaign, and what became of it. */
const CampaignEvent = z.object({
  ...base,
  kind: z.literal(TimelineKind.campaign),
  send: PersonSend,
})

/** What was written in one chat on one day, but for the messages of campaigns. */
const TalkEvent = z.object({
  ...base,
  kind: z.literal(TimelineKind.talk),
  chat: Chat,
  receivedCount: z.int().min(0),
  sentCount: z.int().min(0),
  /** Kept in the chat, and sent to nobody. */
  noteCount: z.int().min(0),
  /** There were more on that day than are counted. */
  hasMore: z.boolean(),
  last: z.object({
    content: z.string(),
    type: z.string(),
    isFromMe: z.boolean(),
    change: ChangeKind.nullable(),
  }),
})

/** What one chatbot or assistant answered in one chat on one day. */
const BotEvent = z.object({
  ...base,
  kind: z.literal(TimelineKind.bot),
  chat: Chat,
  /** Null: the assistant answered. */
  chatbotId: z.string().nullable(),
  /** Of the chatbot, or of the assistant; null where nobody knows it any more. */
  name: z.string().nullable(),
  answerCount: z.int().min(1),
  /** The beginnings of the last message that was answered, and of the answer. */
  heard: z.string(),
  answer: z.string(),
})

/** A person went onto the list of those who get no campaigns, or came off it. */
const OptOutEvent = z.object({
  ...base,
  kind: z.literal(TimelineKind.optOut),
  hasLeft: z.boolean(),
  source: z.enum(OptOutSource),
  reason: z.string(),
  campaign: CampaignName.nullable(),
})

const NoteEvent = z.object({ ...base, kind: z.literal(TimelineKind.note), note: PersonNote })

export const TimelineEvent = z.discriminatedUnion('kind', [
  CampaignEvent,
  TalkEvent,
  BotEvent,
  OptOutEvent,
  NoteEvent,
])
export type TimelineEvent = z.infer<typeof TimelineEvent>
export type TimelineEventOf<Kind extends TimelineKind> = Extract<
  TimelineEvent,
  { readonly kind: Kind }
>

const wireBase = { id: z.string(), date: z.iso.datetime() }
const TimelineEventWire = z.discriminatedUnion('tipo', [
  z.object({ ...wireBase, tipo: z.literal(TimelineKind.campaign), envio: PersonSendWire }),
  z.object({
    ...wireBase,
    tipo: z.literal(TimelineKind.talk),
    conversa: ChatWire,
    recebidas: z.int().min(0),
    enviadas: z.int().min(0),
    anotacoes: z.int().min(0),
    mais: z.boolean(),
    ultima: z.object({
      message_content: z.string(),
      message_type: z.string(),
      from_me: z.boolean(),
      change: ChangeKind.nullable(),
    }),
  }),
  z.object({
    ...wireBase,
    tipo: z.literal(TimelineKind.bot),
    conversa: ChatWire,
    chatbot_id: z.string().nullable(),
    nome: z.string().nullable(),
    respostas: z.int().min(1),
    heard: z.string(),
    answer: z.string(),
  }),
  z.object({
    ...wireBase,
    tipo: z.literal(TimelineKind.optOut),
    saiu: z.boolean(),
    source: z.enum(OptOutSource),
    reason: z.string(),
    campanha: CampaignName.nullable(),
  }),
  z.object({ ...wireBase, tipo: z.literal(TimelineKind.note), anotacao: PersonNoteWire }),
])
type TimelineEventWire = z.output<typeof TimelineEventWire>

const TimelineEventJson = z.codec(TimelineEventWire, TimelineEvent, {
  decode: fromWire,
  encode: toWire,
})

/** Kinds that could not be read, and may be missing from the page. */
const Unread = z.array(z.enum(TimelineKind))

export const Timeline = z.object({ events: z.array(TimelineEvent), unread: Unread })
export type Timeline = z.infer<typeof Timeline>

export const TimelineJson = z.codec(
  z.object({ eventos: z.array(TimelineEventJson), faltam: Unread }),
  Timeline,
  {
    decode: ({ eventos, faltam }) => ({ events: eventos, unread: faltam }),
    encode: ({ events, unread }) => ({ eventos: events, faltam: unread }),
  },
)

const kinds = Object.values(TimelineKind)
const kindPattern = `(${kinds.join('|')})`
const CURSOR_LENGTH = 1_000
/** All of them, with room to spare. */
const KINDS_LENGTH = 200

export const TimelineQuery = z
  .object({
    limit: pageLimit(PAGE_LIMIT_MAX).optional(),
    cursor: z.string().max(CURSOR_LENGTH).optional(),
    /** One, or several with commas between; left out: all of them. */
    tipo: z
      .string()
      .max(KINDS_LENGTH)
      .regex(
        new RegExp(`^${kindPattern}(,${kindPattern})*$`),
        `Os tipos são: ${kinds.join(', ')}. Vários vão com vírgulas entre eles.`,
      )
      .optional(),
    /** Time zone on whose clocks a day begins. */
    fuso: TimeZoneInput.default(DEFAULT_TIME_ZONE),
  })
  .transform(({ tipo, fuso, ...page }) => ({
    ...page,
    kinds: tipo === undefined ? kinds : kindsIn(tipo),
    timeZone: fuso,
  }))

/** The kinds that a text with commas names, each once and in their own order; others are left out. */
export function kindsIn(text: string): readonly TimelineKind[] {
  const named = new Set<string>(text.split(','))
  return kinds.filter((kind) => named.has(kind))
}

function fromWire(wire: TimelineEventWire): TimelineEvent {
  const { id, date } = wire
  const own = { id, at: date }
  switch (wire.tipo) {
    case 'campanha':
      return { ...own, kind: wire.tipo, send: z.decode(PersonSendJson, wire.envio) }
    case 'conversa': {
      const { message_content, message_type, from_me, change } = wire.ultima
      return {
        ...{ ...own, kind: wire.tipo, chat: chatFromWire(wire.conversa) },
        ...{ receivedCount: wire.recebidas, sentCount: wire.enviadas, noteCount: wire.anotacoes },
        hasMore: wire.mais,
        last: { content: message_content, type: message_type, isFromMe: from_me, change },
      }
    }
    case 'robo':
      return {
        ...{ ...own, kind: wire.tipo, chat: chatFromWire(wire.conversa) },
        ...{ chatbotId: wire.chatbot_id, name: wire.nome },
        ...{ answerCount: wire.respostas, heard: wire.heard, answer: wire.answer },
      }
    case 'descadastro': {
      const { saiu, source, reason, campanha } = wire
      return { ...own, kind: wire.tipo, hasLeft: saiu, source, reason, campaign: campanha }
    }
    case 'anotacao':
      return { ...own, kind: wire.tipo, note: z.decode(PersonNoteJson, wire.anotacao) }
  }
}

function toWire(event: TimelineEvent): TimelineEventWire {
  const { id, at } = event
  const own = { id, date: at }
  switch (event.kind) {
    case 'campanha':
      return { ...own, tipo: event.kind, envio: z.encode(PersonSendJson, event.send) }
    case 'conversa': {
      const { content, type, isFromMe, change } = event.last
      return {
        ...{ ...own, tipo: event.kind, conversa: chatToWire(event.chat) },
        ...{ recebidas: event.receivedCount, enviadas: event.sentCount },
        ...{ anotacoes: event.noteCount, mais: event.hasMore },
        ultima: { message_content: content, message_type: type, from_me: isFromMe, change },
      }
    }
    case 'robo':
      return {
        ...{ ...own, tipo: event.kind, conversa: chatToWire(event.chat) },
        ...{ chatbot_id: event.chatbotId, nome: event.name },
        ...{ respostas: event.answerCount, heard: event.heard, answer: event.answer },
      }
    case 'descadastro': {
      const { hasLeft, source, reason, campaign } = event
      return { ...own, tipo: event.kind, saiu: hasLeft, source, reason, campanha: campaign }
    }
    case 'anotacao':
      return { ...own, tipo: event.kind, anotacao: z.encode(PersonNoteJson, event.note) }
  }
}

function chatFromWire({ evolution_id, instance, remote_jid }: z.output<typeof ChatWire>): Chat {
  return { gatewayId: evolution_id, instance, remoteJid: remote_jid }
}

function chatToWire({ gatewayId, instance, remoteJid }: Chat): z.output<typeof ChatWire> {
  return { evolution_id: gatewayId, instance, remote_jid: remoteJid }
}
