import { XLSX_STRINGS_LIMIT_BYTES } from '../limits.ts'
import { createCellText } from './cell-text.ts'
import type { PartReader } from './package.ts'

/** Reads the texts that cells refer to by number. */
export async function readSharedStrings(
  parts: PartReader,
  path: string | undefined,
): Promise<readonly string[]> {
  const texts: string[] = []
  if (path === undefined) return texts
  const cell = createCellText()
  await parts.read(
    path,
    {
      open(name) {
        if (name === 'si') cell.clear()
        cell.open(name)
      },
      attribute: () => undefined,
      text: cell.text,
      close(name) {
        cell.close(name)
        if (name === 'si') texts.push(cell.take())
      },
    },
    { limitBytes: XLSX_STRINGS_LIMIT_BYTES },
  )
  return texts
}
