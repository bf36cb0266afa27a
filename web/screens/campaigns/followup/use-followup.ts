import { useRef, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { followupName } from '#contract/campaigns/followup.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { followUp, makeResultList } from '../../../api/campaigns/followups.ts'
import { formatQuantity } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { useNavigateAfter } from '../../../parts/use-navigate-after.ts'
import { askText } from '../../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import type { FollowupChoice } from './followup-choices.ts'

type Work = { readonly kind: 'draft' | 'list'; readonly audience: FollowupChoice['audience'] }

/** Drafts and lists from what came of a campaign, one at a time. */
export function useFollowup({ id, name }: Pick<Campaign, 'id' | 'name'>) {
  const navigateAfter = useNavigateAfter()
  const [busyWith, setBusyWith] = useState<Work | null>(null)
  const isRunning = useRef(false)

  async function act(work: Work, action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusyWith(work)
    try {
      await action()
    } catch (error) {
      toastFailed(sentenceOf(error, messages.followup.failed))
    } finally {
      isRunning.current = false
      setBusyWith(null)
    }
  }

  return {
    busyWith,
    /** Opens the new draft in the form. */
    draft: ({ audience }: FollowupChoice): void => {
      void act({ kind: 'draft', audience }, async () => {
        const draft = await followUp(id, audience)
        toastDone(messages.followup.drafted)
        navigateAfter(`${consoleRoutes.newCampaign}?editar=${draft.id}`)
      })
    },
    list: ({ audience, people }: FollowupChoice): void => {
      void act({ kind: 'list', audience }, async () => {
        const listName = await askText(messages.followup.listTitle, {
          label: 'Nome da lista',
          initial: followupName(name, audience),
          required: 'Informe o nome da lista.',
          sentence: messages.followup.listSentence(people),
          yes: 'Criar lista',
        })
        if (listName === null) return
        const made = await makeResultList(id, { audience, name: listName })
        const size = formatQuantity(made.total, 'contato', 'contatos')
        toastDone(messages.followup.listed(made.name, size))
      })
    },
  }
}
