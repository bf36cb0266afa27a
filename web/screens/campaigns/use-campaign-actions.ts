import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { isSignedOut, sentenceOf, serverSentenceOf } from '../../api/calls/call-error.ts'
import {
  deleteCampaign,
  pauseCampaign,
  resumeCampaign,
  stopCampaign,
} from '../../api/campaigns/campaigns.ts'
import { messages } from '../../messages.ts'
import { toastUndone } from '../../parts/toast-undone.ts'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { toastDone, toastFailed, toastUndoable } from '../../ui/overlays/toast.ts'

type Action = 'stop' | 'pause' | 'resume' | 'delete'

/** What can be done with one campaign, one thing at a time; nothing is lost without a question. */
export function useCampaignActions({ id, name }: Pick<Campaign, 'id' | 'name'>) {
  const [busyWith, setBusyWith] = useState<Action | null>(null)

  async function act(
    action: Action,
    work: () => Promise<unknown>,
    {
      done,
      failed,
      undo,
    }: {
      readonly done: string
      readonly failed: (error: unknown) => string
      readonly undo?: () => Promise<void>
    },
  ): Promise<void> {
    setBusyWith(action)
    try {
      await work()
      if (undo) toastUndoable(done, undo)
      else toastDone(done)
    } catch (error) {
      toastFailed(failed(error))
    } finally {
      setBusyWith(null)
    }
  }

  async function stop(): Promise<void> {
    const question = { title: 'Parar campanha', isDangerous: true }
    if (!(await askYesNo(messages.campaigns.stopConfirm, question))) return
    // The user sees one sentence for every reason.
    const failed = () => messages.campaigns.stopFailed
    await act('stop', () => stopCampaign(id), { done: messages.campaigns.stopped, failed })
  }

  async function pause(): Promise<void> {
    const failed = (error: unknown) => sentenceOf(error, messages.campaigns.pauseFailed)
    await act('pause', () => pauseCampaign(id), { done: messages.campaigns.paused, failed })
  }

  async function resume(): Promise<void> {
    const failed = (error: unknown) => sentenceOf(error, messages.campaigns.resumeFailed)
    await act('resume', () => resumeCampaign(id), { done: messages.campaigns.resumed, failed })
  }

  async function remove(): Promise<void> {
    const question = { title: 'Excluir campanha', isDangerous: true }
    if (!(await askYesNo(messages.campaigns.deleteConfirm(name), question))) return
    const failed = (error: unknown) =>
      isSignedOut(error)
        ? messages.campaigns.notSignedIn
        : messages.campaigns.deleteFailed(serverSentenceOf(error))
    const undo = () => toastUndone(restore(id), messages.campaigns.restored(name))
    await act('delete', () => deleteCampaign(id), {
      ...{ done: messages.campaigns.deleted, failed, undo },
    })
  }

  return {
    busyWith,
    stop: () => settle(stop()),
    pause: () => settle(pause()),
    resume: () => settle(resume()),
    remove: () => settle(remove()),
  }
}

async function restore(id: string): Promise<void> {
  const { restoreCampaign } = await import('../../api/campaigns/campaign-edits.ts')
  await restoreCampaign(id)
}

/** All end in a toast, whatever happens. */
function settle(action: Promise<void>): void {
  action.catch(() => toastFailed(messages.request.strange))
}
