import { z } from 'zod'
import { DOCUMENT_LIMIT_BYTES, IMAGE_LIMIT_BYTES } from '../limits.ts'
import { AttachmentJson } from '../uploads/attachment.ts'
import { endpoint } from './endpoint.ts'

/** Files for campaigns. */
export const uploadApi = {
  uploadImage: endpoint({
    methods: ['post'],
    path: '/api/upload/image',
    isIdempotent: true,
    summary: 'Guarda uma imagem (JPEG, PNG, WebP ou GIF, até 5 MB).',
    tag: 'Arquivos',
    fileField: 'image',
    limitBytes: IMAGE_LIMIT_BYTES,
    answers: { 201: z.object({ imageUrl: z.string() }) },
    errors: [
      'malformed_upload',
      'file_missing',
      'file_empty',
      'image_too_large',
      'image_type',
      'upload_quota',
    ],
  }),
  uploadFile: endpoint({
    methods: ['post'],
    path: '/api/upload/file',
    isIdempotent: true,
    summary:
      'Guarda um anexo: imagem (até 5 MB), vídeo MP4, áudio OGG/Opus, MP3 ou M4A (até 16 MB), PDF, DOCX ou XLSX (até 64 MB).',
    tag: 'Arquivos',
    fileField: 'file',
    limitBytes: DOCUMENT_LIMIT_BYTES,
    answers: { 201: AttachmentJson },
    errors: [
      'malformed_upload',
      'file_missing',
      'file_empty',
      'image_too_large',
      'video_too_large',
      'audio_too_large',
      'document_too_large',
      'attachment_type',
      'attachment_damaged',
      'attachment_old_office',
      'upload_quota',
    ],
  }),
} as const
