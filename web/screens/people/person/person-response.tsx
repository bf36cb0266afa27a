import type { PersonSend } from '#contract/people/person.ts'
import { formatCount, formatQuantity } from '../../../format.ts'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Card, CardHead } from '../../../ui/page/card.tsx'
import styles from './person-screen.module.css'
import { responseOf } from './standing.ts'

/** Whether a person reads and answers what campaigns send; nothing where none reached them. */
export function PersonResponse({
  sends,
  hasMore,
}: {
  readonly sends: readonly PersonSend[]
  /** There are earlier ones, which are not counted. */
  readonly hasMore: boolean
}) {
  const { sentCount, readCount, replyCount, lastSentAt } = responseOf(sends)
  if (sentCount === 0) return null
  const shareOf = (count: number) => `${formatCount(count)} de ${formatCount(sentCount)}`
  return (
    <Card aria-label="Como responde">
      <CardHead title="Como responde" />
      <dl className={styles.response} data-live>
        <div>
          <dt>Leu</dt>
          <dd>{shareOf(readCount)}</dd>
        </div>
        <div>
          <dt>Respondeu</dt>
          <dd>{shareOf(replyCount)}</dd>
        </div>
        {lastSentAt && (
          <div>
            <dt>Último envio</dt>
            <dd>
              <RelativeTime iso={lastSentAt} />
            </dd>
          </div>
        )}
      </dl>
      {hasMore && (
        <p className={styles.quiet}>
          Das últimas {formatQuantity(sends.length, 'mensagem', 'mensagens')} de campanhas.
        </p>
      )}
    </Card>
  )
}
