import { KeyRound, ListChecks, Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { campaignEventLabels } from '#contract/webhooks/campaign-event.ts'
import { CampaignEvent } from '#contract/webhooks/campaign-event-names.ts'
import type { CampaignWebhook } from '#contract/webhooks/campaign-webhook.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { deleteWebhook, updateWebhook } from '../../../api/webhooks.ts'
import { formatDateTime } from '../../../format.ts'
import { report } from '../../../report.ts'
import { buttonClass } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { Card } from '../../../ui/page/card.tsx'
import { LastDelivery } from './last-delivery.tsx'
import { TestButton } from './test-dialog.tsx'
import { webhookAddress } from './webhook-address.ts'
import { webhookMessages } from './webhook-messages.ts'
import styles from './webhooks-tab.module.css'

const EVENT_COUNT = Object.values(CampaignEvent).length

/** One webhook: its events, how the last delivery went, and what can be done with it. */
export function WebhookCard({
  webhook,
  onEdit,
  onRenewSecret,
  onSignature,
}: {
  readonly webhook: CampaignWebhook
  readonly onEdit: () => void
  readonly onRenewSecret: () => void
  /** Explains how the receiver checks what it gets. */
  readonly onSignature: () => void
}) {
  const { id, url, events, isActive, oldSecretUntil } = webhook
  const [isBusy, setIsBusy] = useState(false)
  const turn = async (ativo: boolean) => {
    setIsBusy(true)
    await tried(() => updateWebhook(id, { ativo }), webhookMessages.saveFailed)
    setIsBusy(false)
  }
  return (
    <Card className={styles.card} aria-label={url}>
      <div className={styles.top}>
        <h2 className={styles.url}>{url}</h2>
        <div className={styles.controls}>
          <Switch
            label="Ligado"
            isOn={isActive}
            isBusy={isBusy}
            onChange={(isOn) => void turn(isOn)}
          />
          <Menu
            label={`Ações de ${url}`}
            items={[
              { label: 'Editar', icon: Pencil, onSelect: onEdit },
              { label: 'Trocar o segredo', icon: KeyRound, onSelect: onRenewSecret },
              { label: 'Conferir a assinatura', icon: ShieldCheck, onSelect: onSignature },
              {
                label: 'Excluir',
                icon: Trash2,
                isDangerous: true,
                onSelect: () => void remove(id, url),
              },
            ]}
          />
        </div>
      </div>
      <p className={styles.events}>
        {events.length === EVENT_COUNT
          ? 'Todos os eventos'
          : events.map((event) => campaignEventLabels[event]).join(' · ')}
      </p>
      {oldSecretUntil && (
        <p className={styles.events}>
          O segredo anterior ainda assina até {formatDateTime(oldSecretUntil)}.
        </p>
      )}
      <LastDelivery id={id} />
      <div className={styles.actions}>
        <TestButton webhook={webhook} />
        <Link
          href={`${consoleRoutes.settings}?${webhookAddress(id)}`}
          className={buttonClass('quiet')}
        >
          <ListChecks size={16} aria-hidden />
          Ver entregas
        </Link>
      </div>
    </Card>
  )
}

async function remove(id: string, url: string): Promise<void> {
  const question = { title: `Excluir webhook ${url}`, isDangerous: true }
  if (!(await askYesNo(webhookMessages.deleteConfirm, question))) return
  const act = async () => {
    await deleteWebhook(id)
    toastDone(webhookMessages.deleted)
  }
  await tried(act, webhookMessages.deleteFailed)
}

/** What the call answered; `undefined` after a failure, which is shown. */
async function tried<T>(act: () => Promise<T>, failed: string): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (isSignedOut(error)) return undefined
    report(failed, error)
    toastFailed(sentenceOf(error, failed))
    return undefined
  }
}
