import { useCallback, useRef, useState } from 'react'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import type { Column } from '#contract/contacts/list-view.ts'
import type { Choice } from '../../../../ui/forms/choice-box.tsx'
import { WindowedTable } from '../../../../ui/lists/windowed-table.tsx'
import type { PastePlace } from '../clipboard/use-paste.ts'
import { columnLabel, personOf } from '../list-view.ts'
import { boxOf, type CellBox, type CellRange, noRange, rowRangeOf } from '../range/cell-range.ts'
import { RangeFoot } from '../range/range-foot.tsx'
import { useCellRange } from '../range/use-cell-range.ts'
import { useRangeDrag } from '../range/use-range-drag.ts'
import type { RowEdit, RowEdits } from '../use-row-edits.ts'
import type { ViewedRows } from '../use-viewed-rows.ts'
import { ListRowCells } from './list-row.tsx'
import styles from './list-table.module.css'
import { PersonDialog } from './person-dialog.tsx'
import personStyles from './person-row.module.css'
import { PersonRow } from './person-row.tsx'
import { type HeadProps, headsOf } from './table-heads.tsx'
import { useClipboard } from './use-clipboard.ts'
import { useColumnWidths } from './use-column-widths.ts'
import { useGrid } from './use-grid.ts'

/** In pixels: of a row of the table, and of one of two lines. */
const ROW_HEIGHT = { wide: 38, narrow: 65 }

type Props = HeadProps &
  Pick<ViewedRows, 'readRows' | 'isReadingRows'> & {
    readonly listId: string
    /** Undefined: not here yet. */
    readonly rows: readonly (ListRow | undefined)[]
    /** Whether there is no room for columns: rows stand as people, as in the styles. */
    readonly isNarrow: boolean
    /** All that a person's form offers. */
    readonly allColumns: readonly Column[]
    readonly edits: ReadonlyMap<string, RowEdit>
    readonly chosen: ReadonlySet<string>
    /** Phones of those who get no campaigns. */
    readonly optedOut: ReadonlySet<string>
    readonly search: string
    readonly onType: RowEdits['type']
    /** Cells that are chosen together, emptied, or filled with the first of them. */
    readonly onEmpty: (box: CellBox) => void
    readonly onFillDown: (box: CellBox) => void
    /** Called with a text that was pasted on a cell; returns the cells that it came to. */
    readonly onPaste: (text: string, place: PastePlace) => Promise<CellBox | null>
    readonly onChoose: (phones: readonly string[], isChosen: boolean) => void
    /** Called with the places in sight, and with the row that has the focus wherever it is. */
    readonly onSight: ViewedRows['onSight'] | undefined
  }

/** The rows of a list: cells to write into, rows to choose, headers to sort by. */
export function ListTable(props: Props) {
  const { rows, columns, edits, chosen, search, isNarrow, allColumns, onType } = props
  const [opened, setOpened] = useState<ListRow | null>(null)
  const choose = useRangeChoice(rows, props.onChoose)
  const rowHeight = isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide
  const lastColumn = isNarrow ? 1 : columns.length
  const grid = useGrid(rows, { lastColumn, rowHeight, hasHead: !isNarrow })
  const choice = useCellRange(grid, props)
  const range = isNarrow ? null : choice.range
  const drag = useRangeDrag(grid.frame, choice)
  useClipboard(grid, {
    ...{ ...props, box: range && boxOf(range) },
    onPaste: (text, place) => {
      void props.onPaste(text, place).then((box) => {
        if (box && !isNarrow) choice.take(box)
      })
    },
  })
  const widths = useColumnWidths(props.listId, columns)
  const ofRange = {
    onKeyDownCapture: choice.onKeyDown,
    onPointerDown: drag.onPointerDown,
    onMouseDownCapture: drag.onMouseDown,
    onClickCapture: drag.onClick,
  }
  const stopPhone = rows[grid.stop.row]?.phone
  const sameOf = (row: ListRow) => ({
    ...{ row, columns, search, onChoose: choose },
    edit: edits.get(row.phone),
    isChosen: chosen.has(row.phone),
    isOptedOut: props.optedOut.has(row.phone),
  })
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows only lead on from control to control */}
      <div
        ref={grid.frame}
        className={styles.frame}
        style={widths.style}
        {...(!isNarrow && ofRange)}
        onKeyDown={grid.onKeyDown}
        onFocus={(event) => {
          grid.onFocus(event)
          choice.onFocus(event.target)
        }}
        onBlur={grid.onBlur}
      >
        <WindowedTable
          role={isNarrow ? undefined : 'grid'}
          keptIndex={grid.stop.row}
          label="Contatos da lista"
          columns={isNarrow ? ['Escolha', 'Contato'] : headsOf(props, { stop: grid.stop, widths })}
          items={rows}
          rowHeight={rowHeight}
          keyOf={phoneOf}
          onSight={props.onSight}
          className={isNarrow ? undefined : styles.table}
          rowClassName={isNarrow ? personStyles.row : styles.row}
          renderCells={(row, place) =>
            isNarrow ? (
              <PersonRow {...sameOf(row)} onOpen={setOpened} />
            ) : (
              <ListRowCells
                {...sameOf(row)}
                {...(range ? rowRangeOf(range, place) : noRange)}
                stop={row.phone === stopPhone ? grid.stop : null}
                onType={onType}
              />
            )
          }
        />
        {opened && (
          <PersonDialog
            row={opened}
            columns={allColumns}
            edit={edits.get(opened.phone)}
            onType={onType}
            onClose={() => setOpened(null)}
          />
        )}
      </div>
      {!isNarrow && (
        <RangeFoot
          range={range}
          isReading={props.isReadingRows}
          headWords={headWords(range, props)}
        />
      )}
    </>
  )
}

/** The cell that a range was led to, by its column and its person. */
function headWords(
  range: CellRange | null,
  { rows, columns }: Pick<Props, 'rows' | 'columns'>,
): string {
  const row = range && rows[range.head.row]
  const column = range && columns[range.head.column]
  return row && column ? `${columnLabel(column)} de ${personOf(row)}` : ''
}

const phoneOf = ({ phone }: ListRow) => phone

/** Chooses one row or, with Shift, all from the one pressed before; where some of those are unread, one. */
function useRangeChoice(rows: Props['rows'], onChoose: Props['onChoose']) {
  const last = useRef<string | null>(null)
  return useCallback(
    (phone: string, { isChosen, isRange }: Choice) => {
      const range = isRange ? phonesBetween(rows, last.current, phone) : null
      last.current = phone
      onChoose(range ?? [phone], isChosen)
    },
    [rows, onChoose],
  )
}

/** The phones of two rows and all between them; null where one is gone, or some are unread. */
function phonesBetween(
  rows: Props['rows'],
  one: string | null,
  other: string,
): readonly string[] | null {
  const ends = [one, other].map((end) => rows.findIndex((row) => row?.phone === end))
  const first = Math.min(...ends)
  if (first < 0) return null
  const between = rows.slice(first, Math.max(...ends) + 1)
  const phones = between.flatMap((row) => (row ? [row.phone] : []))
  return phones.length === between.length ? phones : null
}
