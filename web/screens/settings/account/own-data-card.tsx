import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { downloadOwnData } from '../../../api/own-data.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { SettingsCard } from '../settings-card.tsx'
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
      <SettingsCard
        id="meus-dados"
        title="Meus dados"
        help="Um arquivo .zip com tudo o que este servidor guarda da sua conta: listas, campanhas e resultados, conversas, descadastrados e configurações. Senhas e chaves ficam de fora."
        aside={
          <Button icon={Download} isBusy={isLoading} onClick={download}>
            Baixar meus dados
          </Button>
        }
      />
      <SettingsCard
        id="excluir-conta"
        title="Excluir conta"
        tone="danger"
        help="Apaga a conta e tudo o que há nela neste servidor. Não há como desfazer: baixe antes os seus dados."
        aside={
          <Button look="danger" icon={Trash2} onClick={() => setIsDeleting(true)}>
            Excluir conta
          </Button>
        }
      />
      {isDeleting && <DeleteAccountDialog email={email} onClose={() => setIsDeleting(false)} />}
    </>
  )
}
