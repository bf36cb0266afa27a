import type { ReactNode } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './signature.module.css'
import { SignatureCode } from './signature-part.tsx'

/** How the receiver of a webhook knows that an event came from here. */
export function SignatureDialog({
  title = 'Conferir a assinatura',
  action,
  children,
  isBusy = false,
  onClose,
}: {
  readonly title?: string
  /** What can be done about the secret. */
  readonly action?: ReactNode
  /** What is known of the secret. */
  readonly children?: ReactNode
  /** A secret is being drawn: whoever closed now would never see it. */
  readonly isBusy?: boolean
  readonly onClose: () => void
}) {
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog
      title={title}
      width="large"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Fechar</Button>
          {action}
        </>
      }
    >
      <div className={styles.parts}>
        {children}
        <SignatureCode />
      </div>
    </Dialog>
  )
}
