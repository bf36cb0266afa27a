import { Send } from 'lucide-react'
import { useState } from 'react'
import { CampaignEventName, campaignEventLabels } from '#contract/webhooks/campaign-event.ts'
import { campaignEventText } from '#contract/webhooks/campaign-event-body.ts'
import { TEST_EVENT } from '#contract/webhooks/campaign-event-names.ts'
import type { CampaignWebhook } from '#contract/webhooks/campaign-webhook.ts'
import { sampleData } from '#contract/webhooks/sample-event.ts'
import { testWebhook } from '../../../api/webhooks.ts'
import { newTest } from '../../../parts/deliveries/test-event.ts'
import { WebhookTestDialog } from '../../../parts/deliveries/webhook-test-dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'

type TestName = CampaignEventName | typeof TEST_EVENT

/** Opens the dialog that tries a webhook out. */
export function TestButton({ webhook }: { readonly webhook: CampaignWebhook }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={Send} onClick={() => setIsOpen(true)}>
        Enviar teste
      </Button>
      {isOpen && <TestDialog webhook={webhook} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Tries a webhook out with any event. */
export function TestDialog({
  webhook: { id, url, events },
  onClose,
}: {
  readonly webhook: CampaignWebhook
  readonly onClose: () => void
}) {
  const [event, setEvent] = useState(() => newEvent(events[0] ?? TEST_EVENT))
  const others = CampaignEventName.options.filter((name) => !events.includes(name))
  return (
    <WebhookTestDialog
      groups={[
        { title: 'Os que este webhook recebe', events: events.map(choiceOf) },
        {
          title: 'Outros',
          events: [...others.map(choiceOf), { name: TEST_EVENT, label: 'Só um teste' }],
        },
      ]}
      event={event.evento}
      hint="Uma amostra, com os mesmos campos e a mesma assinatura de um aviso de verdade. O id começa com teste-."
      address={url}
      body={campaignEventText({
        ...{ id: event.id, type: event.evento, timestamp: event.timestamp },
        data: sampleData(event.evento, event.timestamp),
      })}
      onChoose={(name) => setEvent(newEvent(CampaignEventName.safeParse(name).data ?? TEST_EVENT))}
      onSend={() => testWebhook(id, event)}
      onClose={onClose}
    />
  )
}

function choiceOf(name: CampaignEventName) {
  return { name, label: campaignEventLabels[name] }
}

function newEvent(evento: TestName) {
  return { evento, ...newTest() }
}
