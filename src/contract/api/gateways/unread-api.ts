import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Apart from the rest of the chats: every page shows it, and few load more of them. */
export const unreadApi = {
  unreadChats: endpoint({
    methods: ['get'],
    path: '/api/chats/unread',
    summary: 'Quantas conversas têm mensagens não lidas.',
    tag: 'Conversas',
    answers: {
      /** How many conversations have messages that nobody has opened. */
      200: z.object({ conversations: z.int().min(0) }),
    },
    errors: ['messages_damaged'],
  }),
} as const
