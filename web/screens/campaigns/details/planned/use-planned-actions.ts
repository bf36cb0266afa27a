import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignPatch } from '#contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { NIGHT_WARNING, nextMorningOf } from '#contract/campaigns/night.ts'
import { isSignedOut, sentenceOf } from '../../../../api/calls/call-error.ts'
import { updateCampaign } from '../../../../api/campaigns/campaign-edits.ts'
import { formatDateTime } from '../../../../format.ts'
import { toastUndone } from '../../../../parts/toast-undone.ts'
import { askYesNo } from '../../../../ui/overlays/ask.ts'
import { toastDone, toastFailed, toastUndoable } from '../../../../ui/overlays/toast.ts'

type Action = 'start' | 'move' | 'unschedule'

export type PlannedActions = ReturnType<typeof usePlannedActions>

/** What the page of a campaign to come says of its actions. */
export const plannedWords = {
  startConfirm: (name: string) => `Começar ${name} agora? Os envios saem logo em seguida.`,
  started: 'A campanha vai começar.',
  moved: (at: string) => `A campanha começa em ${at}.`,
  unscheduled: 'Agendamento cancelado: a campanha voltou a ser rascunho.',
  failed: 'Não foi possível mudar a campanha.',
} as const

/** What can be done with a campaign that waits for its hour; one thing at a time for each call. */
export function usePlannedActions({ id, name, scheduledAt }: Campaign) {
  const [busyWith, setBusyWith] = useState<Action | null>(null)

  async function act(action: Action, patch: CampaignPatch, onDone: () => void): Promise<void> {
    setBusyWith(action)
    try {
      await updateCampaign(id, patch)
      onDone()
    } catch (error) {
      if (!isSignedOut(error)) toastFailed(sentenceOf(error, plannedWords.failed))
    } finally {
      setBusyWith(null)
    }
  }

  async function start(): Promise<void> {
    const isNight = nextMorningOf(Date.now()) !== null
    const question = `${plannedWords.startConfirm(name)}${isNight ? ` ${NIGHT_WARNING}` : ''}`
    const yes = { title: 'Começar agora', yes: 'Começar agora', no: 'Voltar' }
    if (!(await askYesNo(question, yes))) return
    // Without an hour it begins at once, by the server's clock.
    const patch = { status: CampaignStatus.scheduled, scheduledAt: null }
    await act('start', patch, () => toastDone(plannedWords.started))
  }

  async function moveTo(startMs: number): Promise<void> {
    const { patch, announce } = moveOf(startMs)
    await act('move', patch, announce)
  }

  /** Like `moveTo`, for a form, which shows a failure itself. */
  async function changeTime(startMs: number): Promise<void> {
    const { patch, announce } = moveOf(startMs)
    await updateCampaign(id, patch)
    announce()
  }

  function moveOf(startMs: number) {
    const at = new Date(startMs).toISOString()
    const words = plannedWords.moved(formatDateTime(at))
    return {
      patch: { status: CampaignStatus.scheduled, scheduledAt: at },
      announce: () => toastUndoable(words, () => back(formatDateTime(scheduledAt ?? at))),
    }
  }

  async function unschedule(): Promise<void> {
    await act('unschedule', { status: CampaignStatus.draft }, () =>
      toastUndoable(plannedWords.unscheduled, () => back(formatDateTime(scheduledAt ?? ''))),
    )
  }

  /** Plans it as it was before. */
  function back(at: string): Promise<void> {
    const patch = { status: CampaignStatus.scheduled, scheduledAt }
    return toastUndone(updateCampaign(id, patch), plannedWords.moved(at))
  }

  return {
    busyWith,
    start: () => void start(),
    moveTo: (startMs: number) => void moveTo(startMs),
    changeTime,
    unschedule: () => void unschedule(),
  }
}
