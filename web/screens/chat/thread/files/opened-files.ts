import { CallError, sentenceOf } from '../../../../api/calls/call-error.ts'
import { readChatFile } from '../../../../api/chat-files.ts'
import { readUpload } from '../../../../api/uploads.ts'
import { messages } from '../../../../messages.ts'
import { onSessionChange } from '../../../../session/session.ts'
import { createStore, useStore } from '../../../../store.ts'
import { type FileSource, sourceKey } from './file-source.ts'

/** Files of messages that were opened since the page was loaded: what is shown again is not asked for again. */

export type OpenFile = {
  readonly kind: 'open'
  readonly file: Blob
  readonly name: string
  /** Where the page finds it, until it is forgotten. */
  readonly url: string
}

export type FileState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly sentence: string; readonly canRetry: boolean }
  | OpenFile

/** Together they take no more than this; the last one is always kept. */
const KEPT_BYTES = 256 * 1024 * 1024
/** Codes of failures that another try does not change. */
const finalCodes: ReadonlySet<string> = new Set([
  'chat_file_on_phone',
  'chat_file_gone',
  'chat_file_damaged',
  'chat_file_too_large',
  'chat_message_not_found',
  'upload_gone',
])

/** Files by their sources, the one opened last at the end. */
const store = createStore<ReadonlyMap<string, FileState>>(new Map())
/** Counts changes of the signed-in user: a file that an earlier one asked for is not kept. */
let turn = 0
onSessionChange(() => {
  turn += 1
  for (const state of store.get().values()) forget(state)
  store.set(new Map())
})

export function useFile(source: FileSource): FileState | undefined {
  const key = sourceKey(source)
  return useStore(store, (files) => files.get(key))
}

/** Opens a file unless it is open; null where that failed, or goes on already. */
export async function openFile(source: FileSource): Promise<OpenFile | null> {
  const key = sourceKey(source)
  const known = store.get().get(key)
  if (known?.kind === 'open') return known
  if (known?.kind === 'opening') return null
  const asked = turn
  put(key, { kind: 'opening' })
  const state = await read(source)
  if (asked !== turn) {
    forget(state)
    return null
  }
  put(key, state)
  return state.kind === 'open' ? state : null
}

async function read(source: FileSource): Promise<FileState> {
  try {
    const { file, name } =
      source.kind === 'message'
        ? await readChatFile(source.place, source.messageId)
        : { file: await readUpload(source.path), name: source.name }
    return { kind: 'open', file, name, url: URL.createObjectURL(file) }
  } catch (error) {
    const sentence = sentenceOf(error, messages.request.strange)
    const canRetry = !(error instanceof CallError && finalCodes.has(error.code))
    return { kind: 'failed', sentence, canRetry }
  }
}

function put(key: string, state: FileState): void {
  const files = new Map(store.get())
  files.delete(key)
  files.set(key, state)
  let bytes = [...files.values()].reduce((sum, each) => sum + sizeOf(each), 0)
  for (const [oldest, old] of files) {
    if (bytes <= KEPT_BYTES || oldest === key) break
    if (old.kind !== 'open') continue
    bytes -= sizeOf(old)
    forget(old)
    files.delete(oldest)
  }
  store.set(files)
}

function sizeOf(state: FileState): number {
  return state.kind === 'open' ? state.file.size : 0
}

function forget(state: FileState): void {
  if (state.kind === 'open') URL.revokeObjectURL(state.url)
}
