import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { isAnswered, isUnknown } from '../../../api/calls/once.ts'
import type { ChatPlace } from '../../../api/chat.ts'
import { createNote } from '../../../api/chats.ts'
import { sendMessage } from '../../../api/devices.ts'
import { messages } from '../../../messages.ts'
import type { Attachment } from '../../../parts/attachment/attachment.ts'
import { type OwnMessage, setFailed, setOwnState, useOwnMessages } from '../own-messages.ts'
import { foundOnServer } from './thread-items.ts'

type ChatName = { readonly place: ChatPlace; readonly remoteJid: string }

/**
 * Messages that are typed on this screen, on their way to the person or into the chat's notes.
 * @param sender null where nothing can be sent
 * @param stored what the server has of the chat
 */
export function useOwnSending({
  chat,
  name,
  sender,
  stored,
}: {
  /** Identifies the chat. */
  readonly chat: string
  readonly name: ChatName
  readonly sender: { readonly deviceId: string; readonly to: string } | null
  readonly stored: readonly WebhookMessage[] | undefined
}) {
  const own = useOwnMessages(chat)
  useEffect(() => {
    if (!stored) return
    for (const { key, messageId } of foundOnServer(stored, own)) {
      setOwnState(chat, key, { kind: 'sent', messageId })
    }
  }, [stored, own, chat])

  const send = async ({ key, tryKey, text, file, isNote }: OwnMessage) => {
    if (!sender && !isNote) return
    setOwnState(chat, key, { kind: 'sending' })
    try {
      const messageId =
        sender && !isNote
          ? (await sendMessage({ ...sender, text, ...(file && fileOf(file)) }, tryKey)).messageId
          : (await createNote(name, text, tryKey)).id
      setOwnState(chat, key, { kind: 'sent', messageId })
    } catch (failure) {
      setFailed(chat, key, {
        sentence: sentenceOf(failure, messages.request.strange),
        isInDoubt: isUnknown(failure),
        isAnswered: isAnswered(failure),
      })
    }
  }
  const latest = useRef<(key: string) => Promise<void> | undefined>(() => undefined)
  // A layout effect: it is renewed before the button that calls it shows.
  useLayoutEffect(() => {
    latest.current = (key) => {
      const message = own.find((each) => each.key === key)
      return message && send(message)
    }
  })
  /** The same function each time. */
  const retry = useCallback((key: string) => void latest.current(key), [])
  /** One after the other: they arrive in this order. */
  const sendAll = async (all: readonly OwnMessage[]) => {
    for (const message of all) await send(message)
  }
  return { own, sendAll, retry }
}

function fileOf({ url, name, isAttached }: Attachment) {
  return isAttached ? { anexo: { url, nome: name } } : { imageUrl: url }
}
