import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import {
  type AttachmentKind,
  attachmentLimitBytes,
  attachmentTypes,
} from '#contract/uploads/attachment.ts'

/** What a file in a form is taken for before the server looks into it. */

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

/** Systems name a file's type as they like, or not at all: its ending says more. */
const kindOfEnding: ReadonlyMap<string, AttachmentKind> = new Map(
  Object.values(attachmentTypes)
    .map(({ extension, kind }): [string, AttachmentKind] => [extension, kind])
    .concat([
      ['jpeg', 'imagem'],
      ['opus', 'audio'],
      ['oga', 'audio'],
    ]),
)

/** Value of a picker's `accept`. */
export const acceptedFiles = [
  ...imageTypes,
  ...[...kindOfEnding.keys()].map((ending) => `.${ending}`),
].join(',')

const tooLarge: Readonly<Record<AttachmentKind, ErrorCode>> = {
  imagem: 'image_too_large',
  video: 'video_too_large',
  audio: 'audio_too_large',
  documento: 'document_too_large',
}

export function kindOfFile({
  name,
  type,
}: Pick<File, 'name' | 'type'>): AttachmentKind | undefined {
  if (imageTypes.some((known) => known === type)) return 'imagem'
  if (type.startsWith('image/')) return undefined
  return kindOfEnding.get(name.split('.').at(-1)?.toLowerCase() ?? '')
}

/** Why a file cannot go with the message; undefined where it may. */
export function refusalOf(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  const kind = kindOfFile(file)
  if (kind === undefined) {
    return errorCatalogue[file.type.startsWith('image/') ? 'image_type' : 'attachment_type'].text
  }
  if (file.size === 0) return errorCatalogue.file_empty.text
  return file.size > attachmentLimitBytes[kind] ? errorCatalogue[tooLarge[kind]].text : undefined
}
