import { useState } from 'react'
import type { Device } from '#contract/devices/device.ts'
import { CallError, sentenceOf } from '../../api/calls/call-error.ts'
import { testCampaign } from '../../api/campaigns/campaign-preview.ts'
import { formatPhone } from '../../format.ts'
import { messages } from '../../messages.ts'
import type { FieldErrors } from '../../ui/forms/use-form-errors.ts'
import { askText } from '../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import { trialOf } from './submission.ts'

/** Sends the message of the form once, to see it on a phone. */
export function useTrial({
  draft,
  device,
  show,
  textNumber,
}: {
  readonly draft: CampaignDraft
  readonly device: Device | undefined
  readonly show: (errors: FieldErrors) => void
  /** Which of several texts is sent: the one that the preview shows. */
  readonly textNumber: number
}) {
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    const trial = trialOf(draft, Date.now())
    show('errors' in trial ? trial.errors : {})
    if ('errors' in trial) return
    const to = await askText('Enviar teste', {
      sentence: messages.campaigns.testSentence,
      label: 'Telefone',
      initial: device?.phone ? formatPhone(device.phone) : '',
      required: 'Informe o telefone.',
      yes: 'Enviar',
    })
    if (to === null) return
    setIsSending(true)
    try {
      const sent = await testCampaign({ ...trial.plan, to, variant: textNumber })
      toastDone(messages.campaigns.testSent(formatPhone(sent.to)))
    } catch (error) {
      toastFailed(messages.campaigns.testFailed(reasonOf(error)))
    } finally {
      setIsSending(false)
    }
  }
  return { isSending, send }
}

/** What is wrong with the phone, where that is it, rather than that something is. */
function reasonOf(error: unknown): string {
  const [detail] = error instanceof CallError ? error.details : []
  return detail?.message ?? sentenceOf(error, messages.request.strange)
}
