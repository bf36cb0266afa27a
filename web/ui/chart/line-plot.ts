import uPlot from 'uplot'
import { formatCount } from '../../format.ts'
import {
  CHART_DIVISIONS,
  isSparse,
  labelledPoints,
  scaleTop,
  tallestOf,
  valuedPoints,
} from './chart-scale.ts'

export type LineData = {
  /** One for each point, left to right. */
  readonly labels: readonly string[]
  readonly series: readonly Series[]
}

type Series = {
  readonly label: string
  readonly data: readonly number[]
  /** Stands behind the others, to compare them with. */
  readonly isFaint?: boolean
  /** What its points are called, where these are not those of the chart. */
  readonly pointNames?: readonly string[]
}

/** The point under the cursor, and how far from the left edge it is drawn. */
export type PointedAt = { readonly index: number; readonly left: number }

export type LinePlot = ReturnType<typeof createLinePlot>

const LETTER_WIDTH_PX = 7
const LABEL_GAP_PX = 28
const LINE_WIDTH_PX = 2
const FAINT_WIDTH_PX = 1.5
/** Of a bar: its share of a point's room, its most and its least width. */
const BAR_SIZE: [number, number, number] = [0.4, 28, 7]
/** The same of a faint bar, which stands around both others. */
const FAINT_BAR_SIZE: [number, number, number] = [0.8, 58, 16]
const VALUE_GAP_PX = 6
/** Around each letter of a value, so that no line of the grid runs through it. */
const VALUE_EDGE_PX = 6

