import { KeyRound, QrCode, RotateCw, ScanLine } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { isSignedOut } from '../../api/calls/call-error.ts'
import { InstanceState } from '../../api/gateway-answer.ts'
import { gatewaySentence } from '../../api/gateways.ts'
import { pairInstance, type ShownCode } from '../../api/instance-pairing.ts'
import { scanWithSimulator } from '../../api/service.ts'
import { messages } from '../../messages.ts'
import { isSimulator } from '../../page-facts.ts'
import { PairingCodePlate } from '../../parts/pairing-code.tsx'
import { QrPlate } from '../../parts/qr-plate.tsx'
import { report } from '../../report.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import styles from './code-dialog.module.css'
import { InstanceStatusBadge } from './instance-status-badge.tsx'
import { NumberForm } from './number-form.tsx'
import type { Pairing } from './pairing-request.ts'

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'shown'; readonly code: ShownCode }
  | { readonly kind: 'failed'; readonly sentence: string }

/** Shows the code of an instance until a phone has read it, and then closes by itself. */
export function CodeDialog({
  gateway,
  pairing,
  onEnd,
}: {
  readonly gateway: Gateway
  readonly pairing: Pairing
  /** It is connected, or was left as it is. */
  readonly onEnd: () => void
}) {
  const [attempt, setAttempt] = useState(0)
  const [number, setNumber] = useState(pairing.number)
  const [asksNumber, setAsksNumber] = useState(false)
  const step = usePairing({ gateway, name: pairing.name, number, attempt, onConnected: onEnd })
  const state = step.kind === 'failed' ? InstanceState.close : InstanceState.connecting
  return (
    <Dialog
      title={`Conectar ${pairing.name}`}
      onClose={onEnd}
      footer={
        <>
          <Button onClick={onEnd}>Fechar</Button>
          {step.kind === 'failed' && (
            <Button look="primary" icon={RotateCw} onClick={() => setAttempt(attempt + 1)}>
              Tentar novamente
            </Button>
          )}
          {step.kind === 'shown' && isSimulator && gateway.isOwn && (
            <SimulatedPhone deviceId={pairing.name} phone={number} />
          )}
        </>
      }
    >
      <div className={styles.pairing}>
        <InstanceStatusBadge state={state} />
        {step.kind === 'asking' && (
          <Loading className={styles.waiting}>
            <Skeleton width="256px" height={number ? '96px' : '256px'} />
          </Loading>
        )}
        {step.kind === 'failed' && (
          <p role="alert" className={styles.failed}>
            {step.sentence}
          </p>
        )}
        {step.kind === 'shown' && <Code code={step.code} isByNumber={number !== null} />}
        {asksNumber && number === null ? (
          <NumberForm
            onNumber={(digits) => {
              setAsksNumber(false)
              setNumber(digits)
            }}
          />
        ) : (
          <Button
            look="quiet"
            icon={number === null ? KeyRound : QrCode}
            onClick={() => (number === null ? setAsksNumber(true) : setNumber(null))}
          >
            {number === null ? 'Usar código de pareamento' : 'Usar QR Code'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Code({ code, isByNumber }: { readonly code: ShownCode; readonly isByNumber: boolean }) {
  const { image, text, pairingCode } = code
  const [brokenImage, setBrokenImage] = useState<string | null>(null)
  const isImage = image !== null && image !== brokenImage
  return (
    <>
      {pairingCode && <PairingCodePlate code={pairingCode} />}
      {isByNumber && !pairingCode && <p className={styles.how}>{messages.gateway.noPairingCode}</p>}
      {!(isByNumber && pairingCode) && isImage && (
        <img
          className={styles.image}
          src={image}
          width={256}
          height={256}
          alt="Código QR para ler com o WhatsApp do celular"
          onError={() => setBrokenImage(image)}
        />
      )}
      {!(isByNumber && pairingCode) && !isImage && text && <QrPlate text={text} />}
      <p className={styles.how}>
        {isByNumber && pairingCode
          ? 'No celular: WhatsApp › Aparelhos conectados › Conectar um aparelho › Conectar com número de telefone.'
          : 'No celular: WhatsApp › Aparelhos conectados › Conectar um aparelho, e aponte a câmera para o código.'}
      </p>
    </>
  )
}

function SimulatedPhone({
  deviceId,
  phone,
}: {
  readonly deviceId: string
  readonly phone: string | null
}) {
  const [isBusy, setIsBusy] = useState(false)
  const scan = async () => {
    setIsBusy(true)
    try {
      await scanWithSimulator(deviceId, phone ?? undefined)
    } catch (error) {
      report('O celular simulado não leu o código.', error)
      toastFailed(messages.gateway.qrFailed)
      setIsBusy(false)
    }
  }
  return (
    <Button look="primary" icon={ScanLine} isBusy={isBusy} onClick={() => void scan()}>
      Ler com o celular simulado
    </Button>
  )
}

function usePairing({
  gateway,
  name,
  number,
  attempt,
  onConnected,
}: {
  readonly gateway: Gateway
  readonly name: string
  readonly number: string | null
  /** Another one begins anew. */
  readonly attempt: number
  readonly onConnected: () => void
}): Step {
  const [step, setStep] = useState<Step>({ kind: 'asking' })
  const begin = useEffectEvent(() => setStep({ kind: 'asking' }))
  const finish = useEffectEvent((outcome: 'connected' | 'no-code') => {
    if (outcome === 'no-code') {
      fail(messages.connect.qrMissing)
      return
    }
    toastDone(messages.gateway.connected)
    onConnected()
  })
  const refuse = useEffectEvent((error: unknown) => {
    if (isSignedOut(error)) return
    report(messages.gateway.qrFailed, error)
    fail(gatewaySentence(error, gateway))
  })
  const fail = (reason: string | null) => {
    toastFailed(messages.gateway.qrFailed)
    const { qrFailed } = messages.gateway
    setStep({ kind: 'failed', sentence: reason ? `${qrFailed} ${reason}` : qrFailed })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    const end = new AbortController()
    begin()
    const onCode = (code: ShownCode) => {
      if (!end.signal.aborted) setStep({ kind: 'shown', code })
    }
    pairInstance({ gatewayId: gateway.id, name, number }, { signal: end.signal, onCode }).then(
      (outcome) => {
        if (!end.signal.aborted) finish(outcome)
      },
      (error: unknown) => {
        if (!end.signal.aborted) refuse(error)
      },
    )
    return () => end.abort()
  }, [gateway.id, name, number, attempt])
  return step
}
