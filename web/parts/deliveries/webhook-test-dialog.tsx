import { Send } from 'lucide-react'
import { useState } from 'react'
import { remedyFor, UNANSWERED_REMEDY } from '#contract/webhooks/answer-remedy.ts'
import type { WebhookTestJson } from '#contract/webhooks/campaign-webhook.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { report } from '../../report.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { AnswerView, HeaderList } from './attempt-view.tsx'
import { CodeBlock, prettyJson } from './code-block.tsx'
import { formatMs } from './delivery-words.ts'
import styles from './webhook-test-dialog.module.css'

const FAILED = 'Não foi possível enviar o teste.'

/** Events that stand together in the choice. */
export type TestEvents = {
  readonly title: string
  readonly events: readonly { readonly name: string; readonly label: string }[]
}

/** Tries a webhook out with any event: what will be sent, and what was answered. */
export function WebhookTestDialog({
  groups,
  event,
  hint,
  address,
  body,
  error = null,
  onChoose,
  onSend,
  onClose,
}: {
  readonly groups: readonly TestEvents[]
  readonly event: string
  /** What a sample is. */
  readonly hint: string
  readonly address: string
  /** Undefined until it is known. */
  readonly body: string | undefined
  /** Why there is none. */
  readonly error?: string | null
  readonly onChoose: (event: string) => void
  readonly onSend: () => Promise<WebhookTestJson>
  readonly onClose: () => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const [result, setResult] = useState<WebhookTestJson | string | null>(null)
  const hasArrived = result !== null && typeof result !== 'string' && result.entregue
  const choose = (name: string) => {
    onChoose(name)
    setResult(null)
  }
  const send = async () => {
    setIsBusy(true)
    setResult(null)
    try {
      setResult(await onSend())
    } catch (failure) {
      if (isSignedOut(failure)) return
      report(FAILED, failure)
      setResult(sentenceOf(failure, FAILED))
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
          <Button
            look="primary"
            icon={Send}
            isBusy={isBusy}
            disabled={body === undefined}
            onClick={() => void send()}
          >
            {hasArrived ? 'Enviar de novo' : 'Enviar agora'}
          </Button>
        </>
      }
    >
      <div className={styles.test}>
        <SelectField
          label="Evento"
          value={event}
          hint={hint}
          disabled={isBusy}
          onChange={({ target }) => choose(target.value)}
        >
          {groups.map(({ title, events }) => (
            <optgroup key={title} label={title}>
              {events.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label} ({name})
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <div role="status" className={styles.test}>
          {typeof result === 'string' && <Notice tone="danger">{result}</Notice>}
          {result !== null && typeof result !== 'string' && <Result result={result} />}
        </div>
        <p className={styles.target}>
          <strong>POST</strong> {address}
        </p>
        {body === undefined && error !== null && <Notice tone="danger">{error}</Notice>}
        {body === undefined && error === null && (
          <Loading>
            <Skeleton height="240px" />
          </Loading>
        )}
        {body !== undefined && (
          <CodeBlock
            label={result === null ? 'Corpo que será enviado' : 'Corpo do pedido'}
            text={prettyJson(body)}
            copied={body}
          />
        )}
      </div>
    </Dialog>
  )
}

function Result({
  result: { entregue, http_status, erro, tentativa },
}: {
  readonly result: WebhookTestJson
}) {
  const took = formatMs(tentativa.durationMs)
  const remedy = http_status === null ? UNANSWERED_REMEDY : remedyFor(http_status)
  return (
    <>
      {entregue ? (
        <Notice tone="ok">
          O teste chegou: o endereço respondeu {http_status} em {took}.
        </Notice>
      ) : (
        <Notice tone="danger" detail={[remedy, `Demorou ${took}.`].filter(Boolean).join(' ')}>
          {erro ?? FAILED}
        </Notice>
      )}
      <AnswerView attempt={tentativa} />
      <HeaderList label="Cabeçalhos do pedido" headers={tentativa.headers} />
    </>
  )
}
