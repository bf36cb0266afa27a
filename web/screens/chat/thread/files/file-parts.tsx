import type { MessageFile } from '#contract/messages/message-file.ts'
import { Spinner } from '../../../../ui/display/spinner.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import type { MediaKind } from '../media-facts.ts'
import styles from './file-parts.module.css'
import type { FileSource } from './file-source.ts'
import type { FileState } from './opened-files.ts'

export type FileTileProps = {
  /** Names its message in the thread. */
  readonly messageKey: string
  readonly source: FileSource
  /** WhatsApp's name for the kind of message. */
  readonly type: string
  readonly kind: MediaKind
  readonly file: MessageFile | null
  /** What it is called, where it has a name. */
  readonly name: string | null
  /** A small JPEG as base64. */
  readonly thumbnail: string | null
  /** Called when a picture that shows itself in the thread can no longer be loaded. */
  readonly onGone: () => void
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
export function FileProgress({
  state,
  ready = null,
  onRetry,
}: {
  readonly state: FileState | undefined
  /** What it says of a file that has come, and waits to be asked for again. */
  readonly ready?: string | null
  readonly onRetry: () => void
}) {
  const isReady = state?.kind === 'open' && ready !== null
  return (
    <>
      <p role="status" className={isReady ? styles.ready : 'visually-hidden'}>
        {state?.kind === 'opening' && 'Baixando o arquivo…'}
        {isReady && ready}
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
