import { formatQuantity } from '../../../format.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './list-screen.module.css'
import { isConflict, type RowEdits } from './use-row-edits.ts'

/** How many changes wait, and the ways to save them or to let them go. */
export function SaveBar({
  rowEdits: { edits, discard, insist, giveWay },
  isSaving,
  onSave,
}: {
  readonly rowEdits: RowEdits
  readonly isSaving: boolean
  readonly onSave: () => void
}) {
  if (edits.size === 0) return null
  const conflicts = [...edits.values()].filter(isConflict)
  const removedCount = conflicts.filter(({ now }) => now === null).length
  const refused = [...edits.values()].filter(({ refusal }) => refusal !== undefined)
  return (
    <div className={styles.save}>
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
          <div className={styles.buttons}>
            <Button onClick={giveWay}>Ficar com o que está salvo</Button>
            {removedCount < conflicts.length && (
              <Button onClick={insist}>Usar o que eu digitei</Button>
            )}
          </div>
        </Notice>
      )}
      <p role="status">
        {formatQuantity(edits.size, 'contato alterado', 'contatos alterados')}, ainda não{' '}
        {edits.size === 1 ? 'salvo' : 'salvos'}
      </p>
      <div className={styles.buttons}>
        <Button disabled={isSaving} onClick={discard}>
          Descartar
        </Button>
        <Button look="primary" isBusy={isSaving} onClick={onSave}>
          Salvar alterações
        </Button>
      </div>
    </div>
  )
}

const NAMES_SHOWN = 3

function nowWords(now: { readonly name: string } | null | undefined): string {
  return now ? `agora: ${now.name || 'sem nome'}` : 'removido'
}
