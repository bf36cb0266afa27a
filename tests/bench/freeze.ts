import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openContactLists } from '../../src/storage/contacts/contact-lists.ts'
import { temporaryFolder } from '../support/daemon/daemon.ts'
import { fixed, print } from './stage.ts'

const SIZES = (process.env.FREEZE_CONTACTS ?? '100000,1000000').split(',').map(Number)
const FIRST_PHONE = 5_511_900_000_000
const BATCH = 1_000
const at = '2026-01-15T12:00:00.000Z'

/**
 * Measures the start of a campaign with a large list: time, memory, and how long it blocks the
 * loop.
 */
export async function freeze(): Promise<void> {
  for (const contactCount of SIZES) {
    const folder = await temporaryFolder('freeze')
    await writeList(folder.path, contactCount)
    for (const variantCount of [0, 5]) freezeOnce(folder.path, { contactCount, variantCount })
    await folder.remove()
  }
}

function freezeOnce(
  dir: string,
  { contactCount, variantCount }: Record<'contactCount' | 'variantCount', number>,
): void {
  const script = fileURLToPath(new URL('./processes/freeze-process.js', import.meta.url))
  const { stdout, status, signal } = spawnSync(
    process.execPath,
    [script, dir, 'user', 'list', String(variantCount)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (status !== 0) {
    print(`${contactCount} contacts: the process died (${signal ?? status})`)
    return
  }
  const found: Record<
    'recipientCount' | 'ms' | 'blockMs' | 'ownBlockMs' | 'before' | 'peak',
    number
  > = JSON.parse(stdout)
  const bytesEach = ((found.peak - found.before) * 1_024 * 1_024) / contactCount
  print(
    `${found.recipientCount} contacts, ${1 + variantCount} texts: frozen in ` +
      `${fixed(found.ms / 1_000)} s, RSS from ` +
      `${fixed(found.before, 0)} to ${fixed(found.peak, 0)} MB (${fixed(bytesEach, 0)} bytes each), ` +
      `event loop at most ${fixed(found.blockMs)} ms, ` +
      `${fixed(found.ownBlockMs)} ms of it its own processor time`,
  )
}

async function writeList(dir: string, contactCount: number): Promise<void> {
  const lists = await openContactLists({ dir })
  await lists.create(
    'user',
    { id: 'list', name: 'Lista', createdAt: at },
    { contacts: batches(), onDuplicate: 'keep' },
  )

  async function* batches() {
    for (let from = 0; from < contactCount; from += BATCH) {
      yield Array.from({ length: Math.min(BATCH, contactCount - from) }, (_, place) => ({
        name: `Maria da Silva ${from + place}`,
        phone: String(FIRST_PHONE + from + place),
        fields: { cidade: 'São Paulo', pedido: String(from + place) },
        createdAt: at,
        origin: 'csv' as const,
      }))
    }
  }
}
