import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every threat names a test that is there', async () => {
  const [, threats = ''] = (await readFile('docs/threat-model.md', 'utf8')).split('## Threats')
  const rows = threats.split('\n').filter((line) => line.startsWith('| '))
  expect(rows.length).toBeGreaterThan(40)
  for (const row of rows.slice(2)) {
    const [, path = '', title = ''] = /\| `(tests\/\S+)`: ([^|]+) \|$/.exec(row) ?? []
    expect(path, row).not.toBe('')
    expect(await readFile(path, 'utf8'), row).toContain(title)
  }
})
