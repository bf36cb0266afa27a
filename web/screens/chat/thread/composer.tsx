import { Send, StickyNote } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import type { SendMode } from '#contract/messages/conversation.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { changeSendMode, useChatSettings } from '../../../api/chats.ts'
import { messages } from '../../../messages.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toastFailed } from '../../../ui/overlays/toast.ts'
import { useFocusWhen } from '../chat-focus.ts'
import styles from '../chat-screen.module.css'
import { keepUnsentText, unsentTexts } from '../kept-texts.ts'
import { SendChoiceDialog } from './send-choice-dialog.tsx'

/** What becomes of a typed text: sent, noted on the server, or shown on this screen only. */
export type SendWay = NonNullable<SendMode> | 'local'

/** Where a message is typed; Enter sends, Shift+Enter breaks the line. */
export function Composer({
  chat,
  ways,
  isConnected,
  isGoal,
  onReach,
  onLeave,
  onSend,
}: {
  /** Identifies the chat, whose unsent text is kept for the next visit. */
  readonly chat: string
  /** `both` for a person whose number an own device can write to. */
  readonly ways: 'both' | 'anotacao' | 'local'
  readonly isConnected: boolean
  /** The keyboard is led to its field. */
  readonly isGoal: boolean
  /** Its field has the focus. */
  readonly onReach: () => void
  /** Esc was pressed: the text stays as a draft. */
  readonly onLeave: () => void
  readonly onSend: (text: string, way: SendWay) => void
}) {
  const [text, setText] = useState(() => unsentTexts()[chat] ?? '')
  const [isHeld, setIsHeld] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const field = useFocusWhen<HTMLTextAreaElement>(isGoal)
  const settings = useChatSettings()
  const mode = settings.data?.sendMode ?? null
  const way = ways === 'both' ? mode : ways
  const words = text.trim()
  const isReady = ways !== 'both' || settings.data !== undefined || settings.error !== undefined
  const write = (typed: string) => {
    setText(typed)
    keepUnsentText(chat, typed)
  }
  const sendBy = (chosen: SendWay) => {
    onSend(words, chosen)
    write('')
  }
  const send = () => {
    if (words === '') return
    if (!isReady) setIsHeld(true)
    else if (way === null) setIsAsking(true)
    else sendBy(way)
  }
  // Enter may be pressed before it is known what it does.
  useEffect(() => {
    if (!isHeld || !isReady) return
    setIsHeld(false)
    send()
  })
  const press = (event: KeyboardEvent) => {
    if (event.shiftKey || event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter') send()
    else onLeave()
  }
  const isNoting = way === 'anotacao'
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {!isReady && (
        <Loading>
          <Skeleton width="45%" height="var(--s6)" />
        </Loading>
      )}
      {ways !== 'local' && isReady && (
        <div className={styles.way}>
          {ways === 'both' && (
            <Switch
              label="Enviar pelo WhatsApp"
              isOn={mode === 'whatsapp'}
              onChange={(isOn) => remember(isOn ? 'whatsapp' : 'anotacao')}
            />
          )}
          <small>{explain({ ways, mode, isConnected })}</small>
        </div>
      )}
      <div className={styles.line}>
        <TextAreaField
          ref={field}
          label="Mensagem"
          isLabelHidden
          className={styles.input}
          rows={1}
          placeholder={isNoting ? 'Anotação' : 'Mensagem'}
          maxLength={TEXT_MAX_LENGTH}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={press}
          onFocus={onReach}
        />
        <Button
          type="submit"
          look="primary"
          icon={isNoting ? StickyNote : Send}
          disabled={words === '' || isHeld}
        >
          {isNoting ? 'Anotar' : 'Enviar'}
        </Button>
      </div>
      {isAsking && (
        <SendChoiceDialog
          onClose={() => setIsAsking(false)}
          onChoose={(chosen) => {
            setIsAsking(false)
            remember(chosen)
            sendBy(chosen)
          }}
        />
      )}
    </form>
  )
}

function remember(mode: NonNullable<SendMode>): void {
  changeSendMode(mode).catch((failure) =>
    toastFailed(sentenceOf(failure, messages.request.strange)),
  )
}

function explain({
  ways,
  mode,
  isConnected,
}: {
  readonly ways: 'both' | 'anotacao'
  readonly mode: SendMode
  readonly isConnected: boolean
}): string {
  if (ways === 'anotacao') return 'Daqui não se escreve para esta conversa: o texto fica anotado.'
  if (mode === null) return 'Ao enviar, você escolhe se a mensagem sai ou fica anotada.'
  if (mode === 'anotacao') return 'Desligado: o texto fica anotado só aqui, na conversa.'
  return isConnected
    ? 'Ligado: a mensagem sai de verdade.'
    : 'Ligado, mas esta conexão não está conectada.'
}
