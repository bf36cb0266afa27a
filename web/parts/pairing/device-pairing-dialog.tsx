import { useMemo } from 'react'
import type { DeviceStatus } from '#contract/devices/device.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { type DevicePairing, pairingOfDevice } from '../../api/pairing.ts'
import { messages } from '../../messages.ts'
import { PairingDialog, type PairingFailure, type PairingWords } from './pairing-dialog.tsx'

const words: PairingWords = {
  connected: messages.connect.connected,
  alreadyConnected: messages.connect.alreadyConnected,
  failed: (failure) => {
    const sentence = sentenceFor(failure)
    return { toast: sentence, sentence }
  },
}

/** Connects a device of this server. */
export function DevicePairingDialog({
  request,
  ...rest
}: {
  readonly request: DevicePairing
  readonly onStatus?: (status: DeviceStatus) => void
  readonly onConnected: () => void
  readonly onClose: () => void
}) {
  const { withCode } = request
  const pairing = useMemo(() => pairingOfDevice(request), [request])
  return (
    <PairingDialog
      {...rest}
      title={withCode ? 'Conectar com código' : 'Conectar com QR Code'}
      pairing={pairing}
      words={words}
      isByCode={withCode}
      showsTimeLeft
      simulatedPhone={{ number: null }}
    />
  )
}

function sentenceFor(failure: PairingFailure): string {
  const { failed } = messages.connect
  if (failure.kind === 'no-code') return messages.connect.qrMissing
  return failure.kind === 'ended' ? (failure.reason ?? failed) : sentenceOf(failure.error, failed)
}
