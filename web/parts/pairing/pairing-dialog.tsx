import { Check, RotateCw, ScanLine } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { DeviceStatus } from '#contract/devices/device.ts'
import type { Passkey } from '#contract/devices/passkey.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import {
  type Pairing,
  type PairingCode,
  type PairingOutcome,
  type PairingShown,
  pair,
} from '../../api/pairing.ts'
import { scanWithSimulator } from '../../api/simulator.ts'
import { messages } from '../../messages.ts'
import { isSimulator } from '../../page-facts.ts'
import { report } from '../../report.ts'
import { classNames } from '../../ui/class-names.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import { TimeLeft } from '../time-left.tsx'
import { PairingCodePlate } from './pairing-code.tsx'
import styles from './pairing-dialog.module.css'
import { PairingHow } from './pairing-how.tsx'
import { PairingStatusBadge } from './pairing-status-badge.tsx'
import { PasskeySteps } from './passkey-steps.tsx'
import { QrPlate } from './qr-plate.tsx'

type Step =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'waiting'; readonly code: PairingCode; readonly ordinal: number }
  | { readonly kind: 'passkey'; readonly passkey: Passkey }
  | { readonly kind: 'failed'; readonly sentence: string; readonly isOtherPhone: boolean }

export type PairingFailure =
  | Exclude<PairingOutcome, { kind: 'connected' | 'already-connected' }>
  | { readonly kind: 'error'; readonly error: unknown }

/** Sentences for the end of a pairing. */
export type PairingWords = {
  readonly connected: string
  readonly alreadyConnected: string
  readonly failed: (failure: PairingFailure) => {
    readonly toast: string
    readonly sentence: string
  }
}

type Wanted = {
  /** A new object starts a new pairing. */
  readonly pairing: Pairing
  readonly words: PairingWords
  /** Called at every change of the device's state. */
  readonly onStatus?: ((status: DeviceStatus) => void) | undefined
  readonly onConnected: () => void
}

/** Lifetime of the first code of a pairing, and of each later one. */
const FIRST_CODE_SECONDS = 60
const NEXT_CODE_SECONDS = 20

/** Message for developers in the browser's console, with the cause. */
const NOT_CONNECTED = 'A conexão não se completou.'

/** Connects an account: shows its code, and closes by itself once the phone has read it. */
export function PairingDialog({
  title,
  isByCode,
  showsTimeLeft,
  simulatedPhone,
  children,
  onClose,
  ...wanted
}: Wanted & {
  readonly title: string
  /** Whether the pairing is by a code to type, not by QR. */
  readonly isByCode: boolean
  /** Its QR codes change as WhatsApp's own do. */
  readonly showsTimeLeft: boolean
  /** The simulator's phone, and its number where it is known; null where it can read no code. */
  readonly simulatedPhone: { readonly number: string | null } | null
  readonly children?: ReactNode
  readonly onClose: () => void
}) {
  const [attempt, setAttempt] = useState(0)
  const step = usePairing(wanted, attempt)
  const isTyped = isByCode && (step.kind !== 'waiting' || step.code.pairingCode !== null)
  // A passkey has steps of its own.
  const isBeside = step.kind !== 'passkey'
  return (
    <Dialog
      title={title}
      width={isBeside ? 'large' : 'medium'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          {step.kind === 'failed' && (
            <Button
              look="primary"
              icon={step.isOtherPhone ? Check : RotateCw}
              onClick={() => setAttempt(attempt + 1)}
            >
              {step.isOtherPhone ? 'Usar este número mesmo assim' : 'Tentar novamente'}
            </Button>
          )}
          {step.kind === 'waiting' && isSimulator && simulatedPhone !== null && (
            <SimulatedPhone deviceId={wanted.pairing.deviceId} number={simulatedPhone.number} />
          )}
        </>
      }
    >
      <div className={classNames(styles.pairing, isBeside && styles.beside)}>
        <div className={styles.state}>
          <PairingStatusBadge status={statusOf(step)} isTyped={isTyped} />
          {step.kind === 'failed' && (
            <p role="alert" className={styles.failed}>
              {step.sentence}
            </p>
          )}
          {step.kind === 'connecting' && (
            <Loading className={styles.waiting}>
              <Skeleton width="256px" height={isByCode ? '96px' : '256px'} />
            </Loading>
          )}
          {step.kind === 'waiting' && (
            <Code code={step.code} isByCode={isByCode}>
              {showsTimeLeft && (
                <TimeLeft
                  key={step.ordinal}
                  seconds={step.ordinal === 1 ? FIRST_CODE_SECONDS : NEXT_CODE_SECONDS}
                  label="Este código muda em"
                  overLabel="O código está mudando"
                />
              )}
            </Code>
          )}
          {step.kind === 'passkey' && (
            <PasskeySteps deviceId={wanted.pairing.deviceId} passkey={step.passkey} />
          )}
        </div>
        {isBeside && <PairingHow isTyped={isTyped} />}
        {children}
      </div>
    </Dialog>
  )
}

