import { Send } from 'lucide-react'
import { useState } from 'react'
import { CampaignEventName, campaignEventLabels } from '#contract/webhooks/campaign-event.ts'
import { campaignEventText } from '#contract/webhooks/campaign-event-body.ts'
import { TEST_EVENT } from '#contract/webhooks/campaign-event-names.ts'
import type { CampaignWebhook, WebhookTestJson } from '#contract/webhooks/campaign-webhook.ts'
import { sampleData, TEST_ID_PREFIX } from '#contract/webhooks/sample-event.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { testWebhook } from '../../../api/webhooks.ts'
import { AnswerView, HeaderList } from '../../../parts/deliveries/attempt-view.tsx'
import { CodeBlock, prettyJson } from '../../../parts/deliveries/code-block.tsx'
import { formatMs } from '../../../parts/deliveries/delivery-words.ts'
import { report } from '../../../report.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { webhookMessages } from './webhook-messages.ts'
import styles from './webhooks-tab.module.css'

type TestName = CampaignEventName | typeof TEST_EVENT

const ID_BYTES = 12

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

/** Tries a webhook out with any event: what will be sent, and what was answered. */
function TestDialog({
  webhook: { id, url, events },
  onClose,
}: {
  readonly webhook: CampaignWebhook
  readonly onClose: () => void
}) {
  const [event, setEvent] = useState(() => newEvent(events[0] ?? TEST_EVENT))
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<WebhookTestJson | string | null>(null)
  const text = campaignEventText({
    ...{ id: event.id, type: event.evento, timestamp: event.timestamp },
    data: sampleData(event.evento, event.timestamp),
  })
  const others = CampaignEventName.options.filter((name) => !events.includes(name))
  const choose = (value: string) => {
    setEvent(newEvent(CampaignEventName.safeParse(value).data ?? TEST_EVENT))
    setResult(null)
  }
  const send = async () => {
    setIsBusy(true)
    setResult(null)
    try {
      setResult(await testWebhook(id, event))
    } catch (error) {
      if (isSignedOut(error)) return
      report(webhookMessages.testFailed, error)
      setResult(sentenceOf(error, webhookMessages.testFailed))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      title="Enviar um teste"
      width="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button look="primary" icon={Send} isBusy={isBusy} onClick={() => void send()}>
            Enviar agora
          </Button>
        </>
      }
    >
      <div className={styles.test}>
        <SelectField
          label="Evento"
          value={event.evento}
          hint="Uma amostra, com os mesmos campos e a mesma assinatura de um aviso de verdade. O id começa com teste-."
          onChange={({ target }) => choose(target.value)}
        >
          <optgroup label="Os que este webhook recebe">
            {events.map((name) => (
              <EventOption key={name} name={name} />
            ))}
          </optgroup>
          <optgroup label="Outros">
            {others.map((name) => (
              <EventOption key={name} name={name} />
            ))}
            <option value={TEST_EVENT}>Só um teste (teste)</option>
          </optgroup>
        </SelectField>
        <div role="status" className={styles.test}>
          {typeof result === 'string' && <Notice tone="danger">{result}</Notice>}
          {result !== null && typeof result !== 'string' && <Result result={result} />}
        </div>
        <p className={styles.target}>
          <strong>POST</strong> {url}
        </p>
        <CodeBlock
          label={result === null ? 'Corpo que será enviado' : 'Corpo enviado'}
          text={prettyJson(text)}
          copied={text}
        />
      </div>
    </Dialog>
  )
}

function EventOption({ name }: { readonly name: CampaignEventName }) {
  return (
    <option value={name}>
      {campaignEventLabels[name]} ({name})
    </option>
  )
}

function Result({
  result: { entregue, http_status, erro, tentativa },
}: {
  readonly result: WebhookTestJson
}) {
  const took = formatMs(tentativa.durationMs)
  return (
    <>
      {entregue ? (
        <Notice tone="ok">
          O teste chegou: o endereço respondeu {http_status} em {took}.
        </Notice>
      ) : (
        <Notice tone="danger" detail={`Em ${took}.`}>
          {erro ?? webhookMessages.testFailed}
        </Notice>
      )}
      <AnswerView attempt={tentativa} />
      <HeaderList label="Cabeçalhos enviados" headers={tentativa.headers} />
    </>
  )
}

/** The id and the moment of the body that is shown are those of the body that is sent. */
function newEvent(evento: TestName) {
  // Also where the page has no secure address, as in the network of a shop.
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  const unique = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { evento, id: `${TEST_ID_PREFIX}${unique}`, timestamp: new Date().toISOString() }
}
