import { z } from 'zod'
import { NAME_MAX_LENGTH, URL_MAX_LENGTH } from '../limits.ts'

/** A campaign's file as callers give it. */
export const AttachmentWire = z.object(
  {
    url: z
      .string('Informe o endereço (url) do anexo.')
      .min(1, 'Informe o endereço (url) do anexo.')
      .max(URL_MAX_LENGTH, 'O endereço do anexo é longo demais.'),
    /** The name that recipients see of a document; left out: the one it was uploaded with. */
    nome: z
      .string('O nome do anexo precisa ser um texto.')
      .max(NAME_MAX_LENGTH, `O nome do anexo aceita até ${NAME_MAX_LENGTH} caracteres.`)
      .nullish(),
  },
  'O anexo é um objeto com url e, se quiser, nome.',
)

export const AttachmentInput = z.object({ url: z.string(), fileName: z.string().nullable() })
export type AttachmentInput = z.infer<typeof AttachmentInput>

export function attachmentFromWire({
  url,
  nome,
}: z.output<typeof AttachmentWire>): AttachmentInput {
  return { url, fileName: nome?.trim() || null }
}

export function attachmentToWire({
  url,
  fileName,
}: AttachmentInput): z.output<typeof AttachmentWire> {
  return { url, nome: fileName }
}
