import { Paperclip, Send, StickyNote } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import type { SendMode } from '#contract/messages/conversation.ts'
import { hasCaption } from '#contract/uploads/attachment.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { changeSendMode, useChatSettings } from '../../../api/chats.ts'
import { messages } from '../../../messages.ts'
import type { Attachment } from '../../../parts/attachment/attachment.ts'
import { AttachmentCard, UploadingCard } from '../../../parts/attachment/attachment-card.tsx'
import { acceptedFiles } from '../../../parts/attachment/file-choice.ts'
import { fileAmong, takeFile, useAttachment } from '../../../parts/attachment/use-attachment.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toastFailed } from '../../../ui/overlays/toast.ts'
import { useFocusWhen } from '../chat-focus.ts'
import styles from '../chat-screen.module.css'
import { keepUnsentFile, keepUnsentText, unsentFile, unsentTexts } from '../kept-texts.ts'
import { SendChoiceDialog } from './send-choice-dialog.tsx'

/** What becomes of a typed text: sent, noted on the server, or shown on this screen only. */
export type SendWay = NonNullable<SendMode> | 'local'

type Written = { readonly text: string; readonly file: Attachment | null }

/** Where a message is typed; Enter sends, Shift+Enter breaks the line. */
export function Composer({
  chat,
  ways,
  isConnected,
  isGoal,
  onReach,
  onLeave,
  onSend,
  dropped,
  onTaken,
}: {
  /** Identifies the chat, whose unsent text and file are kept for the next visit. */
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
  readonly onSend: (messages: readonly Written[], way: SendWay) => void
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
  const sendBy = (chosen: SendWay) => {
    // A note is of words alone: the file waits.
    if (file && chosen !== 'whatsapp') return
    onSend(partsOf(words, file), chosen)
    write('')
    attach(null)
  }
  const send = () => {
    if (isEmpty || isBlocked) return
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
      <div className={styles.line}>
        {ways === 'both' && <FilePick onFile={choose} />}
        <TextAreaField
          ref={field}
          label="Mensagem"
          isLabelHidden
          className={styles.input}
          rows={1}
          placeholder={placeholderOf({ isNoting, file })}
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
          disabled={isEmpty || isBlocked || isHeld}
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

/** Picks a file: its button can be reached by keyboard, the field behind it is not shown. */
function FilePick({ onFile }: { readonly onFile: (file: File) => Promise<void> }) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label="Anexar imagem ou arquivo"
        icon={Paperclip}
        onClick={() => inputRef.current?.click()}
      />
      <input
        ref={inputRef}
        type="file"
        accept={acceptedFiles}
        aria-label="Arquivo para anexar"
        hidden
        onChange={async ({ target }) => {
          const file = fileAmong(target.files ?? undefined)
          // The same file can be picked again.
          target.value = ''
          if (file) await onFile(file)
        }}
      />
    </>
  )
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
