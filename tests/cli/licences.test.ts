import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Licences of code that may go into a program under the GPL 3. */
const compatible = new Set([
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'Unlicense'],
  ...['BlueOak-1.0.0', '(MIT OR CC0-1.0)', 'GPL-3.0', 'GPL-3.0-or-later', 'LGPL-3.0-or-later'],
])

test('ships the licence of every library that is laid into the program', () => {
  const text = readFileSync('dist/program/LICENCAS.txt', 'utf8')
  const found = [...text.matchAll(/^={80}\n(\S+) \S+ \((.+)\)\n\n(.*)$/gm)]
  const names = found.map(([, name]) => name)
  for (const name of ['hono', 'zod', 'commander', '@whiskeysockets/baileys']) {
    expect(names).toContain(name)
  }
  for (const [, name, licence = ''] of found) expect(compatible, name).toContain(licence)
})

test('ships the licence of every library that is laid into the console', () => {
  const found: readonly {
    readonly name: string
    readonly identifier: string
    readonly text: string
  }[] = JSON.parse(readFileSync('dist/web/.vite/license.json', 'utf8'))
  const names = found.map(({ name }) => name)
  for (const name of ['react', 'swr', 'uplot', '@fontsource-variable/inter']) {
    expect(names).toContain(name)
  }
  for (const { name, identifier, text } of found) {
    // The font's own licence, which allows it in a program under any other.
    expect([...compatible, 'OFL-1.1'], name).toContain(identifier)
    expect(text, name).not.toBe('')
  }
})
