import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/index-native.js'

/** A cell as the XML of a sheet has it: a text, a number with a style, or an element of its own. */
export type Cell =
  | string
  | number
  | readonly [value: number, style: number]
  | { readonly xml: string }
type Sheet = {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
  readonly state?: string
}

type Options = {
  /** Number formats of the styles 1, 2, … */
  readonly formats?: readonly string[]
  readonly isFrom1904?: boolean
  readonly password?: string
  /** Parts that take the place of those that would be written; null leaves one out. */
  readonly parts?: Readonly<Record<string, string | null>>
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A spreadsheet as programs write it, with its texts in a table of their own. */
export async function anXlsx(
  sheets: readonly Sheet[],
  { formats = [], isFrom1904 = false, password, parts = {} }: Options = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const strings = new Map<string, number>()
  const all: Record<string, string | null> = {
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheets, isFrom1904),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': styles(formats),
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows, strings)]),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${[...strings.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  }
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    ...(password === undefined ? {} : { password }),
  })
  for (const [path, xml] of Object.entries(all)) {
    if (xml !== null) await zip.add(path, new TextReader(xml))
  }
  return new Uint8Array(await zip.close())
}

/** One sheet with these rows. */
export function aSheet(rows: Sheet['rows'], options?: Options) {
  return anXlsx([{ name: 'Plan1', rows }], options)
}

function relations(all: readonly (readonly [type: string, target: string])[]): string {
  const each = all.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packaged}">${each.join('')}</Relationships>`
}

function workbook(sheets: readonly Sheet[], isFrom1904: boolean): string {
  const each = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  )
  const days = isFrom1904 ? '<workbookPr date1904="1"/>' : ''
  return `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${main}" xmlns:r="${office}">${days}<sheets>${each.join('')}</sheets></workbook>`
}

function styles(formats: readonly string[]): string {
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`,
  )
  const each = formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)
  return `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${each.join('')}<xf numFmtId="14"/><xf numFmtId="11"/></cellXfs></styleSheet>`
}

function sheetXml(rows: Sheet['rows'], strings: Map<string, number>): string {
  const each = rows.map((cells, row) => {
    const inside = cells.map((cell, column) =>
      cellXml(cell, `${letters(column)}${row + 1}`, strings),
    )
    return cells.length === 0 ? '' : `<row r="${row + 1}">${inside.join('')}</row>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${each.join('')}</sheetData></worksheet>`
}

function cellXml(cell: Cell, place: string, strings: Map<string, number>): string {
  if (typeof cell === 'string') {
    if (cell === '') return ''
    if (!strings.has(cell)) strings.set(cell, strings.size)
    return `<c r="${place}" t="s"><v>${strings.get(cell)}</v></c>`
  }
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if ('xml' in cell) return cell.xml
  return `<c r="${place}" s="${cell[1]}"><v>${cell[0]}</v></c>`
}

function letters(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
