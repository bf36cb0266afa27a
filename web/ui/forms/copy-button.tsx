import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from './button.tsx'

const SHOWN_MS = 2_000

/** Puts a text on the clipboard and says so on itself. */
export function CopyButton({
  text,
  label = 'Copiar',
  look = 'plain',
}: {
  readonly text: string
  readonly label?: string
  readonly look?: ButtonLook
}) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <Button
      look={look}
      icon={outcome === 'copied' ? Check : Copy}
      onClick={() => {
        copy(text).then(
          () => setOutcome('copied'),
          () => setOutcome('refused'),
        )
      }}
    >
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copiado' : outcome === 'refused' ? 'Selecione e copie' : label}
      </span>
    </Button>
  )
}

/** Browsers offer the clipboard only to pages of https and localhost. */
async function copy(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('no clipboard on this page')
  await navigator.clipboard.writeText(text)
}
