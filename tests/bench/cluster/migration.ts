import { spawnSync } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { join } from 'node:path'
import { program, startDaemon, temporaryFolder } from '../../support/daemon/daemon.ts'
import { phones, registerUser, type User } from '../../support/daemon/user.ts'
import { startPostgres } from '../../support/storage/postgres-server.ts'
import { fillFolder } from '../full-folder.ts'
import { fixed, print } from '../stage.ts'

/** This many people in lists, and this many sends of campaigns. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const LIST_LENGTH = 50_000
const SENDS_EACH = 1_000

type Named = { readonly id: string }

/**
 * Migrates a data folder to PostgreSQL and back: measures how long, and checks that all of it came
 * back.
 */
export async function migration(): Promise<void> {
  const [folder, postgres] = [await temporaryFolder('migration'), await startPostgres()]
  try {
    const there = join(folder.path, 'data')
    const back = join(folder.path, 'back')
    const person = await fill(there)
    const before = await digestOf(there, person)
    print(`${ROWS} people in lists, ${ROWS} sends`)
    const toSeconds = migrate('--to', postgres.url, '--data-dir', there)
    print(`from the folder to PostgreSQL: ${perSecond(toSeconds)}`)
    const fromSeconds = migrate('--from', postgres.url, '--data-dir', back)
    print(`from PostgreSQL to a folder: ${perSecond(fromSeconds)}`)
    const after = await digestOf(back, person)
    print(
      `lists and sends as the daemon tells them, before and afterwards: ` +
        `${before === after ? 'the same' : 'NOT THE SAME'} (${after.slice(0, 16)})`,
    )
  } finally {
    await postgres.stop()
    await folder.remove()
  }
}

async function fill(dataDir: string): Promise<User> {
  const daemon = await startDaemon({ dataDir })
  const user = await registerUser(daemon.url())
  for (let place = 0; place * LIST_LENGTH < ROWS; place += 1) {
    const people = phones(LIST_LENGTH, place + 1)
    await user.post('/api/contacts', {
      name: `Lista ${place}`,
      contatos: people.map((phone, row) => ({ name: `Pessoa ${row}`, phone })),
    })
  }
  await daemon.stop()
  const campaignCount = Math.ceil(ROWS / SENDS_EACH)
  const sizes = { campaignCount, sentCampaignCount: campaignCount, sendsEach: SENDS_EACH }
  await fillFolder(dataDir, { userId: user.id, ...sizes })
  return user
}

/** @returns seconds */
function migrate(...args: readonly string[]): number {
  const startedAt = performance.now()
  const command = [program, 'migrate', ...args]
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return (performance.now() - startedAt) / 1_000
}

/** A digest of every list and every send, in the order of their pages. */
async function digestOf(dataDir: string, person: User): Promise<string> {
  const daemon = await startDaemon({ dataDir })
  try {
    const user = person.at(daemon.url())
    const hash = createHash('sha256')
    await addAll(hash, user, { at: '/api/contacts', of: (id) => `/api/contacts/${id}` })
    await addAll(hash, user, { at: '/api/campaigns', of: (id) => `/api/campaigns/${id}/sends` })
    return hash.digest('hex')
  } finally {
    await daemon.stop()
  }
}

async function addAll(
  hash: Hash,
  user: User,
  { at, of }: { readonly at: string; readonly of: (id: string) => string },
): Promise<void> {
  const all = await user.get<readonly Named[]>(at)
  for (const { id } of all) hash.update(JSON.stringify(await user.get(of(id))))
}

function perSecond(seconds: number): string {
  return `${fixed(seconds)} s, ${fixed((2 * ROWS) / seconds, 0)} rows a second`
}
