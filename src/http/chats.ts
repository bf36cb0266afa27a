import { api } from '../contract/api/calls.ts'
import { type Conversation, toConversationWire } from '../contract/messages/conversation.ts'
import { chatFileAnswer, withinDeadline } from './answers/chat-file.ts'
import { jsonArray, jsonHeaders, streamText } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Routes of the inbox: conversations, what is unread in them, their files, and notes. */
export function chatRoutes({
  chats,
  chatFiles,
  log,
}: Pick<Services, 'chats' | 'chatFiles' | 'log'>): Binding[] {
  return [
    bind(api.listChats, async ({ caller, query }) => {
      const listed = await chats.list(caller.user.id, query)
      const onFault = (error: unknown) => log.error({ err: error }, 'conversations cut off')
      return streamText(jsonArray(wireConversations(listed)), { headers: jsonHeaders, onFault })
    }),

    bind(api.searchChat, async ({ caller, query }) => {
      const { messages, searched, next } = await chats.search(caller.user.id, query)
      return { status: 200, body: { messages: [...messages], searched, next: toNext(next) } }
    }),

    bind(api.openChatFile, async ({ c, caller, query }) => {
      const file = await withinDeadline(c.req.raw.signal, (unwanted) =>
        chatFiles.open(caller.user.id, query, unwanted),
      )
      return chatFileAnswer(file, { isRead: c.req.method !== 'HEAD' })
    }),

    bind(api.unreadChats, async ({ caller }) => ({
      status: 200,
      body: { conversations: await chats.unreadCount(caller.user.id) },
    })),

    bind(api.readChat, async ({ caller, body }) => {
      await chats.read(caller.user.id, body)
      return { status: 204 }
    }),

    bind(api.createNote, async ({ caller, body }) => ({
      status: 201,
      body: await chats.note(caller.user.id, body),
    })),

    bind(api.chatSettings, async ({ caller }) => ({
      status: 200,
      body: await chats.findSettings(caller.user.id),
    })),

    bind(api.changeChatSettings, async ({ caller, body }) => ({
      status: 200,
      body: await chats.changeSettings(caller.user.id, body),
    })),
  ]
}

function toNext(edge: Awaited<ReturnType<Services['chats']['search']>>['next']) {
  return edge && { before_timestamp: edge.sentAtSeconds, before_id: edge.id ?? '' }
}

function* wireConversations(all: readonly Conversation[]) {
  for (const each of all) yield toConversationWire(each)
}
