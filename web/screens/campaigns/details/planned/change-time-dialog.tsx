import { useState } from 'react'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import { localParts } from '../../../../local-parts.ts'
import { FormDialog, typed } from '../../../../parts/form-dialog.tsx'
import { useFormSend } from '../../../../parts/use-form-send.ts'
import { TextField } from '../../../../ui/forms/field.tsx'
import type { FieldErrors } from '../../../../ui/forms/use-form-errors.ts'
import { plannedWords } from './use-planned-actions.ts'

/** Asks for another day and hour to begin at, by the browser's clock. */
export function ChangeTimeDialog({
  scheduledAt,
  onChange,
  onClose,
}: {
  readonly scheduledAt: string
  readonly onChange: (startMs: number) => Promise<void>
  readonly onClose: () => void
}) {
  const { errors, formRef, show, isSending, refusal, send } = useFormSend({
    failed: plannedWords.failed,
    refusalOf: (error) => sentenceOf(error, plannedWords.failed),
  })
  const [before] = useState(() => localParts(Date.parse(scheduledAt)))
  return (
    <FormDialog
      title="Mudar horário"
      width="small"
      submit="Mudar horário"
      unsaved="O novo horário ainda não foi salvo. Fechar sem mudar?"
      form={{ formRef, isSending, refusal }}
      onSubmit={(data) => {
        const [date, time] = [typed(data, 'data'), typed(data, 'hora')]
        const startMs = new Date(`${date}T${time}`).getTime()
        const refused = refusalsOf({ date, time, startMs })
        show(refused)
        if (Object.keys(refused).length > 0) return
        void send(async () => {
          await onChange(startMs)
          onClose()
        })
      }}
      onClose={onClose}
    >
      <TextField
        label="Data"
        name="data"
        type="date"
        min={localParts(Date.now()).date}
        defaultValue={before.date}
        error={errors.data}
      />
      <TextField
        label="Hora"
        name="hora"
        type="time"
        defaultValue={before.time}
        error={errors.hora}
      />
    </FormDialog>
  )
}

function refusalsOf({
  date,
  time,
  startMs,
}: {
  readonly date: string
  readonly time: string
  readonly startMs: number
}): FieldErrors {
  if (date === '') return { data: 'Informe a data do envio.' }
  if (time === '' || Number.isNaN(startMs)) return { hora: 'Informe a hora do envio.' }
  return startMs < Date.now() ? { data: 'Esta data e hora já passaram.' } : {}
}
