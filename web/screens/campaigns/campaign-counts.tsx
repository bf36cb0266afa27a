import type { Campaign } from '#contract/campaigns/campaign.ts'
import { formatCount } from '../../format.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './campaign-counts.module.css'

/** The four stats of a campaign that has sent something. */
export function CampaignCounts({ campaign }: { readonly campaign: Campaign }) {
  const { recipientCount, sentCount, readCount, errorCount } = campaign
  const counts = [
    { name: 'Total', count: recipientCount },
    { name: 'Enviados', count: sentCount },
    { name: 'Lidos', count: readCount },
    { name: 'Erros', count: errorCount, isBad: errorCount > 0 },
  ]
  return (
    <dl className={styles.counts} data-live>
      {counts.map(({ name, count, isBad }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classNames(isBad && styles.bad)}>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
