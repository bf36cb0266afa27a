import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { formatQuantity } from '../../../format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import bars from '../action-bars.module.css'
import { Rest } from '../choice-bar.tsx'
import { listMessages } from './list-messages.ts'
import styles from './list-screen.module.css'
import { isConflict, type RowEdit, type RowEdits } from './use-row-edits.ts'

/** How many changes wait, and the ways to save them, to take the last back, or to let all go. */
export function SaveBar({
  rowEdits: { edits, canUndo, canRedo, undo, discard, insist, giveWay },
  isSaving,
  onSave,
}: {
  readonly rowEdits: RowEdits
  readonly isSaving: boolean
  readonly onSave: () => void
}) {
  const { conflicts, refused } = useMemo(() => troublesOf(edits), [edits])
  const removedCount = conflicts.filter(({ now }) => now === null).length
  return (
    // A live region has to be in the document before its words are, or they are not read out.
    <section
      className={edits.size > 0 ? classNames(bars.bar, styles.save) : undefined}
      aria-label={edits.size > 0 ? 'O que fazer com as alterações' : undefined}
    >
      {refused.length > 0 && (
        <Notice tone="danger">
          {formatQuantity(refused.length, 'contato não foi salvo', 'contatos não foram salvos')}:{' '}
          {refused
            .slice(0, NAMES_SHOWN)
            .map(({ before, refusal }) => `${before.name || before.phone} (${refusal?.message})`)
            .join(', ')}
          {refused.length > NAMES_SHOWN && '…'}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice tone="warn">
          <p>
            {formatQuantity(conflicts.length, 'contato foi alterado', 'contatos foram alterados')}{' '}
            em outro lugar enquanto você editava:{' '}
            {conflicts
              .slice(0, NAMES_SHOWN)
              .map(({ before, now }) => `${before.name || before.phone} (${nowWords(now)})`)
              .join(', ')}
            {conflicts.length > NAMES_SHOWN && '…'}
          </p>
          <div className={bars.buttons}>
            <Button onClick={giveWay}>Ficar com o que está salvo</Button>
            {removedCount < conflicts.length && (
              <Button onClick={insist}>Usar o que eu digitei</Button>
            )}
          </div>
        </Notice>
      )}
      <p role="status" className={edits.size > 0 ? undefined : 'visually-hidden'}>
        {edits.size > 0
          ? `${formatQuantity(edits.size, 'contato alterado', 'contatos alterados')}, ainda não ${edits.size === 1 ? 'salvo' : 'salvos'}`
          : canRedo && listMessages.nothingUnsaved}
      </p>
      {edits.size > 0 && (
        <div className={bars.buttons}>
          {canUndo && (
            <Button look="quiet" icon={Undo2} disabled={isSaving} title="Ctrl+Z" onClick={undo}>
              <Rest>Desfazer</Rest>
            </Button>
          )}
          <Button disabled={isSaving} onClick={discard}>
            Descartar
          </Button>
          <Button
            look={conflicts.length > 0 ? 'plain' : 'primary'}
            isBusy={isSaving}
            onClick={onSave}
          >
            Salvar alterações
          </Button>
        </div>
      )}
    </section>
  )
}

const NAMES_SHOWN = 3

function troublesOf(edits: ReadonlyMap<string, RowEdit>) {
  const all = [...edits.values()]
  return {
    conflicts: all.filter(isConflict),
    refused: all.filter(({ refusal }) => refusal !== undefined),
  }
}

function nowWords(now: { readonly name: string } | null | undefined): string {
  return now ? `agora: ${now.name || 'sem nome'}` : 'removido'
}
