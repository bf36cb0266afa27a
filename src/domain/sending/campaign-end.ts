import { CampaignStatus } from '../../contract/campaign.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { SendLedger } from './send-ledger.ts'

export const endReasons = {
  nobodyAccepted: 'Nenhuma mensagem foi aceita pelo WhatsApp.',
  stopped: 'Parada por você.',
  deviceRemoved: 'A conexão de WhatsApp foi excluída antes do fim.',
  loggedOut: 'O aparelho foi desconectado no celular antes do fim.',
} as const

/** How a campaign ends whose recipients were all tried. */
export function finalState(ledger: SendLedger): Pick<CampaignRecord, 'status' | 'endReason'> {
  const { errorCount, sentCount } = ledger.counts
  if (sentCount === 0) {
    return { status: CampaignStatus.failed, endReason: endReasons.nobodyAccepted }
  }
  if (errorCount > 0) return { status: CampaignStatus.doneWithErrors, endReason: null }
  return { status: CampaignStatus.done, endReason: null }
}
