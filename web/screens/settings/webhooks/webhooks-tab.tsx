import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { WEBHOOKS_MAX_COUNT } from '#contract/limits.ts'
import type { CampaignWebhook } from '#contract/webhooks/campaign-webhook.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { updateWebhook, useWebhooks } from '../../../api/webhooks.ts'
import { RenewSecretDialog } from '../../../parts/signature/renew-secret-dialog.tsx'
import { SecretDialog } from '../../../parts/signature/secret-dialog.tsx'
import { SignatureDialog } from '../../../parts/signature/signature-dialog.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { useNextToast } from '../../../ui/overlays/use-next-toast.ts'
import { Card } from '../../../ui/page/card.tsx'
import { useAskedCard } from '../use-asked-card.ts'
import { TestDialog } from './test-dialog.tsx'
import { WEBHOOK_PARAMETER } from './webhook-address.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhookMessages } from './webhook-messages.ts'
import { WebhookPage } from './webhook-page.tsx'
import styles from './webhooks-tab.module.css'

type Opened =
  | { readonly kind: 'new' | 'signature' }
  | { readonly kind: 'edit' | 'renew' | 'test'; readonly webhook: CampaignWebhook }
  | {
      readonly kind: 'secret'
      readonly webhook: CampaignWebhook
      readonly secret: string
      readonly done: string
    }

/** The account's own addresses, which get events of campaigns, answers and devices. */
export function WebhooksTab() {
  const { data, error, mutate } = useWebhooks()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const toastNext = useNextToast()
  const showSecret = (webhook: CampaignWebhook, done: string) => {
    const { secret } = webhook
    setOpened(secret === undefined ? null : { kind: 'secret', webhook, secret, done })
  }
  const test = (webhook: CampaignWebhook) => setOpened({ kind: 'test', webhook })
  const card = useAskedCard('webhooks')
  const [parameters] = useSearchParams()
  const webhooks = data?.webhooks
  const shown = webhooks?.find(({ id }) => id === parameters.get(WEBHOOK_PARAMETER))
  const add = (
    <Button look="primary" icon={Plus} onClick={() => setOpened({ kind: 'new' })}>
      Novo webhook
    </Button>
  )
  if (shown) {
    return (
      <div className={styles.tab}>
        <WebhookPage key={shown.id} webhook={shown} />
      </div>
    )
  }
  return (
    <section ref={card} id="webhooks" aria-label="Webhooks" className={styles.tab}>
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
                  onRenewSecret={() => setOpened({ kind: 'renew', webhook })}
                  onSignature={() => setOpened({ kind: 'signature' })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {opened?.kind === 'new' && (
        <WebhookDialog
          onSaved={(webhook) => showSecret(webhook, webhookMessages.created)}
          onClose={close}
        />
      )}
      {opened?.kind === 'edit' && (
        <WebhookDialog
          webhook={opened.webhook}
          onSaved={(webhook) => {
            toastNext(webhookMessages.saved, {
              label: 'Enviar um teste',
              act: () => test(webhook),
            })
            close()
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'renew' && (
        <RenewSecretDialog
          failed={webhookMessages.saveFailed}
          onRenew={async (hours) =>
            showSecret(
              await updateWebhook(opened.webhook.id, { segredo: null, manter_horas: hours }),
              webhookMessages.renewed,
            )
          }
          onClose={close}
        />
      )}
      {opened?.kind === 'signature' && <SignatureDialog onClose={close} />}
      {opened?.kind === 'secret' && (
        <SecretDialog
          secret={opened.secret}
          done={opened.done}
          onTest={() => test(opened.webhook)}
          onClose={close}
        />
      )}
      {opened?.kind === 'test' && <TestDialog webhook={opened.webhook} onClose={close} />}
    </section>
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
