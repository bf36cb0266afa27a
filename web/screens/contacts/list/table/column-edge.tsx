import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import styles from './column-edge.module.css'
import { LEAST_WIDTH, MOST_WIDTH } from './use-column-widths.ts'

const STEP = 16
/** Width of a column that has not been measured. */
const USUAL_WIDTH = 165

/**
 * The right edge of a head: the pointer draws it, arrows move it, a double click or Enter makes the
 * column as wide as what shows of it. Esc leads back to the head.
 */
export function ColumnEdge({
  label,
  width,
  onWidth,
}: {
  readonly label: string
  readonly width: number | undefined
  readonly onWidth: (width: number) => void
}) {
  const drawn = useRef<{ readonly from: number; readonly width: number } | null>(null)
  const [seen, setSeen] = useState(USUAL_WIDTH)
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawn.current = { from: event.clientX, width: widthOf(event.currentTarget) }
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event.key)
    const edge = event.currentTarget
    if (step !== 0) onWidth(widthOf(edge) + step)
    else if (event.key === 'Enter') onWidth(fittingWidth(edge))
    else if (event.key === 'Escape') edge.closest('th')?.querySelector('button')?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of text cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Largura da coluna ${label}`}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      aria-valuenow={Math.min(width ?? seen, MOST_WIDTH)}
      aria-valuetext={`${width ?? seen} pixels`}
      title="Arraste para mudar a largura; clique duas vezes para ajustar ao texto"
      tabIndex={-1}
      className={styles.edge}
      onFocus={({ currentTarget }) => setSeen(widthOf(currentTarget))}
      onPointerDown={begin}
      onPointerMove={({ clientX }) => {
        const { current } = drawn
        if (current) onWidth(current.width + clientX - current.from)
      }}
      onPointerUp={() => {
        drawn.current = null
      }}
      onPointerCancel={() => {
        drawn.current = null
      }}
      onDoubleClick={({ currentTarget }) => onWidth(fittingWidth(currentTarget))}
      onKeyDown={press}
    />
  )
}

/** Shift and an arrow on a head: moves its edge, and goes on there. */
export function moveEdge(event: KeyboardEvent<HTMLElement>, onWidth: (width: number) => void) {
  const step = stepOf(event.key)
  const edge = event.currentTarget.closest('th')?.querySelector('[role="separator"]')
  if (!event.shiftKey || step === 0 || !(edge instanceof HTMLElement)) return
  event.preventDefault()
  event.stopPropagation()
  onWidth(widthOf(edge) + step)
  edge.focus()
}

function stepOf(key: string): number {
  if (key === 'ArrowRight') return STEP
  return key === 'ArrowLeft' ? -STEP : 0
}

function widthOf(edge: HTMLElement): number {
  return Math.round(edge.closest('th')?.getBoundingClientRect().width ?? USUAL_WIDTH)
}

/** What the head and the cells in the document need: only the rows around those in sight are there. */
function fittingWidth(edge: HTMLElement): number {
  const head = edge.closest('th')
  const place = (head?.cellIndex ?? 0) + 1
  const cells = head?.closest('table')?.querySelectorAll(`tbody td:nth-child(${place}) button`)
  const texts = [head?.querySelector('button'), ...(cells ?? [])]
  return Math.ceil(Math.max(...texts.map((text) => (text ? neededBy(text) : 0)))) + 2
}

function neededBy(text: Element): number {
  const range = document.createRange()
  range.selectNodeContents(text)
  const { paddingLeft, paddingRight } = getComputedStyle(text)
  return (
    range.getBoundingClientRect().width +
    Number.parseFloat(paddingLeft) +
    Number.parseFloat(paddingRight)
  )
}
