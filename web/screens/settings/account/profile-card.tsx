import { useState } from 'react'
import type { User } from '#contract/account.ts'
import { ProfileBody } from '#contract/account.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { renameAccount } from '../../../api/own-account.ts'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../../ui/overlays/toast.ts'
import { Card, CardHead } from '../../../ui/page/card.tsx'
import styles from '../settings.module.css'
import { accountMessages } from './account-messages.ts'

/** The name, which can be changed, and what the account goes by, which stays. */
export function ProfileCard({ account }: { readonly account: User }) {
  const [typed, setTyped] = useState<string | null>(null)
  const failed = accountMessages.renameFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const isChanged = typed !== null && typed !== account.name
  useLeaveGuard(isChanged && !form.isSending, accountMessages.unsaved, { isInDialog: false })

  const submit = async () => {
    const body = ProfileBody.safeParse({ name: typed ?? account.name })
    if (!body.success) return form.show(byField(toFieldErrors(body.error)))
    await form.send(async () => {
      await renameAccount(body.data.name)
      setTyped(null)
      toastDone(accountMessages.renamed)
    })
  }
  return (
    <Card>
      <CardHead title="Perfil" />
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
          value={typed ?? account.name}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
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
        <div className={styles.buttons}>
          <Button type="submit" look="primary" isBusy={form.isSending} disabled={!isChanged}>
            Salvar nome
          </Button>
        </div>
      </form>
    </Card>
  )
}
