/** Seconds as people write them, with a comma or a point; NaN where it is no number. */
export function readSeconds(interval: string): number {
  const text = interval.trim().replace(',', '.')
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN
}
