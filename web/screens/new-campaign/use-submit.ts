import { useRef, useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import type { CampaignInput } from '#contract/campaigns/campaign-body.ts'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { CallError, isSignedOut, serverSentenceOf } from '../../api/calls/call-error.ts'
import { createCampaign, updateCampaign } from '../../api/campaigns/campaign-edits.ts'
import { previewCampaign } from '../../api/campaigns/campaign-preview.ts'
import { messages } from '../../messages.ts'
import { useNavigateAfter } from '../../parts/use-navigate-after.ts'
import { report } from '../../report.ts'
import { byField, type FieldErrors } from '../../ui/forms/use-form-errors.ts'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import type { ReviewAnswer } from './review/review-dialog.tsx'
import { type Intent, submissionOf } from './submission.ts'

/** Fields of the form by what the server calls them, where the two differ. */
const fieldOf: Readonly<Record<string, string>> = {
  data_de_envio: 'data',
  anexo: 'imagem',
  'anexo.nome': 'imagem',
}
/** Refusals that are about one field. */
const fieldOfCode: Readonly<Record<string, string>> = {
  image_unknown: 'imagem',
  image_type: 'imagem',
  list_unknown: 'contatos',
  device_unknown: 'device_id',
}

export type SubmitNeeds = {
  readonly draft: CampaignDraft
  /** The campaign to change; null makes a new one. */
  readonly editedId: string | null
  readonly isImageOnItsWay: boolean
  /** Shows what the campaign comes to, and waits for a decision. */
  readonly review: (
    preview: CampaignPreview,
    previewAgain: () => Promise<CampaignPreview>,
  ) => Promise<ReviewAnswer>
  readonly show: (errors: FieldErrors) => void
  /** Called where the campaign has started meanwhile. */
  readonly onLocked: () => void
  readonly onSaved: () => void
}

/** Saves the form once at a time, and leaves for the campaigns when that is done. */
export function useSubmit(needs: SubmitNeeds) {
  const [busy, setBusy] = useState<Intent | null>(null)
  const isRunning = useRef(false)
  // After the commit that lifts the guard of the form.
  const navigateAfter = useNavigateAfter()

  const submit = async (intent: Intent) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(intent)
    try {
      const campaign = await save(intent, needs)
      if (!campaign) return
      const isDraft = campaign.status === CampaignStatus.draft
      toastDone(isDraft ? messages.campaigns.draftSaved : messages.campaigns.created)
      needs.onSaved()
      navigateAfter(consoleRoutes.campaigns)
    } finally {
      isRunning.current = false
      setBusy(null)
    }
  }
  return { busy, submit }
}

async function save(intent: Intent, needs: SubmitNeeds): Promise<Campaign | null> {
  try {
    const input = await settleInput(intent, needs)
    if (!input) return null
    return needs.editedId === null
      ? await createCampaign(input)
      : await updateCampaign(needs.editedId, input)
  } catch (error) {
    showFailure(error, needs)
    return null
  }
}

/** What is to be saved; null where the user has something to correct first. */
async function settleInput(intent: Intent, needs: SubmitNeeds): Promise<CampaignInput | null> {
  const { draft, show } = needs
  const submission = submissionOf(draft, { intent, nowMs: Date.now() })
  if ('errors' in submission) {
    const isDraft =
      submission.lacksOnlyTime && (await askYesNo(messages.campaigns.draftWithoutTime))
    if (isDraft) return await settleInput('draft', needs)
    show(submission.errors)
    return null
  }
  if (needs.isImageOnItsWay) {
    show({ imagem: 'Aguarde o arquivo terminar de ser enviado.' })
    return null
  }
  show({})
  if (intent === 'draft') return submission.input
  // Previewed by the whole list as it is now.
  const preview = () => previewCampaign(submission.input)
  const answer = await needs.review(await preview(), preview)
  if (answer === null) return null
  if (answer === 'as_is') return submission.input
  return { ...submission.input, scheduledAt: new Date(answer.startMs).toISOString() }
}

function showFailure(error: unknown, { show, onLocked }: SubmitNeeds): void {
  if (!(error instanceof CallError)) report('Falha ao salvar a campanha.', error)
  toastFailed(messages.campaigns.createFailed(serverSentenceOf(error)))
  if (!(error instanceof CallError) || isSignedOut(error)) return
  if (error.code === 'campaign_locked') onLocked()
  const field = fieldOfCode[error.code]
  const details = error.details.map(({ path, message }) => ({
    path: fieldOf[path] ?? path.replace(/^(listas|excluir\.campanhas)\.\d+$/, '$1'),
    message,
  }))
  const isAboutField = details.length === 0 && field !== undefined
  show(byField(isAboutField ? [{ path: field, message: error.message }] : details))
}
