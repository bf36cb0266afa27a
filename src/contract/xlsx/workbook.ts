import { AppError } from '../errors.ts'
import type { PartReader } from './package.ts'

/** Where a workbook keeps its sheets, and how it counts days. */
export type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly path: string }[]
  readonly stringsPath: string | undefined
  readonly stylesPath: string | undefined
  /** Days are counted from 1904, as on old Macs. */
  readonly isFrom1904: boolean
}

type Relation = { readonly id: string; readonly type: string; readonly target: string }

/** Lists of parts and sheets are short. */
const INDEX_LIMIT_BYTES = 4 * 1024 * 1024
const MAX_SHEETS = 1_000

/** @throws AppError `not_csv` for a file that is no spreadsheet, `xlsx_broken` for one without sheets */
export async function readWorkbook(parts: PartReader): Promise<Workbook> {
  const roots = await readRelations(parts, '_rels/.rels')
  const root = roots.find(({ type }) => type.endsWith('/officeDocument'))?.target
  const path = resolve('', root ?? 'xl/workbook.xml')
  if (!parts.has(path) || !path.endsWith('.xml')) throw new AppError('not_csv', `no ${path}`)
  const { folder, file } = split(path)
  const relations = await readRelations(parts, `${folder}_rels/${file}.rels`)
  const { sheets, isFrom1904 } = await readSheets(parts, path)
  const pathOf = (found: Relation | undefined) => found && resolve(folder, found.target)
  const ofType = (type: string) => pathOf(relations.find((one) => one.type.endsWith(`/${type}`)))
  const worksheets = sheets.flatMap(({ name, id, isHidden }) => {
    const found = relations.find((one) => one.id === id && one.type.endsWith('/worksheet'))
    const sheetPath = pathOf(found)
    return sheetPath && parts.has(sheetPath) ? [{ name, path: sheetPath, isHidden }] : []
  })
  if (worksheets.length === 0) throw new AppError('xlsx_broken', 'no sheets')
  const shown = worksheets.filter(({ isHidden }) => !isHidden)
  return {
    sheets: shown.length > 0 ? shown : worksheets,
    stringsPath: ofType('sharedStrings'),
    stylesPath: ofType('styles'),
    isFrom1904,
  }
}

async function readRelations(parts: PartReader, path: string): Promise<readonly Relation[]> {
  const found: Relation[] = []
  let one = new Map<string, string>()
  await parts.read(
    path,
    {
      open: () => {
        one = new Map()
      },
      attribute: (name, value) => one.set(name, value),
      text: () => undefined,
      close(name) {
        if (name !== 'Relationship' || found.length >= MAX_SHEETS) return
        const text = (key: string) => one.get(key) ?? ''
        found.push({ id: text('Id'), type: text('Type'), target: text('Target') })
      },
    },
    { limitBytes: INDEX_LIMIT_BYTES },
  )
  return found
}

async function readSheets(parts: PartReader, path: string) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let isFrom1904 = false
  let one = new Map<string, string>()
  await parts.read(
    path,
    {
      open: () => {
        one = new Map()
      },
      attribute: (name, value) => one.set(name, value),
      text: () => undefined,
      close(name) {
        if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(one.get('date1904') ?? '')
        if (name !== 'sheet' || sheets.length >= MAX_SHEETS) return
        const isHidden = /hidden/i.test(one.get('state') ?? '')
        sheets.push({ name: one.get('name') ?? '', id: one.get('id') ?? '', isHidden })
      },
    },
    { limitBytes: INDEX_LIMIT_BYTES },
  )
  return { sheets, isFrom1904 }
}

function split(path: string): { readonly folder: string; readonly file: string } {
  const at = path.lastIndexOf('/') + 1
  return { folder: path.slice(0, at), file: path.slice(at) }
}

/** A target as a path from the root of the package. */
function resolve(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}
