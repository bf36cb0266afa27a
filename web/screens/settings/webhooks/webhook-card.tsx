import { KeyRound, ListChecks, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CampaignEvent, campaignEventLabels } from '#contract/webhooks/campaign-event.ts'
import type { CampaignWebhook, WebhookTestJson } from '#contract/webhooks/campaign-webhook.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { deleteWebhook, testWebhook, updateWebhook } from '../../../api/webhooks.ts'
import { report } from '../../../report.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { Card } from '../../../ui/page/card.tsx'
import { LastDelivery } from './last-delivery.tsx'
import { webhookMessages } from './webhook-messages.ts'
import styles from './webhooks-tab.module.css'

const EVENT_COUNT = Object.values(CampaignEvent).length

/** One webhook: what it is told, how that went last, and what can be done with it. */
export function WebhookCard({
  webhook,
  onEdit,
  onDeliveries,
  onSecret,
}: {
  readonly webhook: CampaignWebhook
  readonly onEdit: () => void
  readonly onDeliveries: () => void
  /** Shows the secret that was drawn. */
  readonly onSecret: (webhook: CampaignWebhook) => void
}) {
  const { id, url, events, isActive } = webhook
  const [busyWith, setBusyWith] = useState<'switch' | 'test' | null>(null)
  const [tested, setTested] = useState<WebhookTestJson | null>(null)
  const turn = async (ativo: boolean) => {
    setBusyWith('switch')
    await tried(() => updateWebhook(id, { ativo }), webhookMessages.saveFailed)
    setBusyWith(null)
  }
  const test = async () => {
    setBusyWith('test')
    setTested(null)
    setTested((await tried(() => testWebhook(id), webhookMessages.testFailed)) ?? null)
    setBusyWith(null)
  }
  const renewSecret = async () => {
    const question = { title: 'Trocar o segredo' }
    if (!(await askYesNo(webhookMessages.newSecretConfirm, question))) return
    const renewed = await tried(
      () => updateWebhook(id, { segredo: null }),
      webhookMessages.saveFailed,
    )
    if (renewed) onSecret(renewed)
  }
  return (
    <Card className={styles.card} aria-label={url}>
      <div className={styles.top}>
        <h2 className={styles.url}>{url}</h2>
        <div className={styles.controls}>
          <Switch
            label="Ligado"
            isOn={isActive}
            isBusy={busyWith === 'switch'}
            onChange={(isOn) => void turn(isOn)}
          />
          <Menu
            label={`Ações de ${url}`}
            items={[
              { label: 'Editar', icon: Pencil, onSelect: onEdit },
              { label: 'Trocar o segredo', icon: KeyRound, onSelect: () => void renewSecret() },
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
      <LastDelivery id={id} />
      <div className={styles.actions}>
        <Button icon={Send} isBusy={busyWith === 'test'} onClick={() => void test()}>
          Enviar teste
        </Button>
        <Button look="quiet" icon={ListChecks} onClick={onDeliveries}>
          Ver entregas
        </Button>
      </div>
      {tested && (
        <Notice tone={tested.entregue ? 'ok' : 'danger'}>
          {tested.entregue
            ? `O teste chegou: o endereço respondeu ${tested.http_status}.`
            : (tested.erro ?? webhookMessages.testFailed)}
        </Notice>
      )}
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

/** What the call answered; `undefined` after a failure, which is told. */
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
