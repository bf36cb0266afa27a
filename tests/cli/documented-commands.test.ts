import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Daemon, startDaemon } from '../support/daemon/daemon.ts'
import { aReaderOfDocuments } from '../support/documents/documented-life.ts'
import { linesOf } from '../support/documents/shell-blocks.ts'

/** Documented commands that are not run here, each with the reason. */
const notRun: ReadonlyMap<string, string> = new Map([
  ['npm ci', 'is how the machine came to this test'],
  ['npm test', 'runs this test'],
  ['npm run demo', 'is run by tests/cli/demo'],
  ['npm i -g ./disparo-0.1.0.tgz', 'needs the packed file, and writes to the whole machine'],
  ['disparo service install', 'needs systemd: its unit is checked by tests/cli/server'],
  ...[
    'nodes',
    'migrate --to --dry-run',
    'migrate --to',
    'migrate --from --data-dir /srv/de-volta',
  ].map((words) => [`disparo ${words}`, 'needs a database: tests/cli/cluster has one'] as const),
  ['disparo logs -n 50', "needs systemd's journal: tests/cli/status plays it"],
])

const guide = (await readFile('docs/guia/README.md', 'utf8'))
  .split('\n')
  .flatMap((line) => /\]\(([a-z-]+\.md)\)/.exec(line)?.[1] ?? [])
  .map((name) => `docs/guia/${name}`)

/** The commands of each run in their order, for a person who has nothing yet. */
const documents = [
  { name: 'the guide', paths: guide },
  { name: 'README.md', paths: ['README.md'] },
  { name: 'LEIAME.md', paths: ['LEIAME.md'] },
]

let daemon: Daemon
const left = new Set(notRun.keys())

beforeAll(async () => {
  daemon = await startDaemon({ flags: ['--simulator'] })
})

afterAll(async () => {
  await daemon.close()
  // Every command of `notRun` must still stand in a document.
  expect([...left]).toEqual([])
})

test.each(documents)('every command of $name does its work as written', async ({ paths }) => {
  const reader = await aReaderOfDocuments(daemon)
  const lines = (await Promise.all(paths.map((path) => linesOf(path, 'sh')))).flat()
  const refused: unknown[] = []
  for (const line of lines.filter(Boolean)) {
    if (notRun.has(line)) {
      left.delete(line)
      continue
    }
    const { code, said } = await reader.type(line)
    if (code !== 0) refused.push({ line, code, said })
  }
  expect(refused).toEqual([])
})
