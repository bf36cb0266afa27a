import { Trash2 } from 'lucide-react'
import { DELETE_WORD, DeleteAccountBody } from '#contract/account.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { TEXT_RETENTION_DAYS } from '#contract/limits.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { deleteAccount } from '../../../api/own-data.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../../ui/overlays/toast.ts'
import { accountMessages } from './account-messages.ts'
import { atPassword } from './password-refusal.ts'

const failed = accountMessages.deleteFailed

/** Deletes the account, by its password and a word that nobody types by mistake. */
export function DeleteAccountDialog({
  email,
  onClose,
}: {
  readonly email: string
  readonly onClose: () => void
}) {
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const submit = async (data: FormData) => {
    const body = DeleteAccountBody.safeParse(Object.fromEntries(data))
    if (!body.success) return form.show(byField(toFieldErrors(body.error)))
    await form.send(async () => {
      try {
        await deleteAccount(body.data)
      } catch (error) {
        throw atPassword(error, 'password')
      }
      toastDone(accountMessages.deleted)
    })
  }
  return (
    <FormDialog
      title="Excluir conta"
      width="small"
      submit="Excluir para sempre"
      icon={Trash2}
      isDangerous
      form={form}
      isUnsaved={false}
      onSubmit={(data) => void submit(data)}
      onClose={onClose}
    >
      <Notice tone="danger">
        A conta {email} e tudo o que há nela são excluídos: conexões, listas, campanhas, resultados,
        conversas e arquivos. Os WhatsApps são desconectados. Não há como desfazer. Só os registros
        de mensagens avulsas já enviadas ficam até {TEXT_RETENTION_DAYS} dias, e então são apagados.
      </Notice>
      <PasswordField
        label="Senha"
        name="password"
        autoComplete="current-password"
        error={form.errors.password}
      />
      <TextField
        label={`Digite ${DELETE_WORD} para confirmar`}
        name="confirmacao"
        autoComplete="off"
        error={form.errors.confirmacao}
      />
    </FormDialog>
  )
}
