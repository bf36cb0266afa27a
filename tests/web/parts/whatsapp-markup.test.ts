import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Block,
  type Inline,
  plainTextOf,
  readMarkup,
} from '../../../web/parts/whatsapp-text/whatsapp-markup.ts'

/** Markup as short text: `b(…)` for bold, `m(…)` for mono, `a(text>href)` for links. */
function outline(text: string): string {
  return readMarkup(text).map(ofBlock).join(' | ')
}

function ofBlock(block: Block): string {
  if (block.kind === 'lines') return ofInlines(block.inside)
  const first = block.kind === 'numbers' ? block.first : ''
  return `${block.kind}${first}[${block.entries.map(({ inside }) => ofInlines(inside)).join('; ')}]`
}

function ofInlines(parts: readonly Inline[]): string {
  return parts.map(ofInline).join('')
}

function ofInline(part: Inline): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'mono') return `m(${part.text})`
  if (part.kind === 'link') return `a(${part.text}>${part.href})`
  return `${part.kind[0]}(${ofInlines(part.inside)})`
}

/** Everything that a reader sees, without marks. */
function lettersOf(parts: readonly Inline[]): string {
  return parts.map((part) => ('inside' in part ? lettersOf(part.inside) : part.text)).join('')
}

test.each([
  ['*negrito*', 'b(negrito)'],
  ['_itálico_', 'i(itálico)'],
  ['~riscado~', 's(riscado)'],
  ['`código`', 'm(código)'],
  ['*_os dois_*', 'b(i(os dois))'],
  ['*um* e *outro*', 'b(um) e b(outro)'],
  ['(*entre parênteses*)', '(b(entre parênteses))'],
  ['*duas palavras*!', 'b(duas palavras)!'],
])('reads %s', (text, expected) => {
  expect(outline(text)).toBe(expected)
})

test.each([
  '2*3*4',
  'nome_do_arquivo',
  '* só isto',
  '*aberto',
  'um * dois * três',
  '** vazio **',
  '*termina *',
  '~ 5 ~',
  '*quebra\nde linha*',
  '``',
])('leaves %j as it is written', (text) => {
  expect(outline(text).replace('bullets[', '* ').replace(']', '')).toBe(text)
})

test('keeps the marks inside code', () => {
  expect(outline('`*não*` e ```_nem\naqui_```')).toBe('m(*não*) e m(_nem\naqui_)')
})

test('joins plain lines, with their empty ones', () => {
  expect(outline('um\n\ndois')).toBe('um\n\ndois')
})

test('reads quotes and lists, neighbours together', () => {
  expect(outline('Compre:\n- *pão*\n* leite\n\n1. um\n2. dois\n> disse')).toBe(
    'Compre: | bullets[b(pão); leite] |  | numbers1[um; dois] | quote[disse]',
  )
  expect(outline('3. três\n4. quatro')).toBe('numbers3[três; quatro]')
})

test.each([
  [
    'veja https://loja.com.br/a_b_c?x=1.',
    'veja a(https://loja.com.br/a_b_c?x=1>https://loja.com.br/a_b_c?x=1).',
  ],
  ['(www.loja.com)', '(a(www.loja.com>https://www.loja.com))'],
  ['loja.com.br/black', 'a(loja.com.br/black>https://loja.com.br/black)'],
  ['ana@loja.com.br', 'a(ana@loja.com.br>mailto:ana@loja.com.br)'],
  ['*https://loja.com*', 'b(a(https://loja.com>https://loja.com))'],
])('finds the links of %s', (text, expected) => {
  expect(outline(text)).toBe(expected)
})

test.each(['fim.Depois outro', 'R$ 1.500,00', 'javascript:alert(1)', '10.5.2026'])(
  'takes %s for no link',
  (text) => {
    expect(outline(text)).toBe(text)
  },
)

test('loses no letter, and ends for any text', () => {
  const piece = fc.constantFrom(
    '*',
    '_',
    '~',
    '`',
    '```',
    ' ',
    '\n',
    'a',
    'é',
    '1. ',
    '- ',
    '> ',
    '😀',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const seen = readMarkup(text)
        .flatMap((block) => (block.kind === 'lines' ? [block] : block.entries))
        .map(({ inside }) => lettersOf(inside))
        .join('')
      for (const letter of ['a', 'é', '😀']) {
        expect(seen.split(letter).length).toBe(text.split(letter).length)
      }
    }),
  )
})

// Where every mark were looked for anew, this would take minutes.
test('reads the longest text of unclosed marks', () => {
  expect(readMarkup('*a _b ~c `d '.repeat(5_400))).toHaveLength(1)
})

test('leaves nothing but the words where there is room for one line', () => {
  expect(plainTextOf('Oi! *Só _hoje_*: `10%` em loja.com.br')).toBe(
    'Oi! Só hoje: 10% em loja.com.br',
  )
  expect(plainTextOf('- um\n- dois\n\n3 * 4 = 12')).toBe('um dois 3 * 4 = 12')
})
