import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { attachmentLabels, hasCaption } from '#contract/uploads/attachment.ts'
import { imageSource } from '../../api/uploads.ts'
import { formatBytes, formatCount } from '../../format.ts'
import { ProgressBar } from '../../ui/display/progress.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FileIcon } from '../file-tile.tsx'
import type { Attachment } from './attachment.ts'
import styles from './attachment-card.module.css'
import type { RunningUpload } from './use-attachment.ts'

/** A file on its way to the server. */
export function UploadingCard({
  upload: { name, share },
  onCancel,
}: {
  readonly upload: RunningUpload
  readonly onCancel: () => void
}) {
  return (
    <div className={styles.card}>
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

/** A stored file, as it will be sent. */
export function AttachmentCard({
  file: { url, name, bytes, kind },
  nameless,
  onRemove,
}: {
  readonly file: Attachment
  /** What a file without a name is called. */
  readonly nameless: string
  readonly onRemove: () => void
}) {
  const [size, setSize] = useState<string>()
  const [isGone, setIsGone] = useState(false)
  const label = kind === 'imagem' ? size : attachmentLabels[kind]
  const facts = [label, bytes !== null && formatBytes(bytes)].filter(Boolean).join(' · ')
  return (
    <div className={styles.card}>
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
        <span className={styles.name}>{name || nameless}</span>
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
