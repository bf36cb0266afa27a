import { SendStatus } from '#contract/campaigns/send.ts'
import type { Person, PersonSend } from '#contract/people/person.ts'
import type { BadgeTone } from '../../../ui/display/badge.tsx'

/** Whether campaigns reach a person, in a word. */
export type Standing = { readonly tone: BadgeTone; readonly words: string }

/** Failures that say something of the number itself, and would come again. */
const ofTheNumber: Readonly<Record<string, string>> = {
  not_on_whatsapp: 'Não está no WhatsApp',
  invalid_phone: 'Número inválido',
}

/** The opt-out counts before all, then what WhatsApp said of the number last. */
export function standingOf({ optOut, chats }: Person, sends: readonly PersonSend[]): Standing {
  if (optOut) return { tone: 'warn', words: 'Não recebe campanhas' }
  const decisive = sends.find(
    ({ status, errorCode }) => isAccepted(status) || (errorCode ?? '') in ofTheNumber,
  )
  const refusal = decisive && !isAccepted(decisive.status) && ofTheNumber[decisive.errorCode ?? '']
  const talkedAt = (chats[0]?.lastAtSeconds ?? 0) * 1000
  if (refusal && talkedAt <= Date.parse(decisive.sentAt ?? '')) {
    return { tone: 'danger', words: refusal }
  }
  if (decisive || talkedAt > 0) return { tone: 'ok', words: 'Recebe campanhas' }
  return { tone: 'muted', words: 'Nada enviado ainda' }
}

/** When the person last wrote back to a campaign, as far as the newest messages show. */
export function lastReplyAt(sends: readonly PersonSend[]): string | null {
  const times = sends.flatMap(({ repliedAt }) => (repliedAt === null ? [] : [repliedAt]))
  return times.sort().at(-1) ?? null
}

/** How a person took the messages that campaigns sent, of those that are known. */
export function responseOf(sends: readonly PersonSend[]) {
  const accepted = sends.filter(({ status }) => isAccepted(status))
  return {
    sentCount: accepted.length,
    readCount: accepted.filter(({ status }) => status === SendStatus.read).length,
    replyCount: accepted.filter(({ repliedAt }) => repliedAt !== null).length,
    lastSentAt:
      accepted
        .flatMap(({ sentAt }) => sentAt ?? [])
        .sort()
        .at(-1) ?? null,
  }
}

function isAccepted(status: SendStatus): boolean {
  return status === SendStatus.success || status === SendStatus.read
}
