/** Enough to recognise a media file. */
export const MEDIA_FIRST_BYTES = 64

/**
 * Recognises a media file by its first bytes, as far as WhatsApp plays it: a name or declared type
 * may be anything.
 */
export function playableType(bytes: Uint8Array, kind: 'video' | 'audio'): string | null {
  const start = latin(bytes, MEDIA_FIRST_BYTES)
  if (start.slice(4, 8) === 'ftyp') return isoType(start.slice(8, 12), kind)
  if (kind === 'video') return null
  // Of all that Ogg may hold, phones take Opus for a voice message.
  if (start.startsWith('OggS')) {
    return start.includes('OpusHead') ? 'audio/ogg; codecs=opus' : 'audio/ogg'
  }
  if (start.startsWith('ID3')) return 'audio/mpeg'
  if (start.startsWith('#!AMR')) return 'audio/amr'
  if (start.startsWith('RIFF') && start.startsWith('WAVE', 8)) return 'audio/wav'
  if (start.startsWith(EBML) && start.includes('webm')) return 'audio/webm'
  return frameType(bytes)
}

/** The beginning of every Matroska file, of which WebM is one. */
const EBML = '\x1a\x45\xdf\xa3'

/** ISO files hold video or audio; their brand separates the two only roughly. */
function isoType(brand: string, kind: 'video' | 'audio'): string {
  if (kind === 'audio') return 'audio/mp4'
  return brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4'
}

/** Recognises headerless audio by its frame: a run of ones, then the kind of the frame. */
function frameType([first = 0, second = 0]: Uint8Array): string | null {
  if (first !== 0xff) return null
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe0) === 0xe0 && (second & 0x06) !== 0 ? 'audio/mpeg' : null
}

export function documentType(bytes: Uint8Array): string {
  const start = latin(bytes, 8)
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('PK\u0003\u0004')) return 'application/zip'
  return 'application/octet-stream'
}

function latin(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length))
}
