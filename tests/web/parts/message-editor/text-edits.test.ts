import { expect, test } from 'vitest'
import {
  completeVariable,
  type Mark,
  openVariableAt,
  toggleMark,
  withFallback,
} from '../../../../web/parts/message-editor/text-edits.ts'
import type { TextEdit } from '../../../../web/ui/forms/text-edit.ts'

/** A text whose marked part stands between bars: `Oi, |Ana|!`. */
function marked(written: string) {
  const [before = '', inside = '', after = ''] = written.split('|')
  return { text: before + inside + after, start: before.length, end: before.length + inside.length }
}

function shown(text: string, { from, to, insert, select: [start, end] }: TextEdit): string {
  const whole = text.slice(0, from) + insert + text.slice(to)
  return `${whole.slice(0, start)}|${whole.slice(start, end)}|${whole.slice(end)}`
}

test.each<[string, Mark, string]>([
  ['Oi, |Ana|!', '*', 'Oi, *|Ana|*!'],
  ['Oi,| Ana |!', '*', 'Oi, *|Ana|* !'],
  ['Oi, *|Ana|*!', '*', 'Oi, |Ana|!'],
  ['Oi, |*Ana*|!', '*', 'Oi, |Ana|!'],
  ['Oi, *|Ana|*!', '_', 'Oi, *_|Ana|_*!'],
  ['Oi ||', '~', 'Oi ~||~'],
  ['Oi ~||~', '~', 'Oi ||'],
])('%s with %s becomes %s', (written, mark, expected) => {
  const selection = marked(written)
  expect(shown(selection.text, toggleMark(selection, mark))).toBe(expected)
})

test.each([
  ['Oi {', { from: 3, begun: '' }],
  ['Oi {Primeiro No', { from: 3, begun: 'primeiro_no' }],
  ['Oi {nome}', null],
  ['Oi {nome|', null],
  ['Oi \\{nome', null],
  ['Oi {\n', null],
  ['Oi nome', null],
])('in %j the variable being written is %j', (text, expected) => {
  expect(openVariableAt(text, text.length)).toEqual(expected)
})

test('a variable is completed in place of what is there of it, with its brace', () => {
  const at = (text: string, caret: number) => {
    const open = openVariableAt(text, caret)
    if (!open) throw new Error('no variable is being written')
    return shown(text, completeVariable(text, open, { caret, name: 'cidade' }))
  }
  expect(at('Em {ci!', 6)).toBe('Em {cidade}||!')
  expect(at('Em {ci}!', 6)).toBe('Em {cidade}||!')
})

test('a fallback goes to every place of its variable that has none', () => {
  const text = 'Oi {Primeiro Nome}, {nome|você}, \\{primeiro_nome}: {primeiro_nome}'
  expect(withFallback(text, '{primeiro_nome}', 'cliente')).toBe(
    'Oi {Primeiro Nome|cliente}, {nome|você}, \\{primeiro_nome}: {primeiro_nome|cliente}',
  )
})
