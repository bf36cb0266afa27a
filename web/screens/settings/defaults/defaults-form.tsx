import { type FormEvent, useState } from 'react'
import {
  recommendedDefaults,
  type SendingDefaults,
  SendingDefaultsBody,
} from '#contract/campaigns/sending-defaults.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { DEFAULT_INTERVAL_SECONDS } from '#contract/limits.ts'
import { optOutFooter } from '#contract/optouts/opt-out-words.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { setSendingDefaults } from '../../../api/campaigns/sending-defaults.ts'
import { formatShort } from '../../../format.ts'
import { type PacePlan, paceOf } from '../../../parts/pace/pace-plan.ts'
import { WindowsEditor } from '../../../parts/pace/windows-editor.tsx'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { SaveRow } from '../save-row.tsx'
import styles from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { defaultsBody } from './defaults-body.ts'
import { defaultsMessages } from './defaults-messages.ts'

const failed = defaultsMessages.saveFailed

type Typed = PacePlan & { readonly interval: string; readonly hasOptOutFooter: boolean }

/** The fields as they are typed, saved as a whole. */
export function DefaultsForm({ defaults }: { readonly defaults: SendingDefaults }) {
  const [first, setFirst] = useState(() => typedOf(defaults))
  const [typed, setTyped] = useState(first)
  const [isSaved, setIsSaved] = useState(false)
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const change = (patch: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...patch }))
    setIsSaved(false)
  }
  const isChanged = JSON.stringify(typed) !== JSON.stringify(first)
  useLeaveGuard(isChanged && !form.isSending, defaultsMessages.unsaved, { isInDialog: false })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = SendingDefaultsBody.safeParse(defaultsBody(typed))
    if (!body.success) return form.show(byField(toFieldErrors(body.error)))
    await form.send(async () => {
      await setSendingDefaults(body.data)
      setFirst(typed)
      setIsSaved(true)
    })
  }
  return (
    <form
      ref={form.formRef}
      noValidate
      className={styles.stack}
      onSubmit={(event) => void submit(event)}
    >
      <SettingsCard
        id="ritmo"
        title="Ritmo"
        help="Uma nova campanha começa com estes valores; em cada uma eles podem ser trocados."
      >
        <div className={styles.form}>
          <TextField
            label="Intervalo entre mensagens (segundos)"
            name="delay"
            inputMode="decimal"
            className={styles.line}
            autoComplete="off"
            value={typed.interval}
            error={form.errors.delay}
            hint={`Recomendado: ${DEFAULT_INTERVAL_SECONDS}`}
            onChange={({ target }) => change({ interval: target.value })}
          />
          <TextField
            label="Sortear a pausa até (segundos)"
            name="delay_max"
            inputMode="decimal"
            className={styles.line}
            autoComplete="off"
            placeholder="Sempre a mesma"
            value={typed.intervalMax}
            error={form.errors.delay_max}
            hint="Pausas diferentes parecem mais naturais."
            onChange={({ target }) => change({ intervalMax: target.value })}
          />
        </div>
      </SettingsCard>
      <SettingsCard
        id="horarios"
        title="Horários"
        help={
          typed.windows.length === 0
            ? 'Envia a qualquer hora do dia e da noite.'
            : 'Envia só nos dias e horários abaixo.'
        }
      >
        <WindowsEditor plan={typed} errors={form.errors} onChange={change} />
      </SettingsCard>
      <SettingsCard
        id="rodape"
        title="Rodapé"
        help="Uma frase no fim da mensagem conta como deixar de receber: menos gente denuncia o número."
      >
        <label className={styles.check}>
          Acrescentar “{optOutFooter}”
          <input
            type="checkbox"
            name="rodape_saida"
            checked={typed.hasOptOutFooter}
            onChange={({ target }) => change({ hasOptOutFooter: target.checked })}
          />
        </label>
      </SettingsCard>
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <SaveRow
        label="Salvar padrões"
        isSending={form.isSending}
        isChanged={isChanged}
        saved={isSaved ? defaultsMessages.saved : null}
      >
        <Button onClick={() => change(typedOf(recommendedDefaults))}>Usar os recomendados</Button>
      </SaveRow>
    </form>
  )
}

function typedOf(defaults: SendingDefaults): Typed {
  const { intervalSeconds, hasOptOutFooter } = defaults
  return { ...paceOf(defaults), interval: formatShort(intervalSeconds), hasOptOutFooter }
}
