import { KeyRound, QrCode } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Gateway } from '#contract/gateways/gateway.ts'
import { gatewaySentence } from '../../api/gateways/gateways.ts'
import type { InstanceNumber } from '../../api/gateways/instances.ts'
import { pairingOfInstance } from '../../api/pairing.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { messages } from '../../messages.ts'
import { PairingDialog, type PairingFailure } from '../../parts/pairing/pairing-dialog.tsx'
import { failedBecause } from '../../parts/use-form-send.ts'
import { Button } from '../../ui/forms/button.tsx'
import { NumberForm } from './number-form.tsx'

/** Connects an instance of any gateway, by QR or by a code for its number. */
export function InstancePairingDialog({
  gateway,
  request: { gatewayId, name, number: firstNumber },
  title,
  onEnd,
}: {
  readonly gateway: Gateway
  readonly request: InstanceNumber
  /** What the instance is called on the screen. */
  readonly title: string
  /** It is connected, or was left as it is. */
  readonly onEnd: () => void
}) {
  const [number, setNumber] = useState(firstNumber)
  const [asksNumber, setAsksNumber] = useState(false)
  const pairing = useMemo(
    () => pairingOfInstance({ gatewayId, name, number }),
    [gatewayId, name, number],
  )
  const connected = gatewayMessages.gateway.connected
  const qrFailed = gatewayMessages.gateway.qrFailed
  const failed = (failure: PairingFailure) => {
    const reason =
      failure.kind === 'error'
        ? gatewaySentence(failure.error, gateway)
        : messages.connect.qrMissing
    return { toast: qrFailed, sentence: failedBecause(qrFailed, reason) }
  }
  return (
    <PairingDialog
      title={`Conectar ${title}`}
      pairing={pairing}
      words={{ connected, alreadyConnected: connected, failed }}
      isByCode={number !== null}
      showsTimeLeft={false}
      simulatedPhone={gateway.isOwn ? { number } : null}
      onConnected={onEnd}
      onClose={onEnd}
    >
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
    </PairingDialog>
  )
}
