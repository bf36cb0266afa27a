import { UserRoundCheck } from 'lucide-react'
import { Link } from 'wouter'
import { campaignPage } from '#contract/console-routes.ts'
import { optOutSourceLabels } from '#contract/optouts/opt-out.ts'
import type { TimelineEventOf } from '#contract/people/timeline.ts'
import { kindWords } from './kinds.ts'
import styles from './timeline.module.css'
import { TimelineItem } from './timeline-item.tsx'

type OptOutEvent = TimelineEventOf<'descadastro'>

const returnLabels: Readonly<Record<OptOutEvent['source'], string>> = {
  resposta: 'Pediu por mensagem',
  manual: 'Alguém desta conta voltou a enviar',
  api: 'Por outro sistema',
  csv: 'Por um arquivo',
}

/** A person left campaigns or came back to them: by their own word, or by whose hand. */
export function OptOutItem({ event }: { readonly event: OptOutEvent }) {
  const { at, hasLeft, source, reason, campaign } = event
  const origin = hasLeft ? optOutSourceLabels[source] : returnLabels[source]
  return (
    <TimelineItem
      icon={hasLeft ? kindWords.descadastro.icon : UserRoundCheck}
      at={at}
      title={<b>{hasLeft ? 'Saiu das campanhas' : 'Voltou a receber campanhas'}</b>}
    >
      <p className={styles.quiet}>
        {reason ? `${origin}: “${reason}”` : origin}
        {campaign?.name && (
          <>
            {' · '}
            <Link href={campaignPage(campaign.id)} className={styles.way}>
              {campaign.name}
            </Link>
          </>
        )}
      </p>
    </TimelineItem>
  )
}
