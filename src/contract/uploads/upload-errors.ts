/** What may be wrong with an uploaded file; part of the catalogue of errors. */
export const uploadErrors = {
  image_unknown: {
    status: 400,
    text: 'A imagem não foi encontrada entre os seus envios. Envie-a de novo.',
  },
  attachment_unknown: {
    status: 400,
    text: 'O anexo não foi encontrado entre os seus envios. Envie-o de novo.',
  },
  attachment_damaged: {
    status: 400,
    text: 'O arquivo está danificado ou incompleto. Abra-o para conferir e envie-o de novo.',
  },
  image_too_large: { status: 413, text: 'A imagem passa de 5 MB.' },
  video_too_large: { status: 413, text: 'O vídeo passa de 16 MB.' },
  audio_too_large: { status: 413, text: 'O áudio passa de 16 MB.' },
  document_too_large: { status: 413, text: 'O documento passa de 64 MB.' },
  image_type: { status: 415, text: 'A imagem precisa ser JPEG, PNG, WebP ou GIF.' },
  attachment_type: {
    status: 415,
    text: 'O WhatsApp não aceita este tipo de arquivo. Use JPEG, PNG, WebP, GIF, MP4, OGG (Opus), MP3, M4A, PDF, DOCX ou XLSX.',
  },
  attachment_old_office: {
    status: 415,
    text: 'Este é um arquivo antigo do Office ou protegido por senha. Salve-o como DOCX, XLSX ou PDF, sem senha.',
  },
} as const
