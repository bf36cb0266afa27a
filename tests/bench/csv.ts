import { execFileSync } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { fixed, median, print, residentMegabytes } from './stage.ts'
import { writeXlsxTable } from './xlsx-table.ts'

const ROWS = 1_000_000
const ROUNDS = 3
const WATCH_MS = 50

const bareScript = fileURLToPath(new URL('./processes/bare-csv.js', import.meta.url))

/**
 * Measures an import of a million rows through the daemon, against csv-parse alone on the same
 * file, and of the same rows as a spreadsheet.
 */
export async function csv(): Promise<void> {
  const folder = await temporaryFolder('csv')
  const daemon = await startDaemon({ dataDir: `${folder.path}/data` })
  try {
    const user = await registerUser(daemon.url())
    const path = join(folder.path, 'contatos.csv')
    const bytes = await writeTable(path)
    print(`${ROWS} rows, ${fixed(bytes / 1024 / 1024)} MB`)
    await remove(user, await importFile(user, path))
    const ratios: number[] = []
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(daemon.pid()))
    }, WATCH_MS)
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = bareMs(path)
      const imported = await importFile(user, path)
      ratios.push(imported.ms / bare)
      print(`csv-parse alone ${fixed(bare, 0)} ms, import ${fixed(imported.ms, 0)} ms`)
      await remove(user, imported)
    }
    clearInterval(watch)
    print(`ratio ${fixed(median(ratios), 2)} (aim 2), peak RSS ${fixed(peak)} MB`)
    await xlsx({ user, pid: daemon.pid(), folder: folder.path })
    await importFile(user, path)
    await search(user)
  } finally {
    await daemon.stop()
    await folder.remove()
  }
}

/** The same table as a spreadsheet. */
async function xlsx({ user, pid, folder }: { user: User; pid: number; folder: string }) {
  const path = join(folder, 'contatos.xlsx')
  const bytes = await writeXlsxTable(path, {
    rows: ROWS,
    name: (row) => `Maria da Conceição ${row}`,
    phone: (row) => Number(`119${10_000_000 + row}`),
  })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid))
  }, WATCH_MS)
  const all: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const imported = await importFile(user, path)
    all.push(imported.ms)
    await remove(user, imported)
  }
  clearInterval(watch)
  const size = `${fixed(bytes / 1024 / 1024)} MB`
  print(`as .xlsx (${size}): import ${fixed(median(all), 0)} ms, peak RSS ${fixed(peak)} MB`)
}

async function writeTable(path: string): Promise<number> {
  const file = await open(path, 'w')
  let bytes = 0
  try {
    for (let from = 0; from < ROWS; from += 10_000) {
      const lines = Array.from({ length: 10_000 }, (_, place) => lineOf(from + place))
      const text = `${from === 0 ? 'nome,telefone,cidade\n' : ''}${lines.join('')}`
      bytes += (await file.write(text)).bytesWritten
    }
  } finally {
    await file.close()
  }
  return bytes
}

function lineOf(index: number): string {
  return `Maria da Conceição ${index},119${String(10_000_000 + index)},São Paulo\n`
}

function bareMs(path: string): number {
  const { ms, rows }: { ms: number; rows: number } = JSON.parse(
    execFileSync(process.execPath, [bareScript, path], { encoding: 'utf8' }),
  )
  if (rows !== ROWS + 1) throw new Error(`${rows} rows were read`)
  return ms
}

type Imported = { readonly id: string; readonly ms: number }

async function importFile(user: User, path: string): Promise<Imported> {
  const form = new FormData()
  form.set('name', 'Um milhão')
  form.set('file', await openAsBlob(path), basename(path))
  const startedAt = performance.now()
  const response = await user.raw('/api/contacts/import', { method: 'POST', body: form })
  const report: { id: string; added: number } = await response.json()
  const ms = performance.now() - startedAt
  if (report.added !== ROWS) throw new Error(`${response.status}: ${report.added} rows were added`)
  return { id: report.id, ms }
}

function remove(user: User, { id }: Imported): Promise<unknown> {
  return user.remove(`/api/contacts/${id}`)
}

/** Searches for the first contact, for others further down, and for one that is missing. */
async function search(user: User): Promise<void> {
  for (const q of ['conceicao 0', `conceicao ${ROWS - 1}`, '(11) 91099-9999', 'ninguém']) {
    const all: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now()
      const found = await user.get<unknown[]>(
        `/api/contacts?preview=3&limit=24&q=${encodeURIComponent(q)}`,
      )
      all.push(performance.now() - startedAt)
      if (found.length !== (q === 'ninguém' ? 0 : 1))
        throw new Error(`${found.length} lists for ${q}`)
    }
    print(`search for “${q}” in the list: ${fixed(median(all), 0)} ms`)
  }
}
