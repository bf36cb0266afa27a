import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { useState } from 'react'
import type { Device } from '#contract/devices/device.ts'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { CallError, sentenceOf } from '../../api/calls/call-error.ts'
import { sendMessage } from '../../api/devices.ts'
import { messages } from '../../messages.ts'
import { deviceName } from '../../parts/device-name.ts'
import { FormDialog, typed } from '../../parts/form-dialog.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TextAreaField, TextField } from '../../ui/forms/field.tsx'
import { byField, useFormErrors } from '../../ui/forms/use-form-errors.ts'
import styles from './connections-screen.module.css'

type Outcome = { readonly isSent: boolean; readonly sentence: string }

/** One message to one number, to see that the device works. */
export function TestMessageDialog({
  device,
  onClose,
}: {
  readonly device: Device
  readonly onClose: () => void
}) {
  const { errors, formRef, show } = useFormErrors()
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const submit = async (data: FormData) => {
    const to = typed(data, 'to')
    const text = typed(data, 'text')
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
    <FormDialog
      title={`Testar ${deviceName(device)}`}
      width="small"
      submit="Enviar"
      icon={Send}
      cancel="Fechar"
      form={{ formRef, isSending, refusal: null }}
      isUnsaved={false}
      mayCloseWhileSending
      onSubmit={(data) => void submit(data)}
      onClose={onClose}
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
      <div role="status" className={styles.told}>
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
    </FormDialog>
  )
}
