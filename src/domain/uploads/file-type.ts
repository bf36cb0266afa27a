import { AppError } from '../../contract/errors.ts'
import {
  type AttachmentKind,
  type AttachmentType,
  attachmentTypes,
} from '../../contract/uploads/attachment.ts'
import type { FileBytes } from './file-bytes.ts'
import { isoTracks } from './iso-tracks.ts'

/** Readers of what takes a library to look into. */
export type FileReaders = {
  /** @throws AppError where the image cannot be read */
  readonly checkImage: (file: FileBytes, type: AttachmentType) => Promise<void>
  /** The names of an archive's entries. @throws AppError where it is none */
  readonly archiveNames: (file: FileBytes) => Promise<ReadonlySet<string>>
}

/** Enough to recognise any file that is accepted. */
export const FIRST_BYTES = 64

/** What a file seems to be by its beginning; names and declared types may be anything. */
export type Suspect = {
  readonly kind: AttachmentKind
  readonly format: 'image' | 'iso' | 'ogg' | 'mp3' | 'pdf' | 'zip'
  readonly type: AttachmentType | null
}

/** @throws AppError `attachment_type`, `attachment_old_office` */
export function suspectOf(bytes: Uint8Array): Suspect {
  const start = latin(bytes)
  const image = imageType(start)
  if (image) return { kind: 'imagem', format: 'image', type: image }
  if (start.slice(4, 8) === 'ftyp') {
    return { kind: start.startsWith('M4', 8) ? 'audio' : 'video', format: 'iso', type: null }
  }
  if (start.startsWith('OggS')) return { kind: 'audio', format: 'ogg', type: null }
  if (start.startsWith('%PDF-')) {
    return { kind: 'documento', format: 'pdf', type: 'application/pdf' }
  }
  if (start.startsWith('PK\u0003\u0004')) return { kind: 'documento', format: 'zip', type: null }
  if (start.startsWith('\xd0\xcf\x11\xe0')) {
    throw new AppError('attachment_old_office', 'a compound file')
  }
  if (start.startsWith('ID3') || isMp3Frame(bytes, 0)) {
    return { kind: 'audio', format: 'mp3', type: 'audio/mpeg' }
  }
  throw new AppError('attachment_type', 'unknown first bytes')
}

function imageType(start: string): AttachmentType | undefined {
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp'
  return /^GIF8[79]a/.test(start) ? 'image/gif' : undefined
}

/**
 * Decides the type of a whole file, and looks as far into it as it takes to find it broken off.
 * @throws AppError `attachment_type`, `attachment_old_office`, `attachment_damaged`
 */
export async function fileTypeOf(file: FileBytes, readers: FileReaders): Promise<AttachmentType> {
  const start = await file.readAt(0, FIRST_BYTES)
  const { format, type } = suspectOf(start)
  switch (format) {
    case 'image':
      if (type === null) break
      await readers.checkImage(file, type)
      return type
    case 'iso':
      return isoType(await isoTracks(file))
    case 'ogg':
      return oggType(start)
    case 'mp3':
      return checkMp3(file, start)
    case 'pdf':
      return checkPdf(file)
    case 'zip':
      return officeType(await readers.archiveNames(file))
  }
  throw new AppError('attachment_type', format)
}

/** The brand of an ISO file says little: what it plays is in its tracks. */
function isoType(tracks: ReadonlySet<string>): AttachmentType {
  if (tracks.has('vide')) return 'video/mp4'
  if (tracks.has('soun')) return 'audio/mp4'
  throw new AppError('attachment_type', `tracks: ${[...tracks].join()}`)
}

const OGG_HEADER_BYTES = 27

/** The first page of an Ogg file holds the name of its codec, behind a table of segments. */
function oggType(start: Uint8Array): AttachmentType {
  const at = OGG_HEADER_BYTES + (start[OGG_HEADER_BYTES - 1] ?? 0)
  if (latin(start).startsWith('OpusHead', at)) return 'audio/ogg; codecs=opus'
  throw new AppError('attachment_type', 'an Ogg file that is not Opus')
}

const ID3_HEADER_BYTES = 10
/** Some programs pad a tag with more zeros than it says. */
const FRAME_SEARCH_BYTES = 64 * 1024

/** Finds the first frame of sound, behind a tag that may hold a picture. */
async function checkMp3(file: FileBytes, start: Uint8Array): Promise<AttachmentType> {
  const tagBytes = latin(start).startsWith('ID3') ? ID3_HEADER_BYTES + syncSafe(start) : 0
  const bytes = await file.readAt(tagBytes, FRAME_SEARCH_BYTES)
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    if (isMp3Frame(bytes, at)) return 'audio/mpeg'
  }
  throw new AppError('attachment_damaged', 'no frame of sound')
}

/** Sizes in a tag have seven bits a byte. */
function syncSafe([, , , , , , a = 0, b = 0, c = 0, d = 0]: Uint8Array): number {
  return ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f)
}

/**
 * A frame of layer III: a run of ones, then neither a reserved version, bit rate nor sample rate.
 */
function isMp3Frame(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false
  const isLayerThree = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08
  return isLayerThree && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c
}

const PDF_TAIL_BYTES = 8 * 1024

async function checkPdf(file: FileBytes): Promise<AttachmentType> {
  const tail = await file.readAt(Math.max(0, file.size - PDF_TAIL_BYTES), PDF_TAIL_BYTES)
  if (latin(tail).includes('%%EOF')) return 'application/pdf'
  throw new AppError('attachment_damaged', 'a PDF without an end')
}

const officeParts = {
  'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<string, AttachmentType>

/** An archive is an Office file if it holds one's main part; one with macros is refused. */
function officeType(names: ReadonlySet<string>): AttachmentType {
  const found = Object.entries(officeParts).filter(([part]) => names.has(part))
  const hasMacros = [...names].some((name) => name.toLowerCase().endsWith('vbaproject.bin'))
  const [only] = found
  if (!only || found.length > 1 || hasMacros || !names.has('[Content_Types].xml')) {
    throw new AppError('attachment_type', 'an archive that is no DOCX and no XLSX')
  }
  return only[1]
}

function latin(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

export function kindOfType(mimeType: string): AttachmentKind {
  return isAttachmentType(mimeType) ? attachmentTypes[mimeType].kind : 'documento'
}

export function isAttachmentType(mimeType: string): mimeType is AttachmentType {
  return mimeType in attachmentTypes
}
