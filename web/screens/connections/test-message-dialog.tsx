import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { Device } from '#contract/device.ts'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { CallError, sentenceOf } from '../../api/calls/call-error.ts'
import { sendMessage } from '../../api/devices.ts'
import { messages } from '../../messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextAreaField, TextField } from '../../ui/forms/field.tsx'
import { byField, useFormErrors } from '../../ui/forms/use-form-errors.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './connections-screen.module.css'

type Outcome = { readonly isSent: boolean; readonly sentence: string }

/** One message to one number, to see that the connection works. */
export function TestMessageDialog({
  device,
  onClose,
}: {
  readonly device: Device
  readonly onClose: () => void
}) {
  const formId = useId()
  const { errors, formRef, show } = useFormErrors()
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const to = String(form.get('to') ?? '').trim()
    const text = String(form.get('text') ?? '').trim()
    const missing = {
      ...(to === '' ? { to: 'Informe o telefone.' } : {}),
      ...(text === '' ? { text: 'Informe o texto.' } : {}),
    }
    show(missing)
    if (Object.keys(missing).length > 0) return
    setIsSending(true)
    setOutcome(null)
    try {
      await sendMessage({ deviceId: device.deviceId, to, text })
      setOutcome({ isSent: true, sentence: messages.connections.testSent })
    } catch (error) {
      if (error instanceof CallError) show(byField(error.details))
      setOutcome({ isSent: false, sentence: sentenceOf(error, messages.request.strange) })
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Dialog
      title="Enviar mensagem de teste"
      width="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button type="submit" form={formId} look="primary" icon={Send} isBusy={isSending}>
            Enviar
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        noValidate
        className={styles.test}
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label="Para"
          name="to"
          type="tel"
          autoComplete="off"
          placeholder="61 99999-0000"
          hint="Com DDD. Pode ser o seu próprio número."
          error={errors.to}
        />
        <TextAreaField
          label="Mensagem"
          name="text"
          maxLength={TEXT_MAX_LENGTH}
          defaultValue="Teste de conexão."
          error={errors.text}
        />
        <div role="status">
          {outcome && (
            <p className={classNames(styles.outcome, outcome.isSent ? styles.sent : styles.failed)}>
              {outcome.isSent ? (
                <CircleCheck size={16} aria-hidden />
              ) : (
                <CircleAlert size={16} aria-hidden />
              )}
              {outcome.sentence}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  )
}
