import { Paperclip, Trash2, X } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { attachmentLabels, hasCaption } from '#contract/uploads/attachment.ts'
import { imageSource } from '../../../api/uploads.ts'
import { formatBytes, formatCount } from '../../../format.ts'
import { FileIcon } from '../../../parts/file-tile.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import type { DraftImage } from '../campaign-draft.ts'
import { acceptedFiles } from './file-choice.ts'
import styles from './image-field.module.css'
import type { SectionProps } from './section-props.ts'
import { type ImageUpload, imageAmong, type useImage } from './use-image.ts'

/** The message's file: picked, dropped or pasted, and shown as it will be sent. */
export function ImageField({
  draft,
  change,
  error,
  image,
}: Pick<SectionProps, 'draft' | 'change'> & {
  readonly error: string | undefined
  readonly image: ReturnType<typeof useImage>
}) {
  const labelId = useId()
  const errorId = useId()
  const pickRef = useRef<HTMLInputElement>(null)
  const refusal = image.error ?? error
  const remove = () => {
    // The picker that takes its place is there to be focused.
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
        <Uploading upload={image.uploading} onCancel={image.cancel} />
      ) : draft.image ? (
        <Stored key={draft.image.url} image={draft.image} onRemove={remove} />
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
          const file = imageAmong(target.files ?? undefined)
          if (file) await onFile(file)
        }}
      />
    </label>
  )
}

function Uploading({
  upload: { name, share },
  onCancel,
}: {
  readonly upload: ImageUpload
  readonly onCancel: () => void
}) {
  return (
    <div className={styles.image}>
      <div className={styles.facts}>
        <span className={styles.name}>{name}</span>
        <ProgressBar label={`Enviando ${name}`} value={Math.round(share * 100)} max={100} />
        <small>Enviando, {formatCount(Math.round(share * 100))}%</small>
      </div>
      <Button look="quiet" icon={X} onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  )
}

function Stored({
  image: { url, name, bytes, kind },
  onRemove,
}: {
  readonly image: DraftImage
  readonly onRemove: () => void
}) {
  const [size, setSize] = useState<string>()
  const [isGone, setIsGone] = useState(false)
  const label = kind === 'imagem' ? size : attachmentLabels[kind]
  const facts = [label, bytes !== null && formatBytes(bytes)].filter(Boolean).join(' · ')
  return (
    <div className={styles.image}>
      {kind === 'imagem' ? (
        <img
          src={imageSource(url)}
          alt=""
          className={styles.thumbnail}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize(`${naturalWidth} × ${naturalHeight}`)
          }
          onError={() => setIsGone(true)}
        />
      ) : (
        <FileIcon kind={kind} />
      )}
      <div className={styles.facts}>
        <span className={styles.name}>{name || 'Imagem da campanha'}</span>
        {isGone ? (
          <small className={styles.gone}>Não está mais no servidor. Envie-a de novo.</small>
        ) : (
          <small>
            {facts}
            {!hasCaption(kind) && ' · o texto vai antes, em outra mensagem'}
          </small>
        )}
      </div>
      <Button look="quiet" icon={Trash2} className={styles.remove} onClick={onRemove}>
        Remover
      </Button>
    </div>
  )
}
