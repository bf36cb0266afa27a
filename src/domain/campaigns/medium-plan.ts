import type { CampaignPatch } from '../../contract/campaigns/campaign-body.ts'
import { type CampaignMedium, mediumInput } from '../../contract/campaigns/campaign-medium.ts'
import { AppError } from '../../contract/errors.ts'
import { shownFileName } from '../../contract/uploads/attachment.ts'
import type { AttachmentInput } from '../../contract/uploads/attachment-input.ts'
import { isAttachmentType, kindOfType } from '../uploads/file-type.ts'
import type { StoredUpload } from '../uploads/upload-store.ts'

/** The file that a campaign's owner wants with the text: an image, an attachment, or none. */
export type MediumPlan = {
  readonly imageUrl: string | null
  readonly attachment: AttachmentInput | null
}

export type FindUpload = (userId: string, url: string) => Promise<StoredUpload | undefined>

/**
 * Reads the file from the input, and from `before` where a campaign is changed: one kind of file
 * takes the place of the other.
 * @throws AppError `invalid` where both are given
 */
export function planMedium(
  { imageUrl, attachment }: Pick<CampaignPatch, 'imageUrl' | 'attachment'>,
  before: CampaignMedium | null = null,
): MediumPlan {
  if (imageUrl && attachment) {
    const message = 'Use imagem ou anexo, não os dois.'
    const details = [{ path: 'anexo', message }]
    throw new AppError('invalid', 'an image and an attachment', { details })
  }
  if (imageUrl) return { imageUrl, attachment: null }
  if (attachment) return { imageUrl: null, attachment }
  const known = mediumInput(before)
  return {
    imageUrl: imageUrl === undefined ? known.imageUrl : null,
    attachment: attachment === undefined ? known.attachment : null,
  }
}

/**
 * Finds the file among the user's own uploads.
 * @throws AppError `image_unknown`, `attachment_unknown`
 */
export async function findMedium(
  userId: string,
  { imageUrl, attachment }: MediumPlan,
  findUpload: FindUpload,
): Promise<CampaignMedium | null> {
  if (attachment) return attachedMedium(attachment, await findUpload(userId, attachment.url))
  if (imageUrl === null) return null
  const image = await findUpload(userId, imageUrl)
  if (!image || kindOfType(image.mimeType) !== 'imagem') {
    throw new AppError('image_unknown', imageUrl)
  }
  return { kind: 'imagem', url: imageUrl, name: image.name }
}

function attachedMedium(
  { url, fileName }: AttachmentInput,
  upload: StoredUpload | undefined,
): CampaignMedium {
  if (!upload || !isAttachmentType(upload.mimeType)) {
    const message = 'Este anexo não foi encontrado entre os seus envios.'
    const details = [{ path: 'anexo', message }]
    throw new AppError('attachment_unknown', url, { details })
  }
  const { name, mimeType, bytes } = upload
  const shown = shownFileName(fileName ?? upload.fileName ?? '', mimeType)
  return { kind: kindOfType(mimeType), url, name, attached: { fileName: shown, mimeType, bytes } }
}
