import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { isSignedOut, sentenceOf, serverSentenceOf } from '../../api/calls/call-error.ts'
import { deleteCampaign, pauseCampaign, resumeCampaign, stopCampaign } from '../../api/campaigns.ts'
import { messages } from '../../messages.ts'
import { askYesNo } from '../../ui/overlays/ask.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'

/** What can be done with one campaign, one thing at a time; nothing is lost without a question. */
export function useCampaignActions({ id, name }: Pick<Campaign, 'id' | 'name'>) {
  const [busyWith, setBusyWith] = useState<'stop' | 'pause' | 'resume' | 'delete' | null>(null)

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

  async function pause(): Promise<void> {
    setBusyWith('pause')
    try {
      await pauseCampaign(id)
      toastDone(messages.campaigns.paused)
    } catch (error) {
      toastFailed(sentenceOf(error, messages.campaigns.pauseFailed))
    } finally {
      setBusyWith(null)
    }
  }

  async function resume(): Promise<void> {
    setBusyWith('resume')
    try {
      await resumeCampaign(id)
      toastDone(messages.campaigns.resumed)
    } catch (error) {
      toastFailed(sentenceOf(error, messages.campaigns.resumeFailed))
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
    pause: () => settle(pause()),
    resume: () => settle(resume()),
    remove: () => settle(remove()),
  }
}

/** All end in a toast, whatever happens. */
function settle(action: Promise<void>): void {
  action.catch(() => toastFailed(messages.request.strange))
}