function Code({
  code: { image, text, pairingCode },
  isByCode,
  children,
}: {
  readonly code: PairingCode
  readonly isByCode: boolean
  /** Below a QR. */
  readonly children: ReactNode
}) {
  const [brokenImage, setBrokenImage] = useState<string | null>(null)
  const isImage = image !== null && image !== brokenImage
  return (
    <>
      {pairingCode && <PairingCodePlate code={pairingCode} />}
      {isByCode && !pairingCode && <p className={styles.how}>{messages.connect.noPairingCode}</p>}
      {!(isByCode && pairingCode) && (isImage || text) && (
        <div className={styles.waiting}>
          {isImage ? (
            <img
              className={styles.image}
              src={image}
              width={256}
              height={256}
              alt="Código QR para ler com o WhatsApp do celular"
              onError={() => setBrokenImage(image)}
            />
          ) : (
            text && <QrPlate text={text} />
          )}
          {children}
        </div>
      )}
    </>
  )
}

function SimulatedPhone({
  deviceId,
  number,
}: {
  readonly deviceId: string
  readonly number: string | null
}) {
  const [isBusy, setIsBusy] = useState(false)
  const scan = async () => {
    setIsBusy(true)
    try {
      await scanWithSimulator(deviceId, number ?? undefined)
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

function usePairing({ pairing, words, onStatus, onConnected }: Wanted, attempt: number): Step {
  const [step, setStep] = useState<Step>({ kind: 'connecting' })
  const go = useEffectEvent((next: Step) => {
    setStep(next)
    onStatus?.(statusOf(next))
  })
  const finish = useEffectEvent((outcome: PairingOutcome) => {
    if (outcome.kind !== 'connected' && outcome.kind !== 'already-connected') return fail(outcome)
    onStatus?.(DeviceStatus.connected)
    toastDone(outcome.kind === 'connected' ? words.connected : words.alreadyConnected)
    onConnected()
  })
  const fail = useEffectEvent((failure: PairingFailure) => {
    if (failure.kind === 'error' && isSignedOut(failure.error)) return
    report(NOT_CONNECTED, failure.kind === 'error' ? failure.error : failure)
    const { toast, sentence } = words.failed(failure)
    toastFailed(toast)
    const isOtherPhone = failure.kind === 'ended' && failure.reasonCode === 'other_phone'
    go({ kind: 'failed', sentence, isOtherPhone })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    let ordinal = 0
    let shown = ''
    go({ kind: 'connecting' })
    const onShown = (next: PairingShown) => {
      const content = JSON.stringify(next)
      if (signal.aborted || content === shown) return
      shown = content
      if (next.kind === 'passkey') return go(next)
      ordinal += 1
      go({ kind: 'waiting', code: next, ordinal })
    }
    pair(pairing, { signal, onShown }).then(
      (outcome) => signal.aborted || finish(outcome),
      (error: unknown) => signal.aborted || fail({ kind: 'error', error }),
    )
    return () => end.abort()
  }, [pairing, attempt])
  return step
}

function statusOf({ kind }: Step): DeviceStatus {
  if (kind === 'connecting') return DeviceStatus.connecting
  const isPending = kind === 'waiting' || kind === 'passkey'
  return isPending ? DeviceStatus.pending : DeviceStatus.disconnected
}