/** Draws lines, or bars where few points have something, into `frame`, in the colours that its style has now. */
export function createLinePlot({
  frame,
  height,
  onPoint,
}: {
  readonly frame: HTMLElement
  readonly height: number
  readonly onPoint: (point: PointedAt | null) => void
}) {
  const style = getComputedStyle(frame)
  const colour = (token: string) => style.getPropertyValue(token).trim()
  // Read once: a drawing that is still due when the frame leaves the page would find none.
  const areaColours = [colour('--series-area'), colour('--series-area-end')]
  const textColour = colour('--text')
  const groundColour = colour('--surface')
  const faintColour = colour('--text-3')
  const font = `13px ${style.fontFamily}`
  let shown: LineData = { labels: [], series: [] }
  let plot: uPlot | null = null

  return { show, resize, destroy }

  /** New numbers move the lines; what is pointed at stays. */
  function show(data: LineData): void {
    const isOtherShape =
      data.series.length !== shown.series.length || isInBars(data) !== isInBars(shown)
    shown = data
    if (plot && !isOtherShape) {
      plot.setData(dataOf(shown))
      return
    }
    destroy()
    plot = new uPlot(options(), dataOf(shown), frame)
  }

  function resize(width: number): void {
    if (width > 0) plot?.setSize({ width, height })
  }

  function destroy(): void {
    plot?.destroy()
    plot = null
  }

  function options(): uPlot.Options {
    const hasBars = isInBars(shown)
    return {
      width: frame.clientWidth,
      height,
      padding: [hasBars ? 28 : 12, 16, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, move: snap },
      scales: {
        x: { time: false, range: () => rangeOfPoints(shown.labels.length, hasBars) },
        y: { range: () => [0, scaleTop(largestOf(shown))] },
      },
      axes: [pointAxis(), valueAxis()],
      series: [
        {},
        ...shown.series.filter(isFaint).map(hasBars ? faintBar : faintLine),
        ...shown.series.filter(isPlain).map((_, index) => (hasBars ? bar(index) : line(index))),
      ],
      hooks: {
        setCursor: [({ cursor }) => onPoint(pointAt(cursor.idx ?? null))],
        draw: hasBars ? [drawValues] : [],
      },
    }
  }

  function line(index: number): uPlot.Series {
    const stroke = colour(`--series-${index + 1}`)
    return {
      stroke,
      width: LINE_WIDTH_PX,
      // Told apart without colour, too.
      ...(index > 0 && { dash: [6, 5] }),
      points: { show: false },
      ...(index === 0 && { fill: ({ ctx, bbox }) => area(ctx, bbox) }),
    }
  }

  function faintLine(): uPlot.Series {
    return {
      ...{ stroke: faintColour, width: FAINT_WIDTH_PX, points: { show: false } },
      ...{ dash: [2, 4], cap: 'round' as const },
    }
  }

  /** An outline behind the bars of its point. */
  function faintBar(): uPlot.Series {
    const { bars } = uPlot.paths
    return {
      ...{ stroke: faintColour, width: FAINT_WIDTH_PX, dash: [2, 4], points: { show: false } },
      ...(bars && { paths: bars({ size: FAINT_BAR_SIZE, radius: 0.2 }) }),
    }
  }

  /** The first series at the left of its point, the second at its right. */
  function bar(index: number): uPlot.Series {
    const stroke = colour(`--series-${index + 1}`)
    const { bars } = uPlot.paths
    return {
      ...{ stroke, fill: stroke, width: 0, points: { show: false } },
      ...(bars && { paths: bars({ align: index === 0 ? -1 : 1, size: BAR_SIZE, radius: 0.2 }) }),
    }
  }

  function drawValues(drawn: uPlot): void {
    const { ctx } = drawn
    const values = tallestOf(shown.series.filter(isPlain))
    const leftOf = (point: number) => drawn.valToPos(point, 'x')
    const texts = values.map(formatCount)
    const valued = valuedPoints(values, {
      pointWidth: leftOf(1) - leftOf(0),
      labelWidth: LETTER_WIDTH_PX * (Math.max(1, ...lengthsOf(texts)) + 1),
    })
    ctx.save()
    ctx.font = `600 ${13 * uPlot.pxRatio}px ${style.fontFamily}`
    ctx.fillStyle = textColour
    ctx.strokeStyle = groundColour
    ctx.lineWidth = VALUE_EDGE_PX * uPlot.pxRatio
    ctx.lineJoin = 'round'
    ctx.textAlign = 'center'
    ctx.textBaseline = 'bottom'
    for (const point of valued) {
      const top = drawn.valToPos(values[point] ?? 0, 'y', true) - VALUE_GAP_PX * uPlot.pxRatio
      const left = drawn.valToPos(point, 'x', true)
      const text = texts[point] ?? ''
      ctx.strokeText(text, left, top)
      ctx.fillText(text, left, top)
    }
    ctx.restore()
  }

  function area(ctx: CanvasRenderingContext2D, { top, height: tall }: uPlot.BBox): CanvasGradient {
    const gradient = ctx.createLinearGradient(0, top, 0, top + tall)
    for (const [stop, at] of areaColours.entries()) gradient.addColorStop(stop, at || 'transparent')
    return gradient
  }

  function pointAxis(): uPlot.Axis {
    return {
      font,
      stroke: colour('--text-3'),
      grid: { show: false },
      ticks: { show: false },
      size: 32,
      splits: ({ width }) =>
        labelledPoints(shown.labels.length, { width, labelWidth: widthOf(shown.labels) }),
      values: (_, points) => points.map((point) => shown.labels[point] ?? ''),
    }
  }

  function valueAxis(): uPlot.Axis {
    return {
      font,
      stroke: colour('--text-3'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      size: (_, values) => 14 + LETTER_WIDTH_PX * Math.max(1, ...lengthsOf(values ?? [])),
      splits: (_, _axis, _min, top) =>
        Array.from(
          { length: CHART_DIVISIONS + 1 },
          (_none, place) => (top / CHART_DIVISIONS) * place,
        ),
      values: (_, splits) => splits.map(formatCount),
    }
  }

  function pointAt(index: number | null): PointedAt | null {
    if (!plot || index === null || index >= shown.labels.length) return null
    return { index, left: plot.over.offsetLeft + plot.valToPos(index, 'x') }
  }
}

/** The cursor stands at points only; outside it is negative. */
function snap(plot: uPlot, left: number, top: number): [left: number, top: number] {
  return left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), 'x'), top]
}

const isFaint = (series: Series) => series.isFaint === true
const isPlain = (series: Series) => !isFaint(series)

/** What is only compared with does not say how the rest is drawn. */
export function isInBars({ series }: Pick<LineData, 'series'>): boolean {
  return isSparse(series.filter(isPlain))
}

/** What is drawn first stands behind. */
function dataOf({ labels, series }: LineData): uPlot.AlignedData {
  const drawn = [...series.filter(isFaint), ...series.filter(isPlain)]
  return [labels.map((_, index) => index), ...drawn.map(({ data }) => [...data])]
}

/** A single point stands in the middle; bars have room beside the first and the last. */
function rangeOfPoints(count: number, hasBars: boolean): uPlot.Range.MinMax {
  return hasBars || count === 1 ? [-1, count] : [0, Math.max(1, count - 1)]
}

function largestOf({ series }: LineData): number {
  return Math.max(0, ...tallestOf(series))
}

function widthOf(labels: readonly string[]): number {
  return LABEL_GAP_PX + LETTER_WIDTH_PX * Math.max(1, ...lengthsOf(labels))
}

function lengthsOf(texts: readonly string[]): number[] {
  return texts.map(({ length }) => length)
}
