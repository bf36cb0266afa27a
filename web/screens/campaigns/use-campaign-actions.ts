import { useState } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import { isSignedOut, serverSentenceOf } from '../../api/calls/call-error.ts'
import { deleteCampaign, stopCampaign } from '../../api/campaigns.ts'
import { messages } from '../../messages.ts'
import { askYesNo } from '../../ui/overlays/ask.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'

/** Stopping and deleting one campaign, each after a question; one at a time. */
export function useCampaignActions({ id, name }: Pick<Campaign, 'id' | 'name'>) {
  const [busyWith, setBusyWith] = useState<'stop' | 'delete' | null>(null)

  async function stop(): Promise<void> {
    const isMeant = await askYesNo(messages.campaigns.stopConfirm, {
      title: 'Parar campanha',
      isDangerous: true,
    })
    if (!isMeant) return
    setBusyWith('stop')
    try {
      await stopCampaign(id)
      toastDone(messages.campaigns.stopped)
    } catch {
      // The user sees one sentence for every reason.
      toastFailed(messages.campaigns.stopFailed)
    } finally {
      setBusyWith(null)
    }
  }

  async function remove(): Promise<void> {
    const isMeant = await askYesNo(messages.campaigns.deleteConfirm(name), {
      title: 'Excluir campanha',
      isDangerous: true,
    })
    if (!isMeant) return
    setBusyWith('delete')
    try {
      await deleteCampaign(id)
      toastDone(messages.campaigns.deleted)
    } catch (error) {
      toastFailed(
        isSignedOut(error)
          ? messages.campaigns.notSignedIn
          : messages.campaigns.deleteFailed(serverSentenceOf(error)),
      )
    } finally {
      setBusyWith(null)
    }
  }

  return {
    busyWith,
    stop: () => settle(stop()),
    remove: () => settle(remove()),
  }
}

/** Both end in a toast, whatever happens. */
function settle(action: Promise<void>): void {
  action.catch(() => toastFailed(messages.request.strange))
}
