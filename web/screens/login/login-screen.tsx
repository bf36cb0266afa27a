import { type FormEvent, useEffect, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { consoleRoutes } from '#contract/console-routes.ts'
import { CallError } from '../../api/calls/call-error.ts'
import { late } from '../../api/calls/late.ts'
import { Entry } from '../../layout/entry.tsx'
import { messages } from '../../messages.ts'
import { report } from '../../report.ts'
import { getSessionEnd, useSession } from '../../session/session.ts'
import { wayBack } from '../../session/way-back.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { byField, useFormErrors } from '../../ui/forms/use-form-errors.ts'
import styles from './login-screen.module.css'

/** What checks and sends the form comes while it is filled in. */
const loadCalls = () => import('../../api/account.ts')

/** The sign-in; a signed-in user goes on to the requested screen. */
export function LoginScreen() {
  const session = useSession()
  const search = useSearch()
  if (session) return <Redirect to={wayBack(search)} replace />
  return (
    <Entry
      title="Entrar"
      hint="Suas campanhas de WhatsApp, no seu próprio servidor."
      foot={
        <>
          Ainda não tem conta? <Link href={`${consoleRoutes.signup}${search}`}>Criar conta</Link>
        </>
      }
    >
      <LoginForm />
    </Entry>
  )
}

function LoginForm() {
  const { errors, formRef, show } = useFormErrors()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    loadCalls().catch(() => undefined)
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setFailure(null)
    setIsBusy(true)
    try {
      const { readLogin, signIn } = await late(loadCalls)
      const { body, refused } = readLogin(form)
      show(byField(refused))
      if (body) await signIn(body)
    } catch (error) {
      if (!(error instanceof CallError)) report(messages.session.loginFailed, error)
      setFailure(error)
      // Most of the time it is the password that was wrong; typing goes over it.
      if (error instanceof CallError && error.code === 'bad_credentials') takePasswordAgain()
    } finally {
      setIsBusy(false)
    }
  }

  function takePasswordAgain(): void {
    const field = formRef.current?.elements.namedItem('password')
    if (field instanceof HTMLInputElement) field.select()
  }

  return (
    <form ref={formRef} noValidate onSubmit={submit}>
      {failure !== null ? (
        <Notice tone="danger" detail={reasonOf(failure)}>
          {messages.session.loginFailed}
        </Notice>
      ) : (
        getSessionEnd() === 'expired' && <Notice tone="info">{messages.session.expired}</Notice>
      )}
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
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        Entrar
      </Button>
      <details className={styles.forgotten}>
        <summary>Esqueci a senha</summary>
        <p>
          Peça uma nova a quem cuida deste servidor: nenhum e-mail é enviado. Na própria máquina,
          com o disparo parado, essa pessoa usa
          <code>disparo users reset-password seu@email</code>
        </p>
      </details>
    </form>
  )
}

/**
 * The reason that the sentence of a failed sign-in leaves out: it already speaks of wrong
 * credentials.
 */
function reasonOf(failure: unknown): string | undefined {
  if (!(failure instanceof CallError) || failure.code === 'bad_credentials') return undefined
  return failure.message
}
