import { isGroupJid } from '#contract/jid.ts'
import type { Conversation } from '#contract/messages/conversation.ts'

/** Some of the conversations, as a part of the list; its key stands in the address. */
export type ChatFilter = {
  readonly key: string
  readonly label: string
  readonly fits: (chat: Conversation) => boolean
  /** What is said where none fits. */
  readonly none: string
}

const all: ChatFilter = {
  key: '',
  label: 'Todas',
  fits: () => true,
  none: 'Ninguém escreveu ainda',
}

export const chatFilters: readonly ChatFilter[] = [
  all,
  {
    key: 'nao-lidas',
    label: 'Não lidas',
    fits: ({ unreadCount }) => unreadCount > 0,
    none: 'Nenhuma conversa não lida',
  },
  { key: 'a-responder', label: 'A responder', fits: isToAnswer, none: 'Ninguém espera resposta' },
]

export function filterNamed(key: string | null): ChatFilter {
  return chatFilters.find((each) => each.key === key) ?? all
}

/** The last word is the person's; in a group people talk among themselves, and a reaction asks nothing. */
function isToAnswer({ isLastFromMe, lastType, remoteJid }: Conversation): boolean {
  return !isLastFromMe && lastType !== 'reactionMessage' && !isGroupJid(remoteJid)
}
