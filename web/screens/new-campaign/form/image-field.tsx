import { Paperclip } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AttachmentCard, UploadingCard } from '../../../parts/attachment/attachment-card.tsx'
import { acceptedFiles } from '../../../parts/attachment/file-choice.ts'
import { fileAmong, type useAttachment } from '../../../parts/attachment/use-attachment.ts'
import { classNames } from '../../../ui/class-names.ts'
import styles from './image-field.module.css'
import type { SectionProps } from './section-props.ts'

/** The message's file: picked, dropped or pasted, and shown as it will be sent. */
export function ImageField({
  draft,
  change,
  error,
  image,
}: Pick<SectionProps, 'draft' | 'change'> & {
  readonly error: string | undefined
  readonly image: ReturnType<typeof useAttachment>
}) {
  const labelId = useId()
  const errorId = useId()
  const pickRef = useRef<HTMLInputElement>(null)
  const refusal = image.error ?? error
  const remove = () => {
    // Drawn at once: the picker that takes the image's place has to be there to be focused.
    flushSync(() => change({ image: null }))
    pickRef.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={refusal ? errorId : undefined}
      className={styles.field}
    >
      <span id={labelId} className={styles.label}>
        Imagem ou anexo (opcional)
      </span>
      {image.uploading ? (
        <UploadingCard upload={image.uploading} onCancel={image.cancel} />
      ) : draft.image ? (
        <AttachmentCard
          key={draft.image.url}
          file={draft.image}
          nameless="Imagem da campanha"
          onRemove={remove}
        />
      ) : (
        <Picker pickRef={pickRef} isInvalid={refusal !== undefined} onFile={image.choose} />
      )}
      {refusal && (
        <p id={errorId} role="alert" className={styles.error}>
          {refusal}
        </p>
      )}
    </div>
  )
}

function Picker({
  pickRef,
  isInvalid,
  onFile,
}: {
  readonly pickRef: RefObject<HTMLInputElement | null>
  readonly isInvalid: boolean
  readonly onFile: (file: File) => Promise<void>
}) {
  const [isOver, setIsOver] = useState(false)
  return (
    <label
      className={classNames(styles.picker, isOver && styles.over)}
      onDragEnter={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={() => setIsOver(false)}
    >
      <Paperclip size={20} aria-hidden />
      <span>
        <b>Escolher imagem ou arquivo</b>
        <small>
          Ou arraste ou cole aqui. Imagem até 5 MB; vídeo MP4 ou áudio até 16 MB; PDF, DOCX ou XLSX
          até 64 MB
        </small>
      </span>
      <input
        ref={pickRef}
        type="file"
        name="imagem"
        accept={acceptedFiles}
        aria-invalid={isInvalid || undefined}
        className="visually-hidden"
        onChange={async ({ target }) => {
          const file = fileAmong(target.files ?? undefined)
          if (file) await onFile(file)
        }}
      />
    </label>
  )
}
