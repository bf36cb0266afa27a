import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { CampaignEventName, campaignEventLabels } from '#contract/webhooks/campaign-event.ts'
import { type CampaignWebhook, WebhookBody } from '#contract/webhooks/campaign-webhook.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { createWebhook, updateWebhook } from '../../../api/webhooks.ts'
import { FormDialog, refusalsOf, typed } from '../../../parts/form-dialog.tsx'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { webhookMessages } from './webhook-messages.ts'
import styles from './webhooks-tab.module.css'

/** Makes a webhook, or changes one: its address and its events. */
export function WebhookDialog({
  webhook,
  onSaved,
  onClose,
}: {
  /** Left out: a new one is made. */
  readonly webhook?: CampaignWebhook
  readonly onSaved: (webhook: CampaignWebhook) => void
  readonly onClose: () => void
}) {
  const failed = webhook ? webhookMessages.saveFailed : webhookMessages.createFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const submit = (data: FormData) => {
    const secret = typed(data, 'segredo')
    const parsed = WebhookBody.safeParse({
      url: typed(data, 'url'),
      eventos: data.getAll('eventos'),
      ...(secret !== '' && { segredo: secret }),
    })
    if (!parsed.success) return form.show(byField(refusalsOf(parsed.error.issues)))
    const { url, eventos } = parsed.data
    void form.send(async () => {
      const saved = webhook
        ? await updateWebhook(webhook.id, { url, eventos })
        : await createWebhook(parsed.data)
      onSaved(saved)
    })
  }
  return (
    <FormDialog
      title={webhook ? 'Editar webhook' : 'Novo webhook'}
      submit={webhook ? 'Salvar webhook' : 'Cadastrar webhook'}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Endereço"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://loja.exemplo.com.br/avisos"
        defaultValue={webhook?.url ?? ''}
        hint="O endereço do seu sistema que recebe os avisos."
        error={form.errors.url}
      />
      <EventFields
        initial={webhook?.events ?? CampaignEventName.options}
        error={form.errors.eventos}
      />
      {!webhook && (
        <TextField
          label="Segredo (opcional)"
          name="segredo"
          autoComplete="off"
          spellCheck={false}
          hint="Começa com whsec_. Em branco, um é sorteado e mostrado uma única vez."
          error={form.errors.segredo}
        />
      )}
    </FormDialog>
  )
}

/** The events that the webhook gets. */
function EventFields({
  initial,
  error,
}: {
  readonly initial: readonly CampaignEventName[]
  readonly error: string | undefined
}) {
  const errorId = useId()
  const [chosen, setChosen] = useState<readonly CampaignEventName[]>(initial)
  const isWhole = chosen.length === CampaignEventName.options.length
  return (
    <fieldset className={styles.choices} data-one-answer>
      <legend>Avisar quando</legend>
      <Button look="quiet" onClick={() => setChosen(isWhole ? [] : CampaignEventName.options)}>
        {isWhole ? 'Desmarcar todos' : 'Marcar todos'}
      </Button>
      {CampaignEventName.options.map((event) => (
        <label key={event} className={styles.choice}>
          <input
            type="checkbox"
            name="eventos"
            value={event}
            checked={chosen.includes(event)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={({ target }) =>
              setChosen(
                target.checked ? [...chosen, event] : chosen.filter((each) => each !== event),
              )
            }
          />
          <span>
            {campaignEventLabels[event]} <small>{event}</small>
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} className={styles.error}>
          <CircleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}
