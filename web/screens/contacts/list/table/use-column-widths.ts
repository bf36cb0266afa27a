import { type CSSProperties, useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { type Column, columnKey } from '#contract/contacts/list-view.ts'
import { ownStorage } from '../../../../own-storage.ts'
import { report } from '../../../../report.ts'

/** Least and greatest width of a column, in pixels. */
export const LEAST_WIDTH = 72
export const MOST_WIDTH = 800

const Widths = z.record(z.string(), z.number().min(LEAST_WIDTH).max(MOST_WIDTH))
type Widths = z.infer<typeof Widths>

const keyOf = (listId: string) => `disparo.larguras.${listId}`

/** How wide the columns of a list were made, as this browser keeps it. */
export function useColumnWidths(listId: string, columns: readonly Column[]) {
  const [widths, setWidths] = useState(() => stored(listId))
  const change = useCallback(
    (column: Column, width: number) => {
      setWidths((last) => {
        const within = Math.max(LEAST_WIDTH, Math.min(Math.round(width), MOST_WIDTH))
        const next = { ...last, [columnKey(column)]: within }
        ownStorage.keep(keyOf(listId), JSON.stringify(next))
        return next
      })
    },
    [listId],
  )
  const style = useMemo(() => {
    const own = columns.flatMap((column, place) => {
      const width = widths[columnKey(column)]
      return width === undefined ? [] : [[nameOf(place), `${width}px`]]
    })
    return Object.fromEntries(own) as CSSProperties
  }, [columns, widths])
  return {
    /** Style of the element around the table. */
    style,
    widthOf: (column: Column) => widths[columnKey(column)],
    change,
  }
}

const cellStyles: CSSProperties[] = []

/** Style of a column's cells, by its place: always the same, so that a width redraws no row. */
export function columnStyle(place: number): CSSProperties {
  const style = cellStyles[place] ?? ({ '--own': `var(${nameOf(place)})` } as CSSProperties)
  cellStyles[place] = style
  return style
}

function nameOf(place: number): string {
  return `--column-${place + 1}`
}

function stored(listId: string): Widths {
  try {
    return Widths.parse(JSON.parse(ownStorage.read(keyOf(listId)) ?? '{}'))
  } catch (error) {
    report('Falha ao ler as larguras das colunas.', error)
    return {}
  }
}
