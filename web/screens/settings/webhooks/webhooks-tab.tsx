import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { WEBHOOKS_MAX_COUNT } from '#contract/limits.ts'
import type { CampaignWebhook } from '#contract/webhooks/campaign-webhook.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { useWebhooks } from '../../../api/webhooks.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDeliveriesDialog } from './webhook-deliveries-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhookMessages } from './webhook-messages.ts'
import styles from './webhooks-tab.module.css'

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'deliveries'; readonly webhook: CampaignWebhook }
  | { readonly kind: 'secret'; readonly secret: string }

/** Addresses of the account's own that are told what becomes of campaigns, answers and connections. */
export function WebhooksTab() {
  const { data, error, mutate } = useWebhooks()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const showSecret = ({ secret }: CampaignWebhook) =>
    setOpened(secret === undefined ? null : { kind: 'secret', secret })
  const webhooks = data?.webhooks
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setOpened({ kind: 'new' })}>
      Novo webhook
    </Button>
  )
  return (
    <div className={styles.tab}>
      {!webhooks && !error && <WebhooksSkeleton />}
      {!webhooks && error && (
        <Card>
          <ErrorState
            title={webhookMessages.loadFailed}
            detail={sentenceOf(error, webhookMessages.loadFailed)}
            onRetry={() => void mutate()}
          />
        </Card>
      )}
      {webhooks?.length === 0 && (
        <Card>
          <EmptyState icon={Webhook} title="Nenhum webhook" action={add}>
            Um webhook é um endereço do seu sistema que este servidor avisa quando uma campanha
            começa ou termina, quando alguém responde ou pede para sair, e quando uma conexão cai.
          </EmptyState>
        </Card>
      )}
      {webhooks && webhooks.length > 0 && (
        <>
          <div className={styles.head}>
            <p>
              Estes endereços são avisados do que acontece nas campanhas e conexões. Cada aviso vai
              assinado, no padrão Standard Webhooks.
            </p>
            {webhooks.length < WEBHOOKS_MAX_COUNT ? (
              add
            ) : (
              <p>São {WEBHOOKS_MAX_COUNT} no máximo.</p>
            )}
          </div>
          <ul className={styles.list}>
            {webhooks.map((webhook) => (
              <li key={webhook.id}>
                <WebhookCard
                  webhook={webhook}
                  onEdit={() => setOpened({ kind: 'edit', webhook })}
                  onDeliveries={() => setOpened({ kind: 'deliveries', webhook })}
                  onSecret={showSecret}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {opened?.kind === 'new' && <WebhookDialog onSaved={showSecret} onClose={close} />}
      {opened?.kind === 'edit' && (
        <WebhookDialog webhook={opened.webhook} onSaved={close} onClose={close} />
      )}
      {opened?.kind === 'deliveries' && (
        <WebhookDeliveriesDialog webhook={opened.webhook} onClose={close} />
      )}
      {opened?.kind === 'secret' && <SecretDialog secret={opened.secret} onClose={close} />}
    </div>
  )
}

function WebhooksSkeleton() {
  return (
    <Loading className={styles.list}>
      {['a', 'b'].map((key) => (
        <Card key={key} className={styles.card}>
          <Skeleton width="70%" height="1.5em" />
          <Skeleton width="90%" />
          <Skeleton width="50%" />
          <Skeleton width="12rem" height="40px" />
        </Card>
      ))}
    </Loading>
  )
}
