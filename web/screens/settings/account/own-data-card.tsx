import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { downloadOwnData } from '../../../api/own-data.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { Card, CardHead } from '../../../ui/page/card.tsx'
import styles from '../settings.module.css'
import { accountMessages } from './account-messages.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** What the law lets everybody ask for: their data, to take along, and their end. */
export function OwnDataCard({ email }: { readonly email: string }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const [isLoading, setIsLoading] = useState(false)
  const download = () => {
    setIsLoading(true)
    downloadOwnData()
      .then(() => toastDone(accountMessages.exported))
      .catch((error: unknown) => toastFailed(sentenceOf(error, accountMessages.exportFailed)))
      .finally(() => setIsLoading(false))
  }
  return (
    <>
      <Card>
        <CardHead title="Meus dados" />
        <p className={styles.text}>
          Um arquivo .zip com tudo o que este servidor guarda da sua conta: listas, campanhas e
          resultados, conversas, descadastrados e configurações. Senhas e chaves ficam de fora.
        </p>
        <div className={styles.buttons}>
          <Button icon={Download} isBusy={isLoading} onClick={download}>
            Baixar meus dados
          </Button>
        </div>
      </Card>
      <Card>
        <CardHead title="Excluir conta" />
        <p className={styles.text}>
          Apaga a conta e tudo o que há nela neste servidor. Não há como desfazer: baixe antes os
          seus dados.
        </p>
        <div className={styles.buttons}>
          <Button look="danger" icon={Trash2} onClick={() => setIsDeleting(true)}>
            Excluir conta
          </Button>
        </div>
        {isDeleting && <DeleteAccountDialog email={email} onClose={() => setIsDeleting(false)} />}
      </Card>
    </>
  )
}
