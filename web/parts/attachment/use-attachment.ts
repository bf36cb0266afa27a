import {
  type ClipboardEvent,
  type DragEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { type UploadOptions, uploadFile, uploadImage } from '../../api/uploads.ts'
import { messages } from '../../messages.ts'
import type { Attachment } from './attachment.ts'
import { kindOfFile, refusalOf } from './file-choice.ts'

export type RunningUpload = {
  readonly name: string
  /** How much of it has left, 0 to 1. */
  readonly share: number
}

/** Takes a file for the message: checked here, then stored by the server at once. */
export function useAttachment(onStored: (file: Attachment) => void) {
  const [uploading, setUploading] = useState<RunningUpload | null>(null)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const choose = useCallback(
    async (file: File) => {
      running.current?.abort()
      const refusal = refusalOf(file)
      setError(refusal)
      if (refusal) return
      const upload = new AbortController()
      running.current = upload
      setUploading({ name: file.name, share: 0 })
      try {
        const stored = await store(file, {
          signal: upload.signal,
          onProgress: (share) => setUploading({ name: file.name, share }),
        })
        onStored(stored)
      } catch (failure) {
        if (upload.signal.aborted) return
        setError(sentenceOf(failure, messages.request.strange))
      }
      if (running.current === upload) setUploading(null)
    },
    [onStored],
  )

  const cancel = () => {
    running.current?.abort()
    setUploading(null)
    setError(undefined)
  }

  return { uploading, error, choose, cancel }
}

/** A picture goes as `imagem`, as ever; any other file as `anexo`. */
async function store(file: File, options: UploadOptions): Promise<Attachment> {
  if (kindOfFile(file) === 'imagem') {
    const { imageUrl: url } = await uploadImage(file, options)
    return { url, name: file.name, bytes: file.size, kind: 'imagem', isAttached: false }
  }
  const { url, nome: name, bytes, tipo: kind } = await uploadFile(file, options)
  return { url, name, bytes, kind, isAttached: true }
}

/** The image among what was dropped or pasted; any file where there is no image. */
export function fileAmong(files: FileList | undefined): File | undefined {
  const all = [...(files ?? [])]
  return all.find(({ type }) => type.startsWith('image/')) ?? all[0]
}

/** Whether what is dragged is a file. */
export function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}

/** Takes a file that was dropped or pasted; the browser would open it instead. */
export function takeFile(
  event: DragEvent | ClipboardEvent,
  { files }: DataTransfer,
  choose: (file: File) => unknown,
): void {
  const file = fileAmong(files)
  if (!file) return
  event.preventDefault()
  choose(file)
}
