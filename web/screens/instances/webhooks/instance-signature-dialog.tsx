import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { OWN_GATEWAY_ID } from '#contract/gateways/gateway.ts'
import { WEBHOOK_SECRET_OVERLAP_HOURS } from '#contract/limits.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { renewInstanceSecret, useInstanceSecret } from '../../../api/gateways/deliveries.ts'
import { useWebhook } from '../../../api/gateways/instances.ts'
import { formatDateTime } from '../../../format.ts'
import { RenewSecretDialog } from '../../../parts/signature/renew-secret-dialog.tsx'
import { SecretDialog } from '../../../parts/signature/secret-dialog.tsx'
import { SignatureDialog } from '../../../parts/signature/signature-dialog.tsx'
import { report } from '../../../report.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'

const LOAD_FAILED = 'Não foi possível ler o que assina os avisos.'
const CREATE_FAILED = 'Não foi possível criar o segredo.'
const RENEW_FAILED = 'Não foi possível trocar o segredo.'

/** A secret that is to be shown, and what was done, in a sentence. */
type Drawn = { readonly secret: string; readonly done: string }

/** What signs the events of an instance of this server, and how their receiver checks them. */
export function InstanceSignatureDialog({
  name,
  onTest,
  onClose,
}: {
  readonly name: string
  /** Left out where the webhook is being changed. */
  readonly onTest?: () => void
  readonly onClose: () => void
}) {
  const { data, error } = useInstanceSecret(name)
  const { setting } = useWebhook(OWN_GATEWAY_ID, name)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [isRenewing, setIsRenewing] = useState(false)
  const { isBusy, failure, create } = useCreation(name, (secret) =>
    setDrawn({ secret, done: 'Segredo criado.' }),
  )
  if (drawn !== null) {
    return <SecretDialog {...drawn} onTest={setting ? onTest : undefined} onClose={onClose} />
  }
  if (isRenewing) {
    return (
      <RenewSecretDialog
        failed={RENEW_FAILED}
        onRenew={async (hours) => {
          const secret = await renewInstanceSecret(name, hours)
          setDrawn({ secret, done: 'Segredo trocado.' })
        }}
        onClose={() => setIsRenewing(false)}
      />
    )
  }
  return (
    <SignatureDialog
      title="Assinatura do webhook"
      action={
        data?.proprio ? (
          <Button icon={KeyRound} onClick={() => setIsRenewing(true)}>
            Trocar o segredo
          </Button>
        ) : (
          <Button
            look="primary"
            icon={KeyRound}
            isBusy={isBusy}
            disabled={data === undefined}
            onClick={() => void create()}
          >
            Criar segredo
          </Button>
        )
      }
      isBusy={isBusy}
      onClose={onClose}
    >
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      {!data && error && <Notice tone="danger">{sentenceOf(error, LOAD_FAILED)}</Notice>}
      {!data && !error && (
        <Loading>
          <Skeleton height="3em" />
        </Loading>
      )}
      {data?.proprio === false && (
        <Notice tone="warn">
          Ainda sem segredo próprio: quem assina é o token da instância, que vai também no corpo de
          cada aviso, em apikey. Com um segredo, só quem o tem assina.
        </Notice>
      )}
      {data?.proprio && (
        <Notice
          tone="ok"
          detail={
            data.segredo_anterior_ate &&
            `O que assinava antes ainda assina até ${formatDateTime(data.segredo_anterior_ate)}.`
          }
        >
          Um segredo desta instância assina os avisos.
        </Notice>
      )}
    </SignatureDialog>
  )
}

/** Draws the first secret: who checks signatures by the token has time to change it. */
function useCreation(name: string, onDrawn: (secret: string) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const create = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      onDrawn(await renewInstanceSecret(name, WEBHOOK_SECRET_OVERLAP_HOURS))
    } catch (error) {
      if (isSignedOut(error)) return
      report(CREATE_FAILED, error)
      setFailure(sentenceOf(error, CREATE_FAILED))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, failure, create }
}
