import { AppError } from '../errors.ts'

/** Excel allows 32,767 characters in a cell; escapes take some more. */
const MAX_LENGTH = 256 * 1024
/** How a character that XML cannot hold is written. */
const escaped = /_x([0-9a-f]{4})_/gi

/** Gathers the text of a cell, which may be in runs of different looks. */
export function createCellText() {
  let gathered = ''
  let isText = false
  /** Inside the reading aid of East Asian texts, which nobody sees in the cell. */
  let isAid = false
  return { open, text, close, clear, take }

  function open(name: string): void {
    if (name === 't') isText = !isAid
    if (name === 'rPh') isAid = true
  }

  function text(piece: string): void {
    if (!isText) return
    gathered += piece
    if (gathered.length > MAX_LENGTH) throw new AppError('xlsx_broken', 'a long text')
  }

  function close(name: string): void {
    if (name === 't') isText = false
    if (name === 'rPh') isAid = false
  }

  function clear(): void {
    gathered = ''
    isText = false
    isAid = false
  }

  function take(): string {
    const whole = unescaped(gathered)
    gathered = ''
    return whole
  }
}

/** Puts back the characters that XML cannot hold. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
