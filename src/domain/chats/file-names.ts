import type { KeptMedia } from '../webhooks/webhook-message-store.ts'

/** What a file without a name is called, by its kind. */
const words: Readonly<Record<KeptMedia['kind'], string>> = {
  image: 'imagem',
  video: 'video',
  audio: 'audio',
  document: 'documento',
  sticker: 'figurinha',
}

/** Endings of the types that WhatsApp's own apps send. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'video/quicktime': 'mov',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'application/pdf': 'pdf',
}

/** The name under which a file is saved: its own, or one made of what it is. */
export function fileNameOf({
  kind,
  fileName,
  mimeType,
}: Pick<KeptMedia, 'kind' | 'fileName' | 'mimeType'>): string {
  if (fileName?.trim()) return fileName.trim()
  const ending = endings[plainType(mimeType)]
  return ending === undefined ? words[kind] : `${words[kind]}.${ending}`
}

/** A type without what follows it, such as a codec. */
export function plainType(mimeType: string | null): string {
  const [type = ''] = (mimeType ?? '').split(';')
  return type.trim().toLowerCase()
}
