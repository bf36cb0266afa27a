import { Zap } from 'lucide-react'
import { useState } from 'react'
import { type SimulatedFault, simulatedFaults } from '#contract/simulator.ts'
import { sentenceOf } from '../api/calls/call-error.ts'
import { provoke } from '../api/simulator.ts'
import { messages } from '../messages.ts'
import { report } from '../report.ts'
import { Button, IconButton } from '../ui/forms/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../ui/overlays/toast.ts'
import styles from './simulator-faults.module.css'

const faults: readonly SimulatedFault[] = [
  'queda',
  'calma',
  'trava',
  'destrava',
  'outro_lugar',
  'saida',
]

/** In simulator mode: shows what the program does when something goes wrong at WhatsApp. */
export function SimulatorFaults() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Provocar uma falha" icon={Zap} onClick={() => setIsOpen(true)} />
      {isOpen && <FaultsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function FaultsDialog({ onClose }: { readonly onClose: () => void }) {
  const [busy, setBusy] = useState<SimulatedFault | null>(null)
  const happen = async (fault: SimulatedFault) => {
    setBusy(fault)
    try {
      await provoke(fault)
      toastDone(`${simulatedFaults[fault]}: feito.`)
      onClose()
    } catch (error) {
      report('A falha não foi provocada.', error)
      toastFailed(sentenceOf(error, messages.request.strange))
      setBusy(null)
    }
  }
  return (
    <Dialog title="Provocar uma falha" width="small" onClose={onClose}>
      <p>
        O WhatsApp simulado faz isto com todas as suas conexões. Veja depois o que o cartão da
        conexão e as campanhas dizem.
      </p>
      <div className={styles.faults}>
        {faults.map((fault) => (
          <Button
            key={fault}
            isBusy={busy === fault}
            disabled={busy !== null}
            onClick={() => void happen(fault)}
          >
            {simulatedFaults[fault]}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
