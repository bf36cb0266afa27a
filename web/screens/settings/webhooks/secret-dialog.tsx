import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { CopyButton } from '../../../ui/forms/copy-button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import styles from './webhooks-tab.module.css'

/** The secret of a webhook's signatures, the only time that it is shown. */
export function SecretDialog({
  secret,
  onSignature,
  onClose,
}: {
  readonly secret: string
  /** Explains how the receiver checks what it gets. */
  readonly onSignature: () => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="Segredo das assinaturas"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onSignature}>Guardei: como conferir</Button>
          <Button look="primary" onClick={onClose}>
            Guardei o segredo
          </Button>
        </>
      }
    >
      <div className={styles.secret}>
        <Notice tone="warn">
          Guarde agora: este segredo não aparece de novo. Com ele o seu sistema confere que um aviso
          veio daqui.
        </Notice>
        <TextField
          label="Segredo"
          value={secret}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={secret} label="Copiar segredo" />
      </div>
    </Dialog>
  )
}
