import { useState } from 'react'
import type { Device } from '#contract/devices/device.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { testCampaign } from '../../api/campaign-preview.ts'
import { formatPhone } from '../../format.ts'
import { messages } from '../../messages.ts'
import type { FieldErrors } from '../../ui/forms/use-form-errors.ts'
import { askText } from '../../ui/overlays/ask.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import { audiencePlanOf, type CampaignDraft } from './campaign-draft.ts'

/** Sends the message of the form once, to see it on a phone. */
export function useTrial({
  draft,
  device,
  show,
}: {
  readonly draft: CampaignDraft
  readonly device: Device | undefined
  readonly show: (errors: FieldErrors) => void
}) {
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    const errors = errorsOf(draft, device)
    show(errors)
    if (!device || Object.keys(errors).length > 0) return
    const to = await askText('Enviar teste', {
      sentence: messages.campaigns.testSentence,
      label: 'Telefone',
      initial: device.phone === null ? '' : formatPhone(device.phone),
      required: 'Informe o telefone.',
      yes: 'Enviar',
    })
    if (to === null) return
    setIsSending(true)
    try {
      const plan = { ...audiencePlanOf(draft), text: draft.text, deviceId: device.deviceId }
      const sent = await testCampaign({ ...plan, imageUrl: draft.image?.url ?? null, to })
      toastDone(messages.campaigns.testSent(formatPhone(sent.to)))
    } catch (error) {
      toastFailed(messages.campaigns.testFailed(sentenceOf(error, messages.request.strange)))
    } finally {
      setIsSending(false)
    }
  }
  return { isSending, send }
}

function errorsOf({ text }: CampaignDraft, device: Device | undefined): FieldErrors {
  return {
    ...(device ? {} : { device_id: 'Escolha uma conexão de WhatsApp.' }),
    ...(text.trim() === '' ? { texto: 'Escreva o texto da mensagem.' } : {}),
  }
}
