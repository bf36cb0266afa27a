import type { PartReader, XlsxPackage } from './package.ts'

/** Shows the number of a cell by its style, as a person sees it. */
export type NumberText = (value: number, style: number) => string

const STYLES_LIMIT_BYTES = 64 * 1024 * 1024
/** Excel has no more. */
const MAX_STYLES = 65_490
/** Excel takes no longer format. */
const MAX_PATTERN_LENGTH = 255
const DAYS_UNTIL_1904 = 1_462
/** The built-in formats that follow the reader's own country. */
const localFormats: ReadonlyMap<number, string> = new Map([
  [14, 'dd/mm/yyyy'],
  [22, 'dd/mm/yyyy hh:mm'],
])
const general = /^(?:general|@)?$/i
/** From here on a spreadsheet cell is rather a phone or a code than an amount. */
const LONG_NUMBER = 1e9

/** Reads how numbers of each style are shown. */
export async function readNumberFormats(
  parts: PartReader,
  path: string | undefined,
  { isFrom1904, ...library }: Library & { readonly isFrom1904: boolean },
): Promise<NumberText> {
  const { styles, patterns } = await readStyles(parts, path)
  const patternOf = (id: number) =>
    localFormats.get(id) ?? patterns.get(id) ?? library.builtInFormat(id) ?? ''
  const shows = new Map<number, (value: number) => string>()
  return (value, style) => {
    const id = styles[style] ?? 0
    let show = shows.get(id)
    if (!show) {
      show = createShow(patternOf(id), { isFrom1904, ...library })
      shows.set(id, show)
    }
    return show(value)
  }
}

type Library = Pick<XlsxPackage, 'formatNumber' | 'isDateFormat' | 'builtInFormat'>

function createShow(
  pattern: string,
  {
    formatNumber,
    isDateFormat,
    isFrom1904,
  }: Omit<Library, 'builtInFormat'> & { readonly isFrom1904: boolean },
): (value: number) => string {
  const inGeneral = (value: number) =>
    Number.isInteger(value) ? wholeNumber(value) : formatNumber('General', value)
  if (general.test(pattern.trim())) return inGeneral
  if (isDateFormat(pattern)) {
    const shift = isFrom1904 ? DAYS_UNTIL_1904 : 0
    return (value) => shown(formatNumber(pattern, value + shift)) ?? inGeneral(value)
  }
  return (value) => {
    const text = shown(formatNumber(pattern, value))
    return text === undefined || losesDigits(text, value) ? inGeneral(value) : text
  }
}

/** A spreadsheet cuts long numbers short for want of room; the file has all of their digits. */
function wholeNumber(value: number): string {
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString()
}

/** Undefined for the hashes of what cannot be shown. */
function shown(text: string): string | undefined {
  return /^#+$/.test(text) ? undefined : text.trim()
}

/** Whether a long number is shown with other digits than its own: `6.2E+10`, or with decimals. */
function losesDigits(text: string, value: number): boolean {
  if (!Number.isInteger(value) || Math.abs(value) < LONG_NUMBER) return false
  const isWorded = /[^\dEe\s().,+/-]/.test(text)
  return !isWorded && text.replace(/\D/g, '') !== wholeNumber(Math.abs(value))
}

async function readStyles(parts: PartReader, path: string | undefined) {
  const styles: number[] = []
  const patterns = new Map<number, string>()
  if (path === undefined) return { styles, patterns }
  let isCells = false
  let id = 0
  let code = ''
  await parts.read(
    path,
    {
      open(name) {
        if (name === 'cellXfs') isCells = true
        if (name === 'xf' || name === 'numFmt') id = 0
        if (name === 'numFmt') code = ''
      },
      attribute(name, value) {
        if (name === 'numFmtId') id = Number(value)
        if (name === 'formatCode') code = value.length > MAX_PATTERN_LENGTH ? '' : value
      },
      text: () => undefined,
      close(name) {
        if (name === 'cellXfs') isCells = false
        if (name === 'xf' && isCells && styles.length < MAX_STYLES) styles.push(id)
        if (name === 'numFmt' && patterns.size < MAX_STYLES) patterns.set(id, code)
      },
    },
    { limitBytes: STYLES_LIMIT_BYTES },
  )
  return { styles, patterns }
}
