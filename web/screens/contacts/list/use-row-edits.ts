import { useCallback, useState } from 'react'
import { type ListChangesReport, type ListRow, sameRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf } from '#contract/contacts/list-view.ts'
import { changeRows } from '../../../api/lists/list-rows.ts'
import { toastWarning } from '../../../ui/overlays/toast.ts'
import { listMessages } from './list-messages.ts'
import { columnsOf, mayBeEmpty, withCell } from './list-view.ts'

export type RowEdit = {
  /** The row as it was when its editor began. */
  readonly before: ListRow
  readonly after: ListRow
  /** Why it was not saved. */
  readonly refusal?: { readonly campo: 'name' | 'phone'; readonly message: string }
  /** How somebody else has changed it meanwhile; null: removed. */
  readonly now?: ListRow | null
}

export type RowEdits = ReturnType<typeof useRowEdits>

/** A cell, and what it is to say. */
export type CellText = { readonly row: ListRow; readonly column: Column; readonly text: string }

type Edits = ReadonlyMap<string, RowEdit>

type Written = {
  readonly edits: Edits
  /** What the edits were before each step, the last one last, and what was taken back. */
  readonly past: readonly Edits[]
  readonly future: readonly Edits[]
}

const nothing: Written = { edits: new Map(), past: [], future: [] }
/** Steps that can be taken back. */
const STEPS_KEPT = 100

/** Changes of rows that are not saved yet, by the phone that each row had. */
export function useRowEdits(
  listId: string,
  onSaved: (saved: ReadonlyMap<string, ListRow>) => void,
) {
  const [{ edits, past, future }, setWritten] = useState(nothing)

  /** Writes cells, as one step. */
  const write = useCallback((cells: readonly CellText[]) => {
    setWritten((last) => stepped(last, withCells(last.edits, cells)))
  }, [])
  const type = useCallback(
    (row: ListRow, column: Column, text: string) => {
      if (text.trim() === '' && !mayBeEmpty(column)) toastWarning(listMessages.phoneKept)
      else write([{ row, column, text }])
    },
    [write],
  )
  const undo = useCallback(() => setWritten(undone), [])
  const redo = useCallback(() => setWritten(redone), [])

  return {
    ...{ edits, type, write, undo, redo, save },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    discard: () => setWritten((last) => stepped(last, nothing.edits)),
    /** Puts the typed cells over what somebody else wrote meanwhile, once it is saved again. */
    insist: () => setEdits((last) => new Map([...last].flatMap(insisted))),
    /** Leaves the rows that somebody else has changed as they are. */
    giveWay: () => setEdits((last) => new Map([...last].filter(([, edit]) => !isConflict(edit)))),
  }

  /** Clears the steps, since they led from rows that have changed by now. */
  function setEdits(change: (last: Edits) => Edits): void {
    setWritten((last) => ({ ...nothing, edits: change(last.edits) }))
  }

  /** Saves what can be saved; what cannot stays, with the reason. */
  async function save(): Promise<ListChangesReport> {
    const sent = edits
    const alterar = [...sent].map(([phone, { before, after }]) => ({
      ...{ phone, antes: before, depois: after },
    }))
    const report = await changeRows(listId, { alterar })
    const refused = new Map(report.recusados.map((each) => [each.phone, each]))
    const conflicts = new Map(report.conflitos.map(({ phone, agora }) => [phone, agora]))
    setEdits((last) => {
      const left = new Map<string, RowEdit>()
      for (const [phone, edit] of last) {
        const refusal = refused.get(phone)
        const now = conflicts.get(phone)
        const saved = sent.get(phone)
        if (refusal) left.set(phone, { ...edit, refusal })
        else if (now !== undefined) left.set(phone, { ...edit, now })
        else if (!saved) left.set(phone, edit)
        // Edited while it was being saved: the edit is now one of the saved row.
        else if (!sameRow(saved.after, edit.after)) {
          left.set(saved.after.phone, { before: saved.after, after: edit.after })
        }
      }
      for (const [phone, { before, after }] of sent) {
        const isSaved = !refused.has(phone) && !conflicts.has(phone)
        // Undone while it was being saved: the undo is now an edit of the saved row.
        if (isSaved && !last.has(phone)) left.set(after.phone, { before: after, after: before })
      }
      return left
    })
    const saved = [...sent].filter(([phone]) => !refused.has(phone) && !conflicts.has(phone))
    onSaved(new Map(saved.map(([phone, { after }]) => [phone, after])))
    return report
  }
}

function withCells(last: Edits, cells: readonly CellText[]): Edits {
  const next = new Map(last)
  let isSame = true
  for (const { row, column, text } of cells) {
    const { before, after } = next.get(row.phone) ?? { before: row, after: row }
    if (cellOf(after, column) === text) continue
    isSame = false
    const changed = withCell(after, column, text)
    if (sameRow(before, changed)) next.delete(row.phone)
    else next.set(row.phone, { before, after: changed })
  }
  return isSame ? last : next
}

function stepped(last: Written, edits: Edits): Written {
  if (edits === last.edits) return last
  return { edits, past: [...last.past.slice(1 - STEPS_KEPT), last.edits], future: [] }
}

function undone(last: Written): Written {
  const edits = last.past.at(-1)
  if (!edits) return last
  return { edits, past: last.past.slice(0, -1), future: [...last.future, last.edits] }
}

function redone(last: Written): Written {
  const edits = last.future.at(-1)
  if (!edits) return last
  return { edits, past: [...last.past, last.edits], future: last.future.slice(0, -1) }
}

export function isConflict(edit: RowEdit): boolean {
  return edit.now !== undefined
}

function insisted([phone, edit]: readonly [string, RowEdit]): [string, RowEdit][] {
  const { now, before, after } = edit
  if (now === undefined) return [[phone, edit]]
  // What was removed elsewhere cannot be written over.
  return now === null ? [] : [[phone, { before: now, after: withTyped(now, { before, after }) }]]
}

/** The row as it is now, with the cells that were typed: what others wrote elsewhere in it stays. */
function withTyped(now: ListRow, { before, after }: Pick<RowEdit, 'before' | 'after'>): ListRow {
  const headers = Object.keys({ ...before.campos, ...after.campos })
  return columnsOf(headers)
    .filter((column) => cellOf(before, column) !== cellOf(after, column))
    .reduce((row, column) => withCell(row, column, cellOf(after, column)), now)
}
