import { Send, StickyNote } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { placesIn } from '#contract/campaigns/template.ts'
import type { SendMode } from '#contract/messages/conversation.ts'
import { hasCaption } from '#contract/uploads/attachment.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { changeSendMode, useChatSettings } from '../../../api/chats.ts'
import { messages } from '../../../messages.ts'
import type { Attachment } from '../../../parts/attachment/attachment.ts'
import { AttachmentCard, UploadingCard } from '../../../parts/attachment/attachment-card.tsx'
import { takeFile, useAttachment } from '../../../parts/attachment/use-attachment.ts'
import type { TemplateStart } from '../../../parts/templates/template-dialog.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { toastFailed } from '../../../ui/overlays/toast.ts'
import { useFocusWhen } from '../chat-focus.ts'
import { keepUnsentFile, keepUnsentText, unsentFile, unsentTexts } from '../kept-texts.ts'
import type { Person } from '../people.ts'
import styles from './composer.module.css'
import { FilePick } from './file-pick.tsx'
import { SendChoiceDialog } from './send-choice-dialog.tsx'
import { type Gap, Gaps } from './templates/gaps.tsx'
import { MessageField } from './templates/message-field.tsx'

/** What becomes of a typed text: sent, noted on the server, or shown on this screen only. */
export type SendWay = NonNullable<SendMode> | 'local'

type Written = { readonly text: string; readonly file: Attachment | null }

/** Where a message is written, and what becomes of it. */
export function Composer({
  chat,
  person,
  ways,
  isConnected,
  isGoal,
  onReach,
  onLeave,
  onSend,
  onCreate,
  dropped,
  onTaken,
}: {
  /** Identifies the chat, whose unsent text and file are kept for the next visit. */
  readonly chat: string
  /** Whom the chat is with. */
  readonly person: Person
  /** `both` for a person whose number an own device can write to. */
  readonly ways: 'both' | 'anotacao' | 'local'
  readonly isConnected: boolean
  /** The keyboard is led to its field. */
  readonly isGoal: boolean
  /** Its field has the focus. */
  readonly onReach: () => void
  /** Esc was pressed: the text stays as a draft. */
  readonly onLeave: () => void
  readonly onSend: (messages: readonly Written[], way: SendWay) => void
  /** Begins a new template. */
  readonly onCreate: (start: TemplateStart) => void
  /** A file that was dropped on the chat. */
  readonly dropped: File | null
  /** The dropped file is taken. */
  readonly onTaken: () => void
}) {
  const field = useFocusWhen<HTMLTextAreaElement>(isGoal)
  const [text, setText] = useState(() => unsentTexts()[chat] ?? '')
  const [file, setFile] = useState(() => (ways === 'both' ? unsentFile(chat) : null))
  const attach = useCallback(
    (chosen: Attachment | null) => {
      setFile(chosen)
      keepUnsentFile(chat, chosen)
      // What is typed next is its caption.
      if (chosen) field.current?.focus()
    },
    [chat, field],
  )
  const upload = useAttachment(attach)
  const { choose } = upload
  useEffect(() => {
    if (!dropped) return
    void choose(dropped)
    onTaken()
  }, [dropped, choose, onTaken])
  const [isHeld, setIsHeld] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const settings = useChatSettings()
  const mode = settings.data?.sendMode ?? null
  const way = ways === 'both' ? mode : ways
  const words = text.trim()
  const isReady = ways !== 'both' || settings.data !== undefined || settings.error !== undefined
  const write = (typed: string) => {
    setText(typed)
    keepUnsentText(chat, typed)
  }
  const isNoting = way === 'anotacao'
  const isBlocked = upload.uploading !== null || (file !== null && isNoting)
  const isEmpty = words === '' && file === null
  const goTo = ({ from, written }: Gap) => {
    field.current?.focus()
    field.current?.setSelectionRange(from, from + written.length)
  }
  const sendBy = async (chosen: SendWay) => {
    // A note is of words alone: the file waits.
    if (file && chosen !== 'whatsapp') return
    const [gap] = placesIn(text)
    if (gap && chosen === 'whatsapp' && !(await isMeantSo(gap))) {
      // The field behind a question that is still open takes no focus.
      flushSync(() => undefined)
      return goTo(gap)
    }
    onSend(partsOf(words, file), chosen)
    write('')
    attach(null)
  }
  const send = () => {
    if (isEmpty || isBlocked) return
    if (!isReady) setIsHeld(true)
    else if (way === null) setIsAsking(true)
    else void sendBy(way)
  }
  // Enter may be pressed before it is known what it does.
  useEffect(() => {
    if (!isHeld || !isReady) return
    setIsHeld(false)
    send()
  })
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onPaste={(event) => {
        if (ways === 'both') takeFile(event, event.clipboardData, choose)
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
      {upload.uploading && <UploadingCard upload={upload.uploading} onCancel={upload.cancel} />}
      {file && !upload.uploading && (
        <AttachmentCard
          key={file.url}
          file={file}
          nameless="Imagem"
          onRemove={() => {
            attach(null)
            field.current?.focus()
          }}
        />
      )}
      {upload.error && (
        <p role="alert" className={styles.refused}>
          {upload.error}
        </p>
      )}
      {file && isNoting && (
        <p role="alert" className={styles.refused}>
          Uma anotação é só texto. Para mandar o arquivo, ligue “Enviar pelo WhatsApp”.
        </p>
      )}
      <Gaps text={isNoting ? '' : text} onGo={goTo} />
      <div className={styles.line}>
        {ways === 'both' && <FilePick onFile={choose} />}
        <MessageField
          {...{ field, person, text, onReach, onLeave }}
          placeholder={placeholderOf({ isNoting, file })}
          onWrite={write}
          onSend={send}
          onCreate={onCreate}
        />
        <Button
          type="submit"
          look="primary"
          icon={isNoting ? StickyNote : Send}
          className={styles.send}
          disabled={isEmpty || isBlocked || isHeld}
        >
          <span>{isNoting ? 'Anotar' : 'Enviar'}</span>
        </Button>
      </div>
      {isAsking && (
        <SendChoiceDialog
          onClose={() => setIsAsking(false)}
          onChoose={(chosen) => {
            setIsAsking(false)
            remember(chosen)
            void sendBy(chosen)
          }}
        />
      )}
    </form>
  )
}

/** Asks before a template's place goes to a person as it is written. */
function isMeantSo({ written }: Gap): Promise<boolean> {
  const sentence = `O texto ainda tem ${written}, e a pessoa leria isso mesmo. Enviar assim?`
  return askYesNo(sentence, { title: 'Falta preencher', yes: 'Enviar assim', no: 'Preencher' })
}

/** WhatsApp shows no text beside a sound: it goes before, in a message of its own. */
function partsOf(text: string, file: Attachment | null): readonly Written[] {
  if (!file || text === '' || hasCaption(file.kind)) return [{ text, file }]
  return [
    { text, file: null },
    { text: '', file },
  ]
}

function placeholderOf({
  isNoting,
  file,
}: {
  readonly isNoting: boolean
  readonly file: Attachment | null
}): string {
  if (isNoting) return 'Anotação'
  return file && hasCaption(file.kind) ? 'Legenda' : 'Mensagem'
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
