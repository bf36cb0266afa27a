import { withoutTrailing } from '#contract/trailing.ts'

/**
 * How WhatsApp reads a text: `*bold*`, `_italic_`, `~strike~`, code in backticks, links, and lines
 * that are quotes or entries of a list. `at` is where a part begins, which tells parts apart.
 */

type Style = 'bold' | 'italic' | 'strike'

export type Inline =
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'mono'; readonly at: number; readonly text: string }
  | { readonly kind: Style; readonly at: number; readonly inside: readonly Inline[] }
  | { readonly kind: 'link'; readonly at: number; readonly text: string; readonly href: string }

export type Entry = { readonly at: number; readonly inside: readonly Inline[] }

export type Block =
  | { readonly kind: 'lines'; readonly at: number; readonly inside: readonly Inline[] }
  | { readonly kind: 'quote' | 'bullets'; readonly at: number; readonly entries: readonly Entry[] }
  | {
      readonly kind: 'numbers'
      readonly at: number
      readonly first: number
      readonly entries: readonly Entry[]
    }

type Line = { readonly at: number; readonly text: string }

const FENCE = '```'
const styles = new Map<string, Style>([
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strike'],
])
const letterOrDigit = /[\p{L}\p{N}]/u
const space = /\s/

/** The lines of a text, those that belong together joined. */
export function readMarkup(text: string): readonly Block[] {
  const blocks: Block[] = []
  for (const line of linesOf(text)) {
    const last = blocks.pop()
    if (last) blocks.push(...join(last, blockOf(line)))
    else blocks.push(blockOf(line))
  }
  return blocks
}

/** A text in one line, without its marks, for narrow places. */
export function plainTextOf(text: string): string {
  const entriesOf = (block: Block) => (block.kind === 'lines' ? [block] : block.entries)
  const lines = readMarkup(text).flatMap(entriesOf)
  const words = lines.map(({ inside }) => inside.map(lettersOf).join('')).join(' ')
  return words.replace(/\s+/g, ' ').trim()
}

function lettersOf(part: Inline): string {
  return 'inside' in part ? part.inside.map(lettersOf).join('') : part.text
}

/** Splits a text into lines, except inside a block of code. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    const end = text.startsWith(FENCE, at) ? text.indexOf(FENCE, at + FENCE.length + 1) : -1
    if (end !== -1) {
      at = end + FENCE.length
      continue
    }
    if (text[at] === '\n') {
      lines.push({ at: start, text: text.slice(start, at) })
      start = at + 1
    }
    at += 1
  }
  return [...lines, { at: start, text: text.slice(start) }]
}

function blockOf({ at, text }: Line): Block {
  const [, mark, digits, rest = ''] = /^(?:(>|[*-]) |(\d{1,3})\. )(.+)$/s.exec(text) ?? []
  if (mark === undefined && digits === undefined) {
    return { kind: 'lines', at, inside: readInline(text, at) }
  }
  const entries = [{ at, inside: readInline(rest, at + text.length - rest.length) }]
  if (digits !== undefined) return { kind: 'numbers', at, first: Number(digits), entries }
  return { kind: mark === '>' ? 'quote' : 'bullets', at, entries }
}

/** Neighbours of one kind are one block. */
function join(last: Block, next: Block): readonly Block[] {
  if (last.kind === 'lines' && next.kind === 'lines') {
    const lineBreak = { kind: 'text' as const, at: next.at - 1, text: '\n' }
    return [{ ...last, inside: [...last.inside, lineBreak, ...next.inside] }]
  }
  if (last.kind === 'lines' || next.kind === 'lines' || last.kind !== next.kind) return [last, next]
  return [{ ...last, entries: [...last.entries, ...next.entries] }]
}

/**
 * Links and e-mail addresses. A bare domain counts by its ending: `loja.com.br` is a link,
 * `fim.Depois` is not.
 */
const link =
  /https?:\/\/[^\s<>"]+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}|www\.[^\s<>"]+|(?:[a-z0-9-]{1,63}\.){1,5}(?:com|br|net|org|gov|edu|info|app|io|me|ly|co|gl|link|site|online|shop|store)(?![\w-])(?:\/[^\s<>"]*)?/iy
const trailing = ".,;:!?)]}'*_~"

/** The parts of one line. */
function readInline(text: string, offset: number): readonly Inline[] {
  const parts: Inline[] = []
  /** Marks whose end was not found: a later opener will not find it either. */
  const unclosed = new Set<string>()
  let plainFrom = 0
  let at = 0
  while (at < text.length) {
    const found =
      readCode(text, at) ?? readLink(text, at) ?? readStyled({ text, at, offset, unclosed })
    if (!found) {
      at += 1
      continue
    }
    if (at > plainFrom) parts.push(plain(text.slice(plainFrom, at), offset + plainFrom))
    parts.push({ ...found.part, at: offset + at })
    at = found.end
    plainFrom = at
  }
  if (plainFrom < text.length) parts.push(plain(text.slice(plainFrom), offset + plainFrom))
  return parts
}

type Found = { readonly part: Inline; readonly end: number }

function plain(text: string, at: number): Inline {
  return { kind: 'text', at, text }
}

function readCode(text: string, at: number): Found | undefined {
  if (text[at] !== '`') return undefined
  const fence = text.startsWith(FENCE, at) ? FENCE : '`'
  const start = at + fence.length
  const close = text.indexOf(fence, start)
  const code = text.slice(start, close)
  if (close === -1 || code.trim() === '') return undefined
  return { part: { kind: 'mono', at, text: code }, end: close + fence.length }
}

function readLink(text: string, at: number): Found | undefined {
  const before = text[at - 1] ?? ' '
  if (letterOrDigit.test(before) || '@._-/'.includes(before)) return undefined
  link.lastIndex = at
  const shown = withoutTrailing(link.exec(text)?.[0] ?? '', trailing)
  if (!shown) return undefined
  return { part: { kind: 'link', at, text: shown, href: hrefOf(shown) }, end: at + shown.length }
}

function hrefOf(shown: string): string {
  if (/^https?:\/\//i.test(shown)) return shown
  return shown.includes('@') && !shown.includes('/') ? `mailto:${shown}` : `https://${shown}`
}

/** A mark opens between a word's outside and its inside, and closes the other way round. */
function readStyled({
  text,
  at,
  offset,
  unclosed,
}: {
  readonly text: string
  readonly at: number
  readonly offset: number
  readonly unclosed: Set<string>
}): Found | undefined {
  const mark = text[at] ?? ''
  const kind = styles.get(mark)
  if (!kind || unclosed.has(mark) || letterOrDigit.test(text[at - 1] ?? ' ')) return undefined
  const start = at + 1
  if (space.test(text[start] ?? ' ') || text[start] === mark) return undefined
  const close = closeOf(text, mark, start + 1)
  if (close === -1) {
    unclosed.add(mark)
    return undefined
  }
  const inside = readInline(text.slice(start, close), offset + start)
  return { part: { kind, at, inside }, end: close + 1 }
}

function closeOf(text: string, mark: string, from: number): number {
  let at = text.indexOf(mark, from)
  while (at !== -1) {
    const isClosing = !space.test(text[at - 1] ?? ' ') && !letterOrDigit.test(text[at + 1] ?? ' ')
    if (isClosing) return at
    at = text.indexOf(mark, at + 1)
  }
  return -1
}
