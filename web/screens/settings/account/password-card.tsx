import { useState } from 'react'
import { PasswordBody } from '#contract/account.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { changePassword } from '../../../api/own-account.ts'
import { messages } from '../../../messages.ts'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { PasswordField } from '../../../ui/forms/password-field.tsx'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { SaveRow } from '../save-row.tsx'
import styles from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { accountMessages } from './account-messages.ts'
import { atPassword } from './password-refusal.ts'

const failed = accountMessages.passwordFailed

/** Changes the password, which the present one must be known for. */
export function PasswordCard({ email }: { readonly email: string }) {
  const [isTouched, setIsTouched] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  useLeaveGuard(isTouched && !form.isSending, messages.form.unsaved, { isInDialog: false })

  const submit = async (element: HTMLFormElement) => {
    const data = new FormData(element)
    const body = PasswordBody.safeParse({
      current: data.get('current'),
      password: data.get('password'),
      renew_apikey: data.has('renew_apikey'),
    })
    if (!body.success) return form.show(byField(toFieldErrors(body.error)))
    await form.send(async () => {
      try {
        await changePassword(body.data)
      } catch (error) {
        throw atPassword(error, 'current')
      }
      element.reset()
      setIsTouched(false)
      setIsSaved(true)
    })
  }
  return (
    <SettingsCard
      id="senha"
      title="Senha"
      help="Trocar a senha encerra as sessões em outros aparelhos."
    >
      <form
        ref={form.formRef}
        noValidate
        className={styles.form}
        onInput={({ currentTarget }) => {
          setIsTouched(isFilled(currentTarget))
          setIsSaved(false)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {/* Tells a password manager whose password it is. */}
        <input type="email" hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Senha atual"
          name="current"
          autoComplete="current-password"
          className={styles.line}
          error={form.errors.current}
        />
        <PasswordField
          label="Nova senha"
          name="password"
          autoComplete="new-password"
          className={styles.line}
          hint={form.errors.password ? undefined : `Pelo menos ${PASSWORD_MIN_LENGTH} caracteres.`}
          error={form.errors.password}
        />
        <label className={styles.check}>
          Gerar também uma nova chave da API
          <input type="checkbox" name="renew_apikey" />
        </label>
        {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
        <SaveRow
          label="Alterar senha"
          isSending={form.isSending}
          isQuiet={!isTouched}
          saved={isSaved ? accountMessages.passwordChanged : null}
        />
      </form>
    </SettingsCard>
  )
}

function isFilled(form: HTMLFormElement): boolean {
  const data = new FormData(form)
  return ['current', 'password'].some((name) => data.get(name) !== '')
}
