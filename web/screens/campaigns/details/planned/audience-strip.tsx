import type { CampaignPreview, Exclusion } from '#contract/campaigns/campaign-preview.ts'
import { formatCount, formatPhone } from '../../../../format.ts'
import { Loading, Skeleton } from '../../../../ui/display/skeleton.tsx'
import styles from './audience-strip.module.css'

/** Why people are left out, as the head of a number. */
const reasons: Readonly<Record<Exclusion['reason'], string>> = {
  opted_out: 'Pediram para sair',
  duplicate: 'Repetidos',
  invalid_phone: 'Telefone inválido',
  filtered: 'Fora do filtro',
  recently_sent: 'Já receberam',
}

/** From the people in the lists to those who get it: who is left out, and why. */
export function AudienceStrip({
  preview,
  listCount,
}: {
  readonly preview: CampaignPreview | undefined
  readonly listCount: number
}) {
  if (!preview) {
    return (
      <Loading className={styles.strip}>
        <div className={styles.step}>
          <Skeleton width="6rem" height="1.2rem" />
          <Skeleton width="4rem" height="2rem" />
          <Skeleton width="5rem" height="1.2rem" />
        </div>
      </Loading>
    )
  }
  const { total, recipients, excluded } = preview
  return (
    <section aria-label="Quem recebe">
      <dl className={styles.strip}>
        <div className={styles.step}>
          <dt>{listCount > 1 ? 'Pessoas nas listas' : 'Pessoas na lista'}</dt>
          <dd>
            {formatCount(total)}
            <small>{excluded.length === 0 && 'ninguém fica de fora'}</small>
          </dd>
        </div>
        {excluded.map(({ reason, count, sample }) => (
          <div key={reason} className={styles.step}>
            <dt>{reasons[reason]}</dt>
            <dd>
              −{formatCount(count)}
              <small>
                {count > 1 && 'p. ex. '}
                {formatPhone(sample)}
              </small>
            </dd>
          </div>
        ))}
        <div className={styles.step} data-whole>
          <dt>Recebem</dt>
          <dd>
            {formatCount(recipients)}
            <small>
              {total > 0 &&
                `${formatCount(Math.round((recipients / total) * 100))}% ${listCount > 1 ? 'das listas' : 'da lista'}`}
            </small>
          </dd>
        </div>
      </dl>
    </section>
  )
}
