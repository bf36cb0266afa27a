import './line-chart.css'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatCount } from '../../format.ts'
import { classNames } from '../class-names.ts'
import styles from './line-chart.module.css'
import {
  createLinePlot,
  isInBars,
  type LineData,
  type LinePlot,
  type PointedAt,
} from './line-plot.ts'

/** The tooltip stands at the side of the cursor where there is more room. */
const tooltipSide = (left: number, width: number) =>
  left > width / 2 ? styles.before : styles.after

/** Lines over time, or bars where there is little to join, with a legend; the same numbers as a table for those who cannot see them. */
export function LineChart({
  title,
  pointName,
  labels,
  series,
  height,
}: LineData & {
  readonly title: string
  /** What one point is, such as "Dia". */
  readonly pointName: string
  /** In pixels. */
  readonly height: number
}) {
  const frameRef = useRef<HTMLDivElement>(null)
  const [plot, setPlot] = useState<LinePlot | null>(null)
  const [pointed, setPointed] = useState<PointedAt | null>(null)
  const scheme = useColorScheme()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another scheme has other colours
  useEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const made = createLinePlot({ frame, height, onPoint: setPointed })
    const observer = new ResizeObserver(([entry]) => made.resize(entry?.contentRect.width ?? 0))
    observer.observe(frame)
    setPlot(made)
    return () => {
      observer.disconnect()
      made.destroy()
    }
  }, [height, scheme])
  useEffect(() => plot?.show({ labels, series }), [plot, labels, series])

  return (
    <figure className={styles.chart}>
      <div className={styles.stage} style={{ minHeight: height }} aria-hidden>
        <div ref={frameRef} />
        {pointed && pointed.index < labels.length && (
          <div
            className={classNames(
              styles.tooltip,
              tooltipSide(pointed.left, frameRef.current?.clientWidth ?? 0),
            )}
            style={{ left: pointed.left }}
          >
            <strong>{labels[pointed.index]}</strong>
            <Keys series={series} pointedAt={pointed.index} />
          </div>
        )}
      </div>
      <figcaption className={styles.legend} aria-hidden>
        <Keys series={series} />
      </figcaption>
      <NumbersTable title={title} pointName={pointName} labels={labels} series={series} />
    </figure>
  )
}

/** The lines or bars by their colour, with their values at a point where one is given. */
function Keys({ series, pointedAt }: Pick<LineData, 'series'> & { readonly pointedAt?: number }) {
  return (
    <ul className={classNames(isInBars({ series }) && styles.bars)}>
      {series.map(({ label, data, isFaint, pointNames }) => (
        <li key={label} className={classNames(isFaint && styles.faint)}>
          <span className={styles.key} />
          {(pointedAt !== undefined && pointNames?.[pointedAt]) || label}
          {pointedAt !== undefined && <b>{formatCount(data[pointedAt] ?? 0)}</b>}
        </li>
      ))}
    </ul>
  )
}

function NumbersTable({
  title,
  pointName,
  labels,
  series,
}: LineData & { readonly title: string; readonly pointName: string }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{pointName}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ label: name, data, pointNames }) => (
                <td key={name}>
                  {formatCount(data[index] ?? 0)}
                  {pointNames && ` (${pointNames[index]})`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isLight = window.matchMedia('(prefers-color-scheme: light)')

function useColorScheme(): 'light' | 'dark' {
  return useSyncExternalStore(followScheme, () => (isLight.matches ? 'light' : 'dark'))
}

function followScheme(listener: () => void): () => void {
  isLight.addEventListener('change', listener)
  return () => isLight.removeEventListener('change', listener)
}
