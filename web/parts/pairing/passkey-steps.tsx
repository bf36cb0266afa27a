import { Check, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { PASSKEY_ORIGIN, type Passkey, PasskeyStep } from '#contract/devices/passkey.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { answerPasskey, confirmPasskey } from '../../api/passkey.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { TimeLeft } from '../time-left.tsx'
import { PairingCodePlate } from './pairing-code.tsx'
import styles from './passkey-steps.module.css'

/** What an owner does where WhatsApp asks for the account's passkey. */
export function PasskeySteps({
  deviceId,
  passkey,
}: {
  readonly deviceId: string
  readonly passkey: Passkey
}) {
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (caught) {
      setError(sentenceOf(caught, messages.connect.failed))
    } finally {
      setIsBusy(false)
    }
  }
  const secondsLeft = (Date.parse(passkey.until) - Date.now()) / 1000
  return (
    <section className={styles.passkey} aria-label="Chave de acesso">
      {passkey.step === PasskeyStep.assertion && (
        <Assertion
          snippet={passkey.snippet ?? ''}
          error={error}
          isBusy={isBusy}
          onAnswer={(text) => void run(() => answerPasskey(deviceId, text))}
        />
      )}
      {passkey.step === PasskeyStep.waiting && (
        <p>O WhatsApp recebeu a chave de acesso. Deixe o aplicativo aberto no celular.</p>
      )}
      {passkey.step === PasskeyStep.confirm && (
        <>
          <p>O celular deve mostrar este mesmo código. Se for outro, feche esta janela.</p>
          <PairingCodePlate code={(passkey.code ?? '').replace('-', '')} />
          {error && <p role="alert">{error}</p>}
          <Button
            look="primary"
            icon={Check}
            isBusy={isBusy}
            onClick={() => void run(() => confirmPasskey(deviceId))}
          >
            É o mesmo código
          </Button>
        </>
      )}
      <TimeLeft
        key={passkey.until}
        seconds={secondsLeft}
        label="Termina em"
        overLabel="Terminando"
      />
    </section>
  )
}

function Assertion({
  snippet,
  error,
  isBusy,
  onAnswer,
}: {
  readonly snippet: string
  readonly error: string | undefined
  readonly isBusy: boolean
  readonly onAnswer: (text: string) => void
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onAnswer(String(new FormData(event.currentTarget).get('answer') ?? ''))
  }
  return (
    <>
      <p>
        Esta conta pede a sua chave de acesso (passkey). Só o seu navegador pode apresentá-la, na
        página do WhatsApp:
      </p>
      <ol className={styles.steps}>
        <li>
          Abra{' '}
          <a href={PASSKEY_ORIGIN} target="_blank" rel="noreferrer">
            web.whatsapp.com
          </a>{' '}
          em outra aba, no computador onde está a sua chave de acesso.
        </li>
        <li>
          Nela, abra as ferramentas do desenvolvedor (F12), aba Console, cole este trecho e tecle
          Enter. O navegador pede a chave de acesso.
          <CopyButton text={snippet} label="Copiar trecho" />
        </li>
        <li>Volte aqui e cole a resposta, que o trecho deixou copiada.</li>
      </ol>
      <form className={styles.answer} onSubmit={submit} noValidate>
        <TextAreaField label="Resposta" name="answer" rows={3} error={error} />
        <Button type="submit" look="primary" icon={Send} isBusy={isBusy}>
          Enviar resposta
        </Button>
      </form>
    </>
  )
}
