import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { ZipWriter } from '@zip.js/zip.js/index-native.js'

const ROWS_AT_ONCE = 2_000
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

/**
 * Writes contacts as Excel does: names in the table of shared texts, phones as numbers.
 * @returns its size in bytes
 */
export async function writeXlsxTable(
  path: string,
  {
    rows,
    name,
    phone,
  }: { rows: number; name: (row: number) => string; phone: (row: number) => number },
): Promise<number> {
  const zip = new ZipWriter(Writable.toWeb(createWriteStream(path)), { useWebWorkers: false })
  const add = (part: string, text: Iterable<string>) => zip.add(part, streamOf(text))
  const workbook = `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Contatos" sheetId="1" r:id="rId1"/></sheets></workbook>`
  await add('_rels/.rels', [relations([['officeDocument', 'xl/workbook.xml']])])
  await add('xl/workbook.xml', [workbook])
  await add('xl/_rels/workbook.xml.rels', [
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  ])
  const texts = ['nome', 'telefone', 'cidade', 'São Paulo']
  const textOf = (at: number) => `<si><t>${texts[at] ?? name(at - texts.length)}</t></si>`
  await add('xl/sharedStrings.xml', wrapped('sst', rows + texts.length, textOf))
  const shared = (cell: string, at: number) => `<c r="${cell}" t="s"><v>${at}</v></c>`
  const rowOf = (at: number) => {
    const line = at + 1
    if (at === 0) return `<row r="1">${shared('A1', 0)}${shared('B1', 1)}${shared('C1', 2)}</row>`
    const cells = `${shared(`A${line}`, at - 1 + texts.length)}<c r="B${line}"><v>${phone(at - 1)}</v></c>${shared(`C${line}`, 3)}`
    return `<row r="${line}" spans="1:3">${cells}</row>`
  }
  await add('xl/worksheets/sheet1.xml', wrapped('worksheet', rows + 1, rowOf, 'sheetData'))
  await zip.close()
  return (await stat(path)).size
}

function relations(all: readonly (readonly [type: string, target: string])[]): string {
  const each = all.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packaged}">${each.join('')}</Relationships>`
}

function* wrapped(root: string, count: number, partOf: (at: number) => string, inner?: string) {
  yield `<${root} xmlns="${main}">${inner === undefined ? '' : `<${inner}>`}`
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - from)
    yield Array.from({ length }, (_, at) => partOf(from + at)).join('')
  }
  yield `${inner === undefined ? '' : `</${inner}>`}</${root}>`
}

function streamOf(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = texts[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const next = iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
  })
}
