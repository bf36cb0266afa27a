import type { CampaignTest, CampaignTestResult } from '../../contract/campaigns/campaign-test.ts'
import type { FieldError } from '../../contract/error-json.ts'
import { AppError } from '../../contract/errors.ts'
import { nameOf, readAddressee } from '../sending/direct/addressee.ts'
import type { DirectMessage } from '../sending/direct/direct-message.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import type { FindMedia } from '../sending/send-ledger.ts'
import type { CampaignPreviews } from './campaign-preview.ts'
import { type FindUpload, findMedium, planMedium } from './medium-plan.ts'

export type CampaignTrials = ReturnType<typeof createCampaignTrials>

/** Sends a campaign's message once, as one contact would get it; no campaign counts it. */
export function createCampaignTrials({
  previews,
  directSends,
  findUpload,
  findMedia: findFile,
  findOwnPhone,
}: {
  readonly previews: Pick<CampaignPreviews, 'sample'>
  readonly directSends: Pick<DirectSends, 'deliver'>
  readonly findUpload: FindUpload
  readonly findMedia: FindMedia
  /** The device's number; null before it was known. */
  readonly findOwnPhone: (userId: string, deviceId: string) => Promise<string | null | undefined>
}) {
  return { send }

  /**
   * Resolves once WhatsApp's server has acknowledged the message.
   * @throws AppError `invalid`, `device_unknown`, `image_unknown`, `attachment_unknown`, what the
   * preview throws of the lists, and what a single message throws
   */
  async function send(
    userId: string,
    { to, contact, variant, ...plan }: CampaignTest,
  ): Promise<CampaignTestResult> {
    const deviceId = plan.deviceId ?? ''
    const details = missing(plan, variant ?? 1)
    if (details.length > 0) throw new AppError('invalid', 'nothing to test', { details })
    const ownPhone = await findOwnPhone(userId, deviceId)
    if (ownPhone === undefined) throw new AppError('device_unknown', deviceId)
    const addressee = to ? nameOf(readAddressee(to, 'to')) : ownPhone
    if (addressee === null) throw new AppError('device_not_connected', deviceId)
    const sample = await previews.sample(userId, plan, {
      ...(contact && { contact }),
      ...(variant && { variant }),
    })
    const { text } = sample
    const media = await mediaFor(userId, plan)
    const sent = await deliver(userId, { deviceId, to: addressee, text, media })
    return {
      ...{ messageId: sent.messageId, status: 'success', to: addressee, text },
      ...(plan.variants?.length && { variant: sample.variant ?? 1 }),
    }
  }

  async function mediaFor(userId: string, plan: CampaignTest): Promise<DirectMessage['media']> {
    const medium = await findMedium(userId, planMedium(plan), findUpload)
    if (medium === null) return null
    const { name, attached } = medium
    const file = await findFile(userId, name, attached?.fileName ?? null)
    return file && { name, file }
  }

  /** The text goes before a file that WhatsApp shows no caption of. */
  async function deliver(userId: string, message: DirectMessage) {
    const { text, media } = message
    if (media?.file.kind !== 'audio' || text.trim() === '') {
      return directSends.deliver(userId, message)
    }
    await directSends.deliver(userId, { ...message, media: null })
    return directSends.deliver(userId, { ...message, text: '' })
  }
}

function missing({ deviceId, text, variants }: CampaignTest, variant: number): FieldError[] {
  const place = variant - 2

  const checks = [
    { path: 'device_id', message: 'Escolha uma conexão de WhatsApp.', isMissing: !deviceId },
    { path: 'texto', message: 'Escreva o texto da mensagem.', isMissing: !text?.trim() },
    {
      path: `variantes.${place}`,
      message: `Escreva o texto da variação ${variant}.`,
      isMissing: variants?.[place]?.trim() === '',
    },
  ]
  return checks.filter(({ isMissing }) => isMissing).map(({ path, message }) => ({ path, message }))
}
