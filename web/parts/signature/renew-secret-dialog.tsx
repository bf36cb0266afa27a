import { useState } from 'react'
import { WEBHOOK_SECRET_OVERLAP_HOURS, WEBHOOK_SECRET_OVERLAP_MAX_HOURS } from '#contract/limits.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { report } from '../../report.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './signature.module.css'

/** Draws another secret, and says how long the one of now goes on signing beside it. */
export function RenewSecretDialog({
  failed,
  onRenew,
  onClose,
}: {
  /** What is said where it could not be changed. */
  readonly failed: string
  /** Changes it, and shows the new one. */
  readonly onRenew: (keptHours: number) => Promise<void>
  readonly onClose: () => void
}) {
  const [hours, setHours] = useState(WEBHOOK_SECRET_OVERLAP_HOURS)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const renew = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await onRenew(hours)
    } catch (error) {
      setIsBusy(false)
      if (isSignedOut(error)) return
      report(failed, error)
      setFailure(sentenceOf(error, failed))
    }
  }
  // Whoever closed while it is being drawn would never see it.
  const close = () => {
    if (!isBusy) onClose()
  }
  return (
    <Dialog
      title="Trocar o segredo"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button look="primary" isBusy={isBusy} onClick={() => void renew()}>
            Trocar o segredo
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <SelectField
          label="O segredo atual"
          value={hours}
          onChange={({ target }) => setHours(Number(target.value))}
        >
          <option value={1}>Ainda vale por 1 hora</option>
          <option value={WEBHOOK_SECRET_OVERLAP_HOURS}>
            Ainda vale por {WEBHOOK_SECRET_OVERLAP_HOURS} horas
          </option>
          <option value={WEBHOOK_SECRET_OVERLAP_MAX_HOURS}>
            Ainda vale por {WEBHOOK_SECRET_OVERLAP_MAX_HOURS} horas
          </option>
          <option value={0}>Deixa de valer já</option>
        </SelectField>
        {hours > 0 ? (
          <Notice tone="info">
            Até lá cada aviso vai com as duas assinaturas, a do segredo novo e a do atual: troque no
            seu sistema sem perder nenhum aviso.
          </Notice>
        ) : (
          <Notice tone="warn">
            O sistema que recebe os avisos recusa as assinaturas até ter o segredo novo. Escolha
            assim se o atual vazou.
          </Notice>
        )}
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
      </div>
    </Dialog>
  )
}
