import { Undo2 } from 'lucide-react'
import { type OptOut, optOutSourceLabels } from '#contract/optouts/opt-out.ts'
import { formatDateTime } from '../../../format.ts'
import { takeOff } from '../../../parts/opt-outs/remove-opt-out.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './person-screen.module.css'

/** Since when and why a person gets no campaigns, and the way back. */
export function OptOutNotice({ optOut }: { readonly optOut: OptOut }) {
  const { createdAt, source, reason } = optOut
  const origin = optOutSourceLabels[source]
  return (
    <Notice tone="warn">
      <div className={styles.optOut}>
        <div>
          <p>
            Não recebe campanhas desde <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            .
          </p>
          <p className={styles.quiet}>{reason ? `${origin}: “${reason}”` : origin}</p>
        </div>
        <Button icon={Undo2} onClick={() => void takeOff(optOut)}>
          Voltar a enviar
        </Button>
      </div>
    </Notice>
  )
}
