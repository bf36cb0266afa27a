import type { Campaign } from '#contract/campaigns/campaign.ts'
import { deliveryRate, readRate, replyRate } from '#contract/campaigns/campaign-counts.ts'
import type { SendFilter } from '#contract/campaigns/send.ts'
import { formatCount, formatShare } from '../../../format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { ShareBar } from '../../../ui/display/progress.tsx'
import styles from './funnel.module.css'

type Step = {
  readonly name: string
  /** Which recipients the results are narrowed down to; null: all of them. */
  readonly filter: SendFilter | null
  readonly count: number
  /** Percent of those accepted. */
  readonly rate?: number
}

/** The way from the list to an answer; each step shows its recipients in the results below. */
export function Funnel({
  campaign,
  chosen,
  onChoose,
}: {
  readonly campaign: Campaign
  readonly chosen: SendFilter | null
  readonly onChoose: (filter: SendFilter | null) => void
}) {
  const { recipientCount, errorCount } = campaign
  return (
    <section aria-label="Funil da campanha" data-live>
      <ol className={styles.steps}>
        {stepsOf(campaign).map(({ name, filter, count, rate }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={chosen === filter}
              className={classNames(styles.step, filter === 'error' && count > 0 && styles.bad)}
              onClick={() => onChoose(chosen === filter ? null : filter)}
            >
              <span className={styles.name}>{name}</span>
              <b className={styles.count}>{formatCount(count)}</b>
              <span className={styles.rate}>
                {rate !== undefined &&
                  campaign.sentCount > 0 &&
                  `${formatShare(rate)} dos enviados`}
                {filter === 'sent' && recipientCount > 0 && <>de {formatCount(recipientCount)}</>}
                {filter === 'error' && errorCount === 0 && 'nenhum'}
              </span>
              <span className={styles.bar}>
                <ShareBar
                  percent={rate ?? (recipientCount === 0 ? 0 : (count / recipientCount) * 100)}
                />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stepsOf(campaign: Campaign): readonly Step[] {
  const { recipientCount, sentCount, deliveredCount, readCount, replyCount, errorCount } = campaign
  return [
    { name: 'Destinatários', filter: null, count: recipientCount },
    { name: 'Enviados', filter: 'sent', count: sentCount },
    { name: 'Entregues', filter: 'delivered', count: deliveredCount, rate: deliveryRate(campaign) },
    { name: 'Lidos', filter: 'read', count: readCount, rate: readRate(campaign) },
    { name: 'Responderam', filter: 'replied', count: replyCount, rate: replyRate(campaign) },
    { name: 'Erros', filter: 'error', count: errorCount },
  ]
}
