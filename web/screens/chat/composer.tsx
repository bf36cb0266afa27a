import { Send } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import styles from './chat-screen.module.css'

/** Off until somebody turns it on, and as they left it after that. */
const REALLY_SEND_KEY = 'chat-enviar-pelo-whatsapp'

/** Where a message is typed; Enter sends, Shift+Enter breaks the line. */
export function Composer({
  canReallySend,
  isConnected,
  onSend,
}: {
  /** One of the daemon's own connections stands behind the instance, and the person has a number. */
  readonly canReallySend: boolean
  readonly isConnected: boolean
  readonly onSend: (text: string, isReal: boolean) => void
}) {
  const [text, setText] = useState('')
  const [wantsReal, setWantsReal] = useState(() => localStorage.getItem(REALLY_SEND_KEY) === 'sim')
  const isReal = canReallySend && wantsReal
  const words = text.trim()
  const send = () => {
    if (words === '') return
    onSend(words, isReal)
    setText('')
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
              localStorage.setItem(REALLY_SEND_KEY, isOn ? 'sim' : 'nao')
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
          placeholder="Escreva uma mensagem"
          maxLength={TEXT_MAX_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
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
