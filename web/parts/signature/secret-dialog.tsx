import { Send } from 'lucide-react'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './signature.module.css'
import { SignatureCode } from './signature-part.tsx'

/** The secret of a webhook's signatures, the only time that it is shown, and what checks them with it. */
export function SecretDialog({
  secret,
  done,
  onTest,
  onClose,
}: {
  readonly secret: string
  /** What was done, in a sentence: a toast would lie over what has to be read now. */
  readonly done: string
  /** Left out where there is no address yet. */
  readonly onTest?: (() => void) | undefined
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="Segredo das assinaturas"
      width="large"
      onClose={onClose}
      footer={
        <>
          <Button look={onTest ? 'plain' : 'primary'} onClick={onClose}>
            Guardei o segredo
          </Button>
          {onTest && (
            <Button look="primary" icon={Send} onClick={onTest}>
              Guardei: enviar um teste
            </Button>
          )}
        </>
      }
    >
      <div className={styles.parts}>
        <Notice tone="warn">{done} Guarde agora: este segredo não aparece de novo.</Notice>
        <div className={styles.secret}>
          <TextAreaField
            label="Segredo"
            rows={1}
            spellCheck={false}
            value={secret}
            readOnly
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={secret} label="Copiar segredo" />
        </div>
        <SignatureCode />
      </div>
    </Dialog>
  )
}
