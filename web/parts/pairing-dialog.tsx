import { RotateCw, ScanLine } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { DeviceStatus } from '#contract/device.ts'
import { isSignedOut, sentenceOf } from '../api/calls/call-error.ts'
import { type PairingCode, type PairingOutcome, pair } from '../api/pairing.ts'
import { scanWithSimulator } from '../api/service.ts'
import { messages } from '../messages.ts'
import { isSimulator } from '../page-facts.ts'
import { report } from '../report.ts'
import { Loading, Skeleton } from '../ui/display/skeleton.tsx'
import { Button } from '../ui/forms/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../ui/overlays/toast.ts'
import { DeviceStatusBadge } from './device-status-badge.tsx'
import { PairingCodePlate } from './pairing-code.tsx'
import styles from './pairing-dialog.module.css'
import { QrPlate } from './qr-plate.tsx'
import { TimeLeft } from './time-left.tsx'

export type PairingRequest = {
  readonly deviceId: string
  readonly connectionName: string
  readonly withCode: boolean
}

type Step =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'waiting'; readonly code: PairingCode; readonly ordinal: number }
  | { readonly kind: 'failed'; readonly sentence: string }

/** How long WhatsApp lets the first code of a pairing live, and each one after it. */
const FIRST_CODE_SECONDS = 60
const NEXT_CODE_SECONDS = 20

/** What a developer reads at the browser's console, with the cause. */
const NOT_CONNECTED = 'A conexão não se completou.'

/** Connects a device: shows its code, and closes by itself once the phone has read it. */
export function PairingDialog({
  request,
  onStatus,
  onConnected,
  onClose,
}: {
  readonly request: PairingRequest
  /** Hears every change of the connection's state. */
  readonly onStatus?: (status: DeviceStatus) => void
  readonly onConnected: () => void
  readonly onClose: () => void
}) {
  const [attempt, setAttempt] = useState(0)
  const step = usePairing(request, { attempt, onStatus, onConnected })
  return (
    <Dialog
      title={request.withCode ? 'Conectar com código' : 'Conectar com QR Code'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          {step.kind === 'failed' && (
            <Button look="primary" icon={RotateCw} onClick={() => setAttempt(attempt + 1)}>
              Tentar novamente
            </Button>
          )}
          {step.kind === 'waiting' && isSimulator && <SimulatedPhone request={request} />}
        </>
      }
    >
      <div className={styles.pairing}>
        <DeviceStatusBadge
          status={statusOf(step)}
          // No QR code is in sight that could be waited for.
          label={request.withCode && step.kind === 'waiting' ? 'Aguardando o código' : undefined}
        />
        {step.kind === 'failed' && (
          <p role="alert" className={styles.failed}>
            {step.sentence}
          </p>
        )}
        {step.kind === 'connecting' && (
          <Loading className={styles.waiting}>
            <Skeleton width="256px" height={request.withCode ? '64px' : '256px'} />
          </Loading>
        )}
        {step.kind === 'waiting' && <Code step={step} />}
        <p className={styles.how}>
          {request.withCode
            ? 'No celular: WhatsApp › Aparelhos conectados › Conectar um aparelho › Conectar com número de telefone.'
            : 'No celular: WhatsApp › Aparelhos conectados › Conectar um aparelho, e aponte a câmera para o código.'}
        </p>
      </div>
    </Dialog>
  )
}

function Code({ step: { code, ordinal } }: { readonly step: Extract<Step, { kind: 'waiting' }> }) {
  if ('code' in code) return <PairingCodePlate code={code.code} />
  return (
    <div className={styles.waiting}>
      <QrPlate text={code.qr} />
      <TimeLeft
        key={code.qr}
        seconds={ordinal === 1 ? FIRST_CODE_SECONDS : NEXT_CODE_SECONDS}
        label="Este código muda em"
        overLabel="O código está mudando"
      />
    </div>
  )
}

function SimulatedPhone({ request: { deviceId } }: { readonly request: PairingRequest }) {
  const [isBusy, setIsBusy] = useState(false)
  const scan = async () => {
    setIsBusy(true)
    try {
      await scanWithSimulator(deviceId)
    } catch (error) {
      report('O celular simulado não leu o código.', error)
      toastFailed(sentenceOf(error, messages.connect.failed))
      setIsBusy(false)
    }
  }
  return (
    <Button look="primary" icon={ScanLine} isBusy={isBusy} onClick={() => void scan()}>
      Ler com o celular simulado
    </Button>
  )
}

function usePairing(
  request: PairingRequest,
  {
    attempt,
    onStatus = () => undefined,
    onConnected,
  }: {
    readonly attempt: number
    readonly onStatus: ((status: DeviceStatus) => void) | undefined
    readonly onConnected: () => void
  },
): Step {
  const [step, setStep] = useState<Step>({ kind: 'connecting' })
  const go = useEffectEvent((next: Step) => {
    setStep(next)
    onStatus(statusOf(next))
  })
  const finish = useEffectEvent((outcome: PairingOutcome) => {
    if (outcome.kind === 'connected' || outcome.kind === 'already-connected') {
      onStatus(DeviceStatus.connected)
      toastDone(
        outcome.kind === 'connected'
          ? messages.connect.connected
          : messages.connect.alreadyConnected,
      )
      onConnected()
      return
    }
    report(NOT_CONNECTED, outcome)
    const sentence =
      outcome.kind === 'no-code'
        ? messages.connect.qrMissing
        : (outcome.reason ?? messages.connect.failed)
    fail(sentence)
  })
  const fail = useEffectEvent((sentence: string) => {
    toastFailed(sentence)
    go({ kind: 'failed', sentence })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    const end = new AbortController()
    let ordinal = 0
    let shown = ''
    go({ kind: 'connecting' })
    const onCode = (code: PairingCode) => {
      const text = 'qr' in code ? code.qr : code.code
      if (text === shown) return
      shown = text
      ordinal += 1
      go({ kind: 'waiting', code, ordinal })
    }
    pair(request, { signal: end.signal, onCode }).then(finish, (error: unknown) => {
      if (end.signal.aborted || isSignedOut(error)) return
      report(NOT_CONNECTED, error)
      fail(sentenceOf(error, messages.connect.failed))
    })
    return () => end.abort()
  }, [request, attempt])
  return step
}

function statusOf({ kind }: Step): DeviceStatus {
  if (kind === 'connecting') return DeviceStatus.connecting
  return kind === 'waiting' ? DeviceStatus.pending : DeviceStatus.disconnected
}
