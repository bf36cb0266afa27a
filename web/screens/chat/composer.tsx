import { Send } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import styles from './chat-screen.module.css'
import { keepUnsentText, unsentText } from './unsent-texts.ts'

/** Storage key of the switch, which is off until a user turns it on. */
const reallySendKey = (userId: string) => `chat-enviar-pelo-whatsapp.${userId}`

/** Where a message is typed; Enter sends, Shift+Enter breaks the line. */
export function Composer({
  chat,
  canReallySend,
  isConnected,
  onSend,
}: {
  /** Identifies the chat, whose unsent text is kept for the next visit. */
  readonly chat: string
  /**
   * Whether one of the daemon's own devices stands behind the instance, and the contact has a
   * number.
   */
  readonly canReallySend: boolean
  readonly isConnected: boolean
  readonly onSend: (text: string, isReal: boolean) => void
}) {
  const [text, setText] = useState(() => unsentText(chat))
  const key = reallySendKey(useSession()?.user.id ?? '')
  const [wantsReal, setWantsReal] = useState(() => localStorage.getItem(key) === 'sim')
  const isReal = canReallySend && wantsReal
  const words = text.trim()
  const write = (typed: string) => {
    setText(typed)
    keepUnsentText(chat, typed)
  }
  const send = () => {
    if (words === '') return
    onSend(words, isReal)
    write('')
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {canReallySend && (
        <div className={styles.way}>
          <Switch
            label="Enviar pelo WhatsApp"
            isOn={wantsReal}
            onChange={(isOn) => {
              setWantsReal(isOn)
              localStorage.setItem(key, isOn ? 'sim' : 'nao')
            }}
          />
          <small>{explain({ isReal, isConnected })}</small>
        </div>
      )}
      <div className={styles.line}>
        <TextAreaField
          label="Mensagem"
          isLabelHidden
          className={styles.input}
          rows={1}
          placeholder="Mensagem"
          maxLength={TEXT_MAX_LENGTH}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={sendOnEnter}
        />
        <Button type="submit" look="primary" icon={Send} disabled={words === ''}>
          Enviar
        </Button>
      </div>
    </form>
  )
}

function explain({
  isReal,
  isConnected,
}: {
  readonly isReal: boolean
  readonly isConnected: boolean
}): string {
  if (!isReal) return 'Desligado: a mensagem fica só nesta tela.'
  return isConnected
    ? 'Ligado: a mensagem sai de verdade.'
    : 'Ligado, mas esta conexão não está conectada.'
}
