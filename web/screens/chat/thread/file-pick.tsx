import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { acceptedFiles } from '../../../parts/attachment/file-choice.ts'
import { fileAmong } from '../../../parts/attachment/use-attachment.ts'
import { IconButton } from '../../../ui/forms/button.tsx'

/** Picks a file: its button can be reached by keyboard, the field behind it is not shown. */
export function FilePick({ onFile }: { readonly onFile: (file: File) => Promise<void> }) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label="Anexar imagem ou arquivo"
        icon={Paperclip}
        onClick={() => inputRef.current?.click()}
      />
      <input
        ref={inputRef}
        type="file"
        accept={acceptedFiles}
        aria-label="Arquivo para anexar"
        hidden
        onChange={async ({ target }) => {
          const file = fileAmong(target.files ?? undefined)
          // The same file can be picked again.
          target.value = ''
          if (file) await onFile(file)
        }}
      />
    </>
  )
}
