import { useState } from 'react'
import { WebhookEventName } from '#contract/gateways/delivery.ts'
import { eventAddress, webhookEventOf } from '#contract/gateways/evolution-webhook.ts'
import { OWN_GATEWAY_ID, urlOf } from '#contract/gateways/gateway.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { testInstance, useInstanceSample } from '../../../api/gateways/deliveries.ts'
import type { WebhookSetting } from '../../../api/gateways/gateway-answer.ts'
import { useWebhook } from '../../../api/gateways/instances.ts'
import { newTest } from '../../../parts/deliveries/test-event.ts'
import { WebhookTestDialog } from '../../../parts/deliveries/webhook-test-dialog.tsx'
import { sentEventSentence } from './event-words.ts'

const NONE = 'Esta instância ainda não tem webhook. Configure um e volte aqui.'
const SAMPLE_FAILED = 'Não foi possível montar a amostra.'

/** Tries the webhook of an instance of this server out. */
export function InstanceTestDialog({
  name,
  onClose,
}: {
  readonly name: string
  readonly onClose: () => void
}) {
  const { setting, error: unknown } = useWebhook(OWN_GATEWAY_ID, name)
  const [asked, setAsked] = useState(() => newTest())
  const [picked, setPicked] = useState<WebhookEventName>()
  const chosen = chosenOf(setting ?? null)
  const evento = picked ?? chosen[0] ?? 'messages.upsert'
  const test = { evento, ...asked }
  const { data, error = unknown } = useInstanceSample(setting ? name : null, test)
  const others = WebhookEventName.options.filter((event) => !chosen.includes(event))
  const failed = setting === null ? NONE : error ? sentenceOf(error, SAMPLE_FAILED) : null
  return (
    <WebhookTestDialog
      groups={[
        { title: 'Os que este webhook recebe', events: chosen.map(choiceOf) },
        { title: 'Outros', events: others.map(choiceOf) },
      ].filter(({ events }) => events.length > 0)}
      event={evento}
      hint="Uma amostra, com os mesmos campos e a mesma assinatura de um aviso de verdade. O token da instância vai em apikey e aqui não aparece."
      address={setting ? addressOf(setting, evento) : ''}
      body={data?.corpo}
      error={failed}
      onChoose={(event) => {
        setPicked(WebhookEventName.safeParse(event).data)
        setAsked(newTest())
      }}
      onSend={() => testInstance(name, test)}
      onClose={onClose}
    />
  )
}

/** Gateways that name no events send all of them. */
function chosenOf(setting: WebhookSetting | null): readonly WebhookEventName[] {
  const { events = [] } = setting ?? {}
  if (setting !== null && events.length === 0) return WebhookEventName.options
  return WebhookEventName.options.filter((name) => events.includes(webhookEventOf(name)))
}

function addressOf(setting: WebhookSetting, event: string): string {
  return urlOf(setting.url) ? eventAddress(setting, event) : setting.url
}

function choiceOf(name: WebhookEventName) {
  return { name, label: sentEventSentence(name) ?? name }
}
