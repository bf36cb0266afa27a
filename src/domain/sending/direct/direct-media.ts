import type { DirectSendBody } from '../../../contract/campaigns/send.ts'
import { AppError } from '../../../contract/errors.ts'
import { hasCaption, shownFileName } from '../../../contract/uploads/attachment.ts'
import { isAttachmentType, kindOfType } from '../../uploads/file-type.ts'
import { type StoredUpload, toMediaFile } from '../../uploads/upload-store.ts'
import type { DirectMessage } from './direct-message.ts'

/**
 * The file of a single message among its sender's own uploads; null where it has none.
 * @throws AppError `image_unknown`, `attachment_unknown`, `invalid` for a text beside a sound
 */
export async function findDirectMedia(
  { text, imageUrl, anexo }: Pick<DirectSendBody, 'text' | 'imageUrl' | 'anexo'>,
  findUpload: (url: string) => Promise<StoredUpload | undefined>,
): Promise<DirectMessage['media']> {
  if (anexo) {
    const upload = await findUpload(anexo.url)
    if (!upload || !isAttachmentType(upload.mimeType)) {
      throw new AppError('attachment_unknown', anexo.url)
    }
    if (text.trim() !== '' && !hasCaption(kindOfType(upload.mimeType))) {
      const message = 'O WhatsApp não mostra texto junto do áudio: envie o texto em outra mensagem.'
      throw new AppError('invalid', 'a caption of a sound', {
        details: [{ path: 'text', message }],
      })
    }
    const fileName = shownFileName(anexo.nome?.trim() || upload.fileName || '', upload.mimeType)
    return { name: upload.name, file: toMediaFile(upload, fileName) }
  }
  if (typeof imageUrl !== 'string') return null
  const image = await findUpload(imageUrl)
  if (!image || kindOfType(image.mimeType) !== 'imagem')
    throw new AppError('image_unknown', imageUrl)
  return { name: image.name, file: toMediaFile(image) }
}
