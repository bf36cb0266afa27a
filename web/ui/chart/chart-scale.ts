/** Horizontal lines above the one of zero. */
export const CHART_DIVISIONS = 5
/** Few messages are not drawn as tall as thousands. */
const MIN_TOP = 10

/** A division is one of these times a power of ten: numbers that read easily. */
const factors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The value of the uppermost line for counts of up to `largest`: every division is whole. */
export function scaleTop(largest: number): number {
  const least = Math.max(MIN_TOP, largest) / CHART_DIVISIONS
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = factors.map((factor) => factor * power)
  const step = steps.find((each) => each >= least && Number.isInteger(each)) ?? 10 * power
  return step * CHART_DIVISIONS
}

/** Points with something at them that a line would join by a slope that never was. */
const FEW_POINTS = 3

/** Whether so little happened, on a day or on three, that bars show it better than lines. */
export function isSparse(series: readonly { readonly data: readonly number[] }[]): boolean {
  const count = tallestOf(series).filter((value) => value > 0).length
  return count > 0 && count <= FEW_POINTS
}

/** The largest value of each point. */
export function tallestOf(series: readonly { readonly data: readonly number[] }[]): number[] {
  const length = Math.max(0, ...series.map(({ data }) => data.length))
  return Array.from({ length }, (_, point) =>
    Math.max(0, ...series.map(({ data }) => data[point] ?? 0)),
  )
}

/** The points whose value stands above them: the tallest, and others that are clear of it. */
export function valuedPoints(
  values: readonly number[],
  { pointWidth, labelWidth }: { readonly pointWidth: number; readonly labelWidth: number },
): number[] {
  const byHeight = [...values.keys()]
    .filter((point) => (values[point] ?? 0) > 0)
    .sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  const valued: number[] = []
  for (const point of byHeight) {
    const isClear = valued.every((other) => Math.abs(other - point) * pointWidth >= labelWidth)
    if (isClear) valued.push(point)
  }
  return valued
}

/** The points that get a label below the chart: the last one, and as many before it as fit. */
export function labelledPoints(
  count: number,
  { width, labelWidth }: { readonly width: number; readonly labelWidth: number },
): number[] {
  const room = Math.max(1, Math.floor(width / labelWidth))
  const step = Math.max(1, Math.ceil(count / room))
  const last = count - 1
  return Array.from(
    { length: Math.ceil(count / step) },
    (_, place) => last - place * step,
  ).reverse()
}
