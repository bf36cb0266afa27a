import type { KeyboardEvent } from 'react'

/** How far an arrow leads: over rows, and over the controls in one. */
const steps: Readonly<Record<string, readonly [rows: number, controls: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrows lead from cell to cell, as in a spreadsheet; in a field they stay with its text. */
export function cellKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event
  const step = steps[key]
  if (!step || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return
  const row = target.closest('tr[data-index]')
  const at = controlsOf(row).indexOf(target)
  if (!row || at < 0) return
  const [rows, controls] = step
  const beside = rows < 0 ? row.previousElementSibling : row.nextElementSibling
  const next = controlsOf(rows === 0 ? row : beside)[at + controls]
  event.preventDefault()
  next?.focus()
}

function controlsOf(row: Element | null): readonly HTMLElement[] {
  return [...(row?.querySelectorAll('button, a, input[type="checkbox"]') ?? [])].filter(
    (control) => control instanceof HTMLElement,
  )
}
