import type { Campaign } from '#contract/campaigns/campaign.ts'
import { formatCount } from '../../format.ts'
import styles from './campaign-counts.module.css'

/** The four numbers of a campaign that has sent something. */
export function CampaignCounts({ campaign }: { readonly campaign: Campaign }) {
  const { recipientCount, sentCount, readCount, errorCount } = campaign
  const counts = [
    { name: 'Total', count: recipientCount },
    { name: 'Enviados', count: sentCount },
    { name: 'Lidos', count: readCount },
    { name: 'Erros', count: errorCount },
  ]
  return (
    <dl className={styles.counts} data-live>
      {counts.map(({ name, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
