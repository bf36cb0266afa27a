import { useState } from 'react'
import type { User } from '#contract/account.ts'
import { ProfileBody } from '#contract/account.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { renameAccount } from '../../../api/own-account.ts'
import { messages } from '../../../messages.ts'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { SaveRow } from '../save-row.tsx'
import styles from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { accountMessages } from './account-messages.ts'

/** The name, which can be changed, and what the account goes by, which stays. */
export function ProfileCard({ account }: { readonly account: User }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const failed = accountMessages.renameFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const isChanged = typed !== null && typed !== account.name
  useLeaveGuard(isChanged && !form.isSending, messages.form.unsaved, { isInDialog: false })

  const submit = async () => {
    const body = ProfileBody.safeParse({ name: typed ?? account.name })
    if (!body.success) return form.show(byField(toFieldErrors(body.error)))
    await form.send(async () => {
      await renameAccount(body.data.name)
      setTyped(null)
      setIsSaved(true)
    })
  }
  return (
    <SettingsCard
      id="perfil"
      title="Perfil"
      help="O nome pode ser trocado; o e-mail e o identificador ficam."
    >
      <form
        ref={form.formRef}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label="Nome"
          name="name"
          autoComplete="name"
          className={styles.line}
          value={typed ?? account.name}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setIsSaved(false)
          }}
          error={form.errors.name}
        />
        <dl className={styles.facts}>
          <div>
            <dt>E-mail</dt>
            <dd>{account.email}</dd>
          </div>
          <div>
            <dt>Identificador</dt>
            <dd>{account.instanceName}</dd>
          </div>
        </dl>
        <SaveRow
          label="Salvar nome"
          isSending={form.isSending}
          isChanged={isChanged}
          saved={isSaved ? accountMessages.renamed : null}
        />
      </form>
    </SettingsCard>
  )
}
