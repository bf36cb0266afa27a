import { formatCount } from '../../../format.ts'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import styles from './billing-tab.module.css'
import { SampleCard, SampleRows, Samples } from './sample.tsx'

/** A made-up plan. */
const plan = { monthlyMessages: 20_000, usedMessages: 7_450 } as const

export function BillingTab() {
  return (
    <Samples>
      <SampleCard title="Plano">
        <div className={styles.plan}>
          <p>
            <b>{formatCount(plan.monthlyMessages)}</b> mensagens por mês
          </p>
          <ProgressBar
            label="Mensagens usadas neste mês"
            value={plan.usedMessages}
            max={plan.monthlyMessages}
          />
          <p className={styles.used}>{formatCount(plan.usedMessages)} usadas neste mês</p>
        </div>
        <SampleRows
          rows={[
            { name: 'Renovação', value: 'Todo dia 1º' },
            { name: 'Forma de pagamento', value: 'Cartão final 0000' },
          ]}
        />
      </SampleCard>
      <SampleCard title="Faturas">
        <SampleRows
          rows={[
            { name: 'Outubro', value: 'Paga' },
            { name: 'Setembro', value: 'Paga' },
          ]}
        />
      </SampleCard>
    </Samples>
  )
}
