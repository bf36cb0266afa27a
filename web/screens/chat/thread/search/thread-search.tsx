import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { WebhookMessage } from '#contract/messages/chat.ts'
import { formatCount } from '../../../../format.ts'
import { Button, IconButton } from '../../../../ui/forms/button.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import styles from './thread-search.module.css'
import { useThreadSearch } from './use-thread-search.ts'

/** What is looked for, and the message that it has led to. */
export type LookedUp = { readonly text: string; readonly hit: WebhookMessage | undefined }

/** Looks for words in a chat: Enter leads to the one before in time, Shift+Enter back, Esc away. */
export function ThreadSearch({
  name,
  failure,
  onFound,
  onClose,
}: {
  readonly name: Parameters<typeof useThreadSearch>[0]
  /** Why a found message could not be shown. */
  readonly failure: string | null
  /** The same function each time. */
  readonly onFound: (found: LookedUp) => void
  readonly onClose: () => void
}) {
  const search = useThreadSearch(name)
  const { typed, setTyped, found, at, hit, older, newer, retry } = search
  const { text } = found
  useEffect(() => onFound({ text, hit }), [onFound, text, hit])
  const formRef = useRef<HTMLElement>(null)
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      if (event.shiftKey) newer()
      else older()
    }
  }
  const isOldest = at + 1 >= found.hits.length && found.next === null
  const sentence = found.failure ?? failure
  return (
    <search ref={formRef} aria-label="Busca na conversa" className={styles.bar} onKeyDown={press}>
      <div className={styles.field}>
        <SearchField label="Buscar nesta conversa" value={typed} onChange={setTyped} />
      </div>
      <p role="status" className={styles.count}>
        {countWords(search)}
      </p>
      <div className={styles.steps}>
        <IconButton
          label="Resultado anterior, mais antigo"
          icon={ArrowUp}
          aria-disabled={found.hits.length === 0 || isOldest || undefined}
          onClick={older}
        />
        <IconButton
          label="Próximo resultado, mais novo"
          icon={ArrowDown}
          aria-disabled={found.hits.length === 0 || at === 0 || undefined}
          onClick={newer}
        />
        <IconButton label="Fechar a busca" icon={X} onClick={onClose} />
      </div>
      {sentence !== null && (
        <div role="alert" className={styles.failure}>
          <p>{sentence}</p>
          {found.failure !== null && (
            <Button look="quiet" onClick={retry}>
              Tentar novamente
            </Button>
          )}
        </div>
      )}
    </search>
  )
}

/** `3 de 17`, or how far the search is. */
function countWords({ typed, found, at, isPending, isWhole }: ReturnType<typeof useThreadSearch>) {
  if (typed.trim() === '' || found.failure !== null) return ''
  const { hits, searched, isSearching } = found
  if (hits.length === 0) {
    if (!isPending && !isSearching) return 'Nada encontrado'
    return searched === 0 ? 'Procurando…' : `Procurando, ${formatCount(searched)} mensagens…`
  }
  return `${formatCount(at + 1)} de ${formatCount(hits.length)}${isWhole ? '' : '+'}`
}
