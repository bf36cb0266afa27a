import { UserX } from 'lucide-react'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { REASON_MAX_LENGTH } from '#contract/optouts/opt-out.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { addOptOut } from '../../api/opt-outs.ts'
import { FormDialog, typed } from '../../parts/form-dialog.tsx'
import { optOutMessages } from '../../parts/opt-outs/opt-out-messages.ts'
import { useFormSend } from '../../parts/use-form-send.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { toastDone } from '../../ui/overlays/toast.ts'

/** Takes one person out of all campaigns. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const failed = optOutMessages.addFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const submit = async (data: FormData) => {
    const phone = typed(data, 'phone')
    if (phone === '') return form.show({ phone: 'Informe o telefone.' })
    await form.send(async () => {
      const name = typed(data, 'nome')
      await addOptOut({ phone, name, reason: typed(data, 'reason') })
      toastDone(optOutMessages.out(name || phone))
      onClose()
    })
  }
  return (
    <FormDialog
      title="Incluir no descadastro"
      width="small"
      submit="Incluir"
      icon={UserX}
      form={form}
      onSubmit={(data) => void submit(data)}
      onClose={onClose}
    >
      <TextField
        label="Telefone"
        name="phone"
        type="tel"
        autoComplete="off"
        placeholder="61 99999-0000"
        hint="Com DDD."
        error={form.errors.phone}
      />
      <TextField
        label="Nome (opcional)"
        name="nome"
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        error={form.errors.nome}
      />
      <TextField
        label="Motivo (opcional)"
        name="reason"
        autoComplete="off"
        maxLength={REASON_MAX_LENGTH}
        error={form.errors.reason}
      />
    </FormDialog>
  )
}
