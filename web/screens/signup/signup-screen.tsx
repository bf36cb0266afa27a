import { type FormEvent, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { RegisterBody } from '#contract/account.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { signUp } from '../../api/account.ts'
import { CallError } from '../../api/calls/call-error.ts'
import { Entry } from '../../layout/entry.tsx'
import { messages } from '../../messages.ts'
import { report } from '../../report.ts'
import { useSession } from '../../session/session.ts'
import { wayBack } from '../../session/way-back.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { byField, type FieldErrors, useFormErrors } from '../../ui/forms/use-form-errors.ts'
import { LengthHint, MatchHint } from './password-hints.tsx'

/** The registration; a new user is signed in at once. */
export function SignupScreen() {
  const session = useSession()
  const search = useSearch()
  if (session) return <Redirect to={wayBack(search)} replace />
  return (
    <Entry
      title="Criar conta"
      hint="Leva um minuto: depois é só conectar um WhatsApp."
      foot={
        <>
          Já tem conta? <Link href={`${consoleRoutes.login}${search}`}>Entrar</Link>
        </>
      }
    >
      <SignupForm />
    </Entry>
  )
}

/** The console's own sentences for answers without a readable one. */
const noAnswer: readonly string[] = Object.values(messages.request)

type Failure = { readonly sentence: string; readonly detail?: string }

function SignupForm() {
  const { errors, formRef, show } = useFormErrors()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const [typed, setTyped] = useState({ password: '', confirmation: '' })

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { body, refused } = readForm(new FormData(event.currentTarget))
    setFailure(null)
    show(refused)
    if (!body) return
    setIsBusy(true)
    try {
      await signUp(body)
    } catch (error) {
      if (!(error instanceof CallError)) report(messages.session.signupFailed, error)
      const atFields = fieldErrorsOf(error)
      show(atFields)
      if (Object.keys(atFields).length === 0) setFailure(failureOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      ref={formRef}
      noValidate
      onInput={({ currentTarget }) => {
        const { password, confirmation } = Object.fromEntries(new FormData(currentTarget))
        setTyped({ password: String(password), confirmation: String(confirmation) })
      }}
      onSubmit={submit}
    >
      {failure && (
        <Notice tone="danger" detail={failure.detail}>
          {failure.sentence}
        </Notice>
      )}
      <TextField
        label="Nome completo"
        name="name"
        autoComplete="name"
        required
        error={errors.name}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={errors.email}
      />
      <PasswordField
        label="Senha"
        name="password"
        autoComplete="new-password"
        required
        hint={!errors.password && <LengthHint password={typed.password} />}
        error={errors.password}
        isShown={isShown}
        onShow={setIsShown}
      />
      <PasswordField
        label="Confirmar senha"
        name="confirmation"
        autoComplete="new-password"
        required
        hint={
          !errors.confirmation && (
            <MatchHint password={typed.password} repetition={typed.confirmation} />
          )
        }
        error={errors.confirmation}
        isShown={isShown}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        Criar conta
      </Button>
    </form>
  )
}

/** What was typed, once all four fields are in order; the confirmation never leaves the page. */
function readForm(form: FormData): { readonly body?: RegisterBody; readonly refused: FieldErrors } {
  const { confirmation, ...typed } = Object.fromEntries(form)
  const parsed = RegisterBody.safeParse(typed)
  const refused = {
    ...(parsed.success ? {} : byField(toFieldErrors(parsed.error))),
    ...confirmationErrors(typed.password, confirmation),
  }
  return parsed.success && Object.keys(refused).length === 0
    ? { body: parsed.data, refused }
    : { refused }
}

function confirmationErrors(
  password: FormDataEntryValue | undefined,
  confirmation: FormDataEntryValue | undefined,
): FieldErrors {
  if (password !== confirmation) return { confirmation: messages.session.passwordsDiffer }
  return confirmation === '' ? { confirmation: 'Repita a senha.' } : {}
}

/** The server's refusals of single fields. */
function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof CallError)) return {}
  if (error.code === 'email_taken') return { email: error.message }
  return byField(error.details)
}

/** The server's own sentence, or ours where no answer of it came. */
function failureOf(error: unknown): Failure {
  const sentence = messages.session.signupFailed
  if (!(error instanceof CallError)) return { sentence }
  return noAnswer.includes(error.message)
    ? { sentence, detail: error.message }
    : { sentence: error.message }
}
