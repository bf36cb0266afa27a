import { useCallback, useEffect, useRef, useState } from 'react'
import { errorCatalogue } from '#contract/errors.ts'
import { IMAGE_LIMIT_BYTES } from '#contract/limits.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { uploadImage } from '../../../api/uploads.ts'
import { messages } from '../../../messages.ts'
import type { DraftImage } from '../campaign-draft.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export type ImageUpload = {
  readonly name: string
  /** How much of it has left, 0 to 1. */
  readonly share: number
}

/** Takes an image for the message: checked here, then stored by the server at once. */
export function useImage(onStored: (image: DraftImage) => void) {
  const [uploading, setUploading] = useState<ImageUpload | null>(null)
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
        const { imageUrl } = await uploadImage(file, {
          signal: upload.signal,
          onProgress: (share) => setUploading({ name: file.name, share }),
        })
        onStored({ url: imageUrl, name: file.name, bytes: file.size })
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

function refusalOf({ type, size }: File): string | undefined {
  if (!imageTypes.some((known) => known === type)) return errorCatalogue.image_type.text
  if (size === 0) return errorCatalogue.file_empty.text
  return size > IMAGE_LIMIT_BYTES ? errorCatalogue.image_too_large.text : undefined
}

/** The image among what was dropped or pasted; any file where there is no image. */
export function imageAmong(files: FileList | undefined): File | undefined {
  const all = [...(files ?? [])]
  return all.find(({ type }) => type.startsWith('image/')) ?? all[0]
}
