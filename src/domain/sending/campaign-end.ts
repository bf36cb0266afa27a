import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import { failureCode, RecipientStatus, type SendFact } from './recipient.ts'
import type { SendLedger } from './send-ledger.ts'

export const endReasons = {
  nobodyAccepted: 'Nenhuma mensagem foi aceita pelo WhatsApp.',
  stopped: 'Parada por você.',
  deviceRemoved: 'A conexão de WhatsApp foi excluída antes do fim.',
  loggedOut: 'O aparelho foi desconectado no celular antes do fim.',
} as const

/** The final state of a campaign whose recipients were all attempted. */
export function finalState(ledger: SendLedger): Pick<CampaignRecord, 'status' | 'endReason'> {
  const { errorCount, sentCount } = ledger.counts
  if (sentCount === 0) {
    return { status: CampaignStatus.failed, endReason: endReasons.nobodyAccepted }
  }
  if (errorCount > 0) return { status: CampaignStatus.doneWithErrors, endReason: null }
  return { status: CampaignStatus.done, endReason: null }
}

/**
 * The results, at their campaign's end, of attempted recipients that have none: a message on its
 * way stays unconfirmed, and one that was returned is not sent any more.
 */
export function openAttempts(ledger: SendLedger, atMs: number): SendFact[] {
  const facts: SendFact[] = []
  for (let order = 0; order < ledger.attemptedCount; order += 1) {
    const index = ledger.attemptedAt(order)
    const row = ledger.get(index)
    const { status } = row
    if (status === RecipientStatus.sending) {
      facts.push({ type: 'failed', index, code: failureCode(row, 'sem_confirmacao'), atMs })
    } else if (status === RecipientStatus.waiting) {
      facts.push({ type: 'failed', index, code: 'campaign_ended', atMs })
    }
  }
  return facts
}

/**
 * The result of a recipient that asked for no more messages: where the attempt is a repeat, the
 * earlier message may have arrived.
 */
export function leftCode({ isRepeat }: { readonly isRepeat: boolean }) {
  return isRepeat ? 'sem_confirmacao' : 'opted_out'
}
