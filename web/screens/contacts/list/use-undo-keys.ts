import { useKeyDown } from '../../../ui/use-key-down.ts'
import { isElsewhere } from '../page-keys.ts'
import type { RowEdits } from './use-row-edits.ts'

/** Ctrl+Z takes the last change of the page back, Ctrl+Shift+Z or Ctrl+Y makes it again. */
export function useUndoKeys({
  undo,
  redo,
  canUndo,
  canRedo,
}: Pick<RowEdits, 'undo' | 'redo' | 'canUndo' | 'canRedo'>): void {
  useKeyDown((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event
    const isWithControl = (ctrlKey || metaKey) && !altKey
    if (!isWithControl || event.defaultPrevented || isElsewhere(target)) return
    const key = event.key.toLowerCase()
    const isUndo = key === 'z' && !shiftKey && canUndo
    const isRedo = (key === 'y' || (key === 'z' && shiftKey)) && canRedo
    if (!isUndo && !isRedo) return
    event.preventDefault()
    if (isUndo) undo()
    else redo()
  })
}
