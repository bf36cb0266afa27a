import { expect, test } from 'vitest'
import { openSlashAt } from '../../../../../../web/screens/chat/thread/templates/open-slash.ts'

/** A text whose caret is the bar. */
const openIn = (written: string) => openSlashAt(written.replace('|', ''), written.indexOf('|'))

test.each([
  ['/|', { from: 0, search: '' }],
  ['/boas|', { from: 0, search: 'boas' }],
  ['  /pix|', { from: 2, search: 'pix' }],
  ['Oi!\n/pix|', { from: 4, search: 'pix' }],
  ['/boas vindas|', { from: 0, search: 'boas vindas' }],
  ['/pi|x', { from: 0, search: 'pi' }],
])('behind %j a template is looked for', (written, expected) => {
  expect(openIn(written)).toEqual(expected)
})

test.each(['|/', 'e/ou|', 'Oi /pix|', '1/2|', '/ |', '//|', '/a/b|', 'https://loja|', '|'])(
  'behind %j a slash is a slash',
  (written) => {
    expect(openIn(written)).toBeNull()
  },
)
