import { Eye, EyeOff, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { renewApiKey } from '../../../api/own-account.ts'
import { basePath } from '../../../page-facts.ts'
import { maskedKey } from '../../../parts/masked-key.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { CopyButton } from '../../../ui/forms/copy-button.tsx'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import styles from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { accountMessages } from './account-messages.ts'

/** The key that programs use in place of a sign-in: shown when asked for, copied, renewed. */
export function ApiKeyCard({ apiKey }: { readonly apiKey: string }) {
  const [isShown, setIsShown] = useState(false)
  const [isRenewing, setIsRenewing] = useState(false)
  const renew = async () => {
    const title = 'Gerar nova chave'
    if (!(await askYesNo(accountMessages.renewConfirm, { title, isDangerous: true }))) return
    setIsRenewing(true)
    try {
      await renewApiKey()
      toastDone(accountMessages.renewed)
    } catch (error) {
      toastFailed(sentenceOf(error, accountMessages.renewFailed))
    } finally {
      setIsRenewing(false)
    }
  }
  return (
    <SettingsCard
      id="chave-da-api"
      title="Chave da API"
      help={
        <>
          Programas e scripts usam esta chave no lugar da senha. Quem a tem pode fazer tudo nesta
          conta: não a publique. <a href={`${basePath}/docs`}>Como usar a API</a>
        </>
      }
    >
      <div className={styles.key}>
        <p className={styles.secret}>
          <span className="visually-hidden">Chave: </span>
          {isShown ? apiKey : maskedKey(apiKey)}
        </p>
        <Button icon={isShown ? EyeOff : Eye} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Ocultar' : 'Mostrar'}
        </Button>
        <CopyButton text={apiKey} label="Copiar chave" />
      </div>
      <div className={styles.row}>
        <span>
          Trocar a chave
          <small>A atual deixa de valer na hora.</small>
        </span>
        <Button icon={RotateCw} isBusy={isRenewing} onClick={() => void renew()}>
          Gerar nova chave
        </Button>
      </div>
    </SettingsCard>
  )
}
