import type { Campaign } from '#contract/campaigns/campaign.ts'
import { useNewestSends } from '../../../../api/campaigns/sends.ts'
import { formatPhone, formatSendTime } from '../../../../format.ts'
import { messages } from '../../../../messages.ts'
import { SendStatusBadge } from '../../../../parts/send-status-badge.tsx'
import { PartFailure } from '../../../../ui/display/part-failure.tsx'
import { Loading, Skeletons } from '../../../../ui/display/skeleton.tsx'
import styles from './sends-tail.module.css'

/** Who was written to last, the newest first, as it happens. */
export function SendsTail({ campaign }: { readonly campaign: Campaign }) {
  const { data: sends, error, mutate } = useNewestSends(campaign.id)
  return (
    <section aria-label="Últimos envios" className={styles.tail}>
      <h2>Últimos envios</h2>
      {!sends && error && (
        <PartFailure
          sentence={messages.campaigns.sendsFailed}
          detail={error.message}
          onRetry={() => mutate()}
        />
      )}
      {!sends && !error && (
        <Loading className={styles.tail}>
          <Skeletons count={3} height="24px" />
        </Loading>
      )}
      {sends?.length === 0 && (
        <p className={styles.none}>Os envios aparecem aqui assim que o primeiro sair.</p>
      )}
      {sends && sends.length > 0 && (
        <ol data-live>
          {sends.map(({ id, name, contact, status, sentAt, deliveredAt, errorText }) => (
            <li key={id}>
              <span className={styles.time}>{sentAt ? clockOf(sentAt) : '–'}</span>
              <span className={styles.who} title={errorText ?? undefined}>
                {name || formatPhone(contact)}
              </span>
              <SendStatusBadge status={status} deliveredAt={deliveredAt} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** `10:05:09`, on the same clock as the results below. */
function clockOf(iso: string): string {
  return formatSendTime(iso).slice('dd/mm/aaaa '.length)
}
