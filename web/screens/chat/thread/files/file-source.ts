import { useMemo } from 'react'
import type { MessageFile } from '#contract/messages/message-file.ts'
import { type ChatPlace, placeKey } from '../../../../api/chat.ts'
import { uploadPath } from '../../../../api/uploads.ts'
import { mediaKindOf } from '../media-facts.ts'
import type { Bubble } from '../thread-items.ts'

/** Where a message's file comes from: what was sent lies on this server, what was got on WhatsApp's. */
export type FileSource =
  | { readonly kind: 'upload'; readonly path: string; readonly name: string }
  | { readonly kind: 'message'; readonly place: ChatPlace; readonly messageId: string }

type FileMessage = Pick<Bubble, 'messageId' | 'type' | 'file'>

/** Null where it can only be opened on the phone. */
export function sourceOf(
  place: ChatPlace,
  { messageId, type, file }: FileMessage,
): FileSource | null {
  const path = file?.url ? uploadPath(file.url) : null
  if (path !== null) return { kind: 'upload', path, name: nameOf(path, type, file) }
  if (!file?.isOpenable || messageId === null) return null
  return { kind: 'message', place, messageId }
}

/** The same one for as long as it is the same file, whatever else becomes of the message. */
export function useSource(place: ChatPlace, bubble: FileMessage): FileSource | null {
  const source = sourceOf(place, bubble)
  const key = source && sourceKey(source)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  return useMemo(() => source, [key])
}

export function sourceKey(source: FileSource): string {
  return source.kind === 'upload' ? source.path : `${placeKey(source.place)} ${source.messageId}`
}

/** The name that it is saved under: that of an upload says nothing. */
function nameOf(path: string, type: string, file: MessageFile | null): string {
  const ending = /\.\w+$/.exec(path)?.[0] ?? ''
  return file?.name ?? `${mediaKindOf(type, file)?.name.toLowerCase() ?? 'arquivo'}${ending}`
}
