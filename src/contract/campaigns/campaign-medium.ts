import { z } from 'zod'
import { AttachmentJson, AttachmentKind, attachmentLabels } from '../uploads/attachment.ts'
import type { AttachmentInput } from '../uploads/attachment-input.ts'

/** The file that goes with a campaign's text. */
export const CampaignMedium = z.object({
  kind: z.enum(AttachmentKind),
  url: z.string(),
  /** Its name among the owner's uploads. */
  name: z.string(),
  /** Left out where it was given as `imagem`, which may be nothing but an image. */
  attached: z
    .object({
      /** The name that recipients of a document see. */
      fileName: z.string(),
      mimeType: z.string(),
      bytes: z.int().min(0),
    })
    .exactOptional(),
})
export type CampaignMedium = z.infer<typeof CampaignMedium>

/** A campaign has an `imagem` or an `anexo`, or neither. */
export const MediumWire = z.object({
  imagem: z.string().nullable(),
  anexo: AttachmentJson.exactOptional(),
})

export function mediumFromWire({
  imagem,
  anexo,
}: z.output<typeof MediumWire>): CampaignMedium | null {
  if (anexo) {
    const { url, nome: fileName, tipo: kind, mimetype: mimeType, bytes } = anexo
    return { kind, url, name: '', attached: { fileName, mimeType, bytes } }
  }
  return imagem === null ? null : { kind: AttachmentKind.image, url: imagem, name: '' }
}

export function mediumToWire(medium: CampaignMedium | null): z.output<typeof MediumWire> {
  const anexo = medium && attachmentOf(medium)
  return anexo ? { imagem: null, anexo } : { imagem: medium?.url ?? null }
}

/** The file in the words of the interface; null for an `imagem`. */
export function attachmentOf({ kind, url, attached }: CampaignMedium): AttachmentJson | null {
  if (!attached) return null
  const { fileName, mimeType, bytes } = attached
  return { url, nome: fileName, tipo: kind, mimetype: mimeType, bytes }
}

/** How a caller gives a campaign this medium. */
export function mediumInput(medium: CampaignMedium | null): {
  readonly imageUrl: string | null
  readonly attachment: AttachmentInput | null
} {
  if (medium === null) return { imageUrl: null, attachment: null }
  const { url, attached } = medium
  if (!attached) return { imageUrl: url, attachment: null }
  return { imageUrl: null, attachment: { url, fileName: attached.fileName } }
}

/** The kind of message a campaign sends, in words. */
export function templateOf({ medium }: { readonly medium: CampaignMedium | null }): string {
  return medium ? `Texto com ${attachmentLabels[medium.kind]}` : 'Texto'
}
