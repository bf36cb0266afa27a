import type { MessageFile } from '#contract/messages/message-file.ts'
import { Spinner } from '../../../../ui/display/spinner.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import type { MediaKind } from '../media-facts.ts'
import styles from './file-parts.module.css'
import type { FileState } from './opened-files.ts'

export type FileTileProps = {
  readonly messageId: string
  /** WhatsApp's name for the kind of message. */
  readonly type: string
  readonly kind: MediaKind
  readonly file: MessageFile
  /** A small JPEG as base64. */
  readonly thumbnail: string | null
}

/** What a button shows: a wheel while it is at work. */
export function Busy({
  isBusy,
  icon: Icon,
}: {
  readonly isBusy: boolean
  readonly icon: MediaKind['icon']
}) {
  return isBusy ? <Spinner size={18} /> : <Icon size={18} aria-hidden className={styles.sign} />
}

/** What becomes of a file that was asked for. */
export function FileNews({
  state,
  onRetry,
}: {
  readonly state: FileState | undefined
  readonly onRetry: () => void
}) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {state?.kind === 'opening' && 'Baixando o arquivo…'}
      </p>
      {state?.kind === 'failed' && <FileFailure state={state} onRetry={onRetry} />}
    </>
  )
}

/** Why a file did not open, and another try where that may help. */
export function FileFailure({
  state: { sentence, canRetry },
  onRetry,
}: {
  readonly state: Extract<FileState, { kind: 'failed' }>
  readonly onRetry: () => void
}) {
  return (
    <div role="alert" className={styles.failure}>
      <p>{sentence}</p>
      {canRetry && (
        <Button look="quiet" className={styles.again} onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
    </div>
  )
}
