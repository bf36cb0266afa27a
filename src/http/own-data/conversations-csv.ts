import { formatSendTime } from '../../contract/display.ts'
import { phoneOfJid } from '../../contract/jid.ts'
import { NOTE_TYPE, type WebhookMessage } from '../../contract/messages/chat.ts'
import type { Conversation } from '../../contract/messages/conversation.ts'
import type { SentStatus } from '../../contract/messages/sent-status.ts'
import { csvText } from '../answers/csv.ts'

const header = ['Conversa', 'Nome', 'Data', 'De', 'Mensagem', 'Tipo', 'Situação']

const statusWords: Readonly<Record<SentStatus, string>> = {
  sent: 'Enviada',
  delivered: 'Entregue',
  read: 'Lida',
}

/** The conversations of one instance, one after the other, each from its oldest message on. */
export function conversationsCsv(
  chats: readonly Conversation[],
  messagesOf: (chat: Conversation) => Promise<readonly WebhookMessage[]>,
): AsyncIterable<string> {
  return csvText(rows(), { header, separator: ';' })

  async function* rows() {
    for (const chat of chats) {
      const phone = phoneOfJid(chat.remoteJid)
      const named = [phone ?? chat.remoteJid, chat.contactName ?? chat.pushName ?? '']
      for (const message of await messagesOf(chat)) yield [...named, ...cellsOf(message)]
    }
  }
}

function cellsOf(message: WebhookMessage): readonly string[] {
  const { content, type, status, sentAtSeconds } = message
  const time = formatSendTime(new Date(sentAtSeconds * 1000).toISOString())
  return [time, authorOf(message), content, type, status === null ? '' : statusWords[status]]
}

function authorOf({ type, isFromMe, pushName }: WebhookMessage): string {
  if (type === NOTE_TYPE) return 'Anotação'
  return isFromMe ? 'Você' : (pushName ?? 'Contato')
}
