import type { ReactNode } from 'react'
import { Spinner } from '../../../../ui/display/spinner.tsx'
import { boxOf, type CellRange, isFull } from './cell-range.ts'
import styles from './range-foot.module.css'
import { rangeMessages, rangeWords } from './range-messages.ts'

/** Below the cells: how many of them are chosen together, where they end, and what keys do with them. */
export function RangeFoot({
  range,
  isReading,
  headWords,
}: {
  readonly range: CellRange | null
  /** Whether rows are being read for what was pressed. */
  readonly isReading: boolean
  /** The cell that the range was led to, for screen readers. */
  readonly headWords: string
}) {
  const box = range && boxOf(range)
  return (
    <div className={styles.foot}>
      <p role="status" className={styles.size}>
        {box && (
          <>
            <b>{rangeWords(box)}</b>
            <span className="visually-hidden">{headWords && `, até ${headWords}`}</span>
            {isFull(box) && <span className={styles.full}>{rangeMessages.full}</span>}
          </>
        )}
        {isReading && (
          <span className={styles.reading}>
            <Spinner size={14} /> {rangeMessages.reading}
          </span>
        )}
      </p>
      <p className={styles.keys}>
        {box ? (
          <>
            <Key name="Ctrl+C">copia</Key>
            <Key name="Delete">esvazia</Key>
            <Key name="Ctrl+D">repete a primeira linha</Key>
            <Key name="Esc">solta</Key>
          </>
        ) : (
          <>
            Arraste sobre as células, ou <kbd>Shift</kbd> com as setas, para escolher várias
          </>
        )}
      </p>
    </div>
  )
}

function Key({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span>
      <kbd>{name}</kbd> {children}
    </span>
  )
}
