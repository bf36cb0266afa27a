import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { aCluster, type Cluster } from '../../support/daemon/cluster.ts'
import { watchSessions } from '../../support/daemon/sessions.ts'
import { registerUser, type User } from '../../support/daemon/user.ts'
import { fixed, median, print, quantile } from '../stage.ts'

const DEVICES = Number(process.env.BENCH_DEVICES ?? 200)
const DEVICES_EACH = 4
const NODES = 3
const LANES = 6
const PAIRINGS = 3
const FIRST_PHONE = 5_561_980_000_000
const LOOK_MS = 50

type Sessions = ReturnType<typeof watchSessions>

/** Measures many devices on three nodes, of which one dies, and another one ends as it should. */
export async function failover(): Promise<void> {
  const cluster = await aCluster('failover', { nodes: NODES })
  const sessions = watchSessions({ control: cluster.control, nodes: cluster.nodes })
  try {
    await pairAll(cluster)
    const [dying, ending] = cluster.nodes
    if (!dying || !ending) throw new Error('there are too few nodes')
    await comeBack(sessions, {
      what: 'kill -9',
      devices: devicesAt(sessions, dying),
      act: dying.kill,
    })
    await dying.restartInPlace()
    const count = await accountsAt(cluster, ending.url())
    const startedAt = performance.now()
    const ended = ending.stop()
    while ((await accountsAt(cluster, ending.url())) > 0) await pause(LOOK_MS)
    const givenBack = (performance.now() - startedAt) / 1_000
    while ((await accountsWithoutHome(cluster)) > 0) await pause(LOOK_MS)
    const moved = (performance.now() - startedAt) / 1_000
    await ended
    print(
      `SIGTERM: ${count} accounts given back in ${fixed(givenBack)} s, ` +
        `${fixed(count / givenBack)} a second; at home elsewhere in ${fixed(moved)} s, ` +
        `${fixed(count / moved)} a second`,
    )
  } finally {
    await sessions.stop()
    await cluster.close()
  }
}

async function pairAll(cluster: Cluster): Promise<void> {
  const startedAt = performance.now()
  const left = Array.from({ length: Math.ceil(DEVICES / DEVICES_EACH) }, (_, place) => place)
  const lane = async () => {
    for (let place = left.shift(); place !== undefined; place = left.shift()) {
      const user = await registerUser(cluster.nodes[place % NODES]?.url() ?? '')
      for (let slot = 0; slot < DEVICES_EACH; slot += 1) {
        await pair(user, cluster, String(FIRST_PHONE + place * DEVICES_EACH + slot))
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  print(
    `${DEVICES} devices of ${Math.ceil(DEVICES / DEVICES_EACH)} accounts on ${NODES} nodes, ` +
      `paired in ${fixed((performance.now() - startedAt) / 1_000)} s`,
  )
}

/** Asks for the code again where the account moves meanwhile, as its owner would. */
async function pair(user: User, { control }: Cluster, phone: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await user.pair(control, phone)
      return
    } catch (error) {
      if (attempt === PAIRINGS) throw error
    }
  }
}

function devicesAt(sessions: Sessions, node: Cluster['nodes'][number]): readonly string[] {
  const all = new Set(sessions.list().map(({ phone }) => phone))
  return [...all].filter((phone) => sessions.last(phone)?.node === node)
}

async function comeBack(
  sessions: Sessions,
  {
    what,
    devices,
    act,
  }: {
    readonly what: string
    readonly devices: readonly string[]
    readonly act: () => Promise<void>
  },
): Promise<void> {
  const atMs = Date.now()
  await act()
  const isBack = (phone: string) => (sessions.last(phone)?.seenAtMs ?? 0) > atMs
  while (!devices.every(isBack)) await pause(LOOK_MS)
  const away = devices.map((phone) => ((sessions.last(phone)?.seenAtMs ?? 0) - atMs) / 1_000)
  print(
    `${what} of one node: its ${devices.length} devices are back in ${fixed(median(away))} s ` +
      `in the middle, all in ${fixed(quantile(away, 1))} s`,
  )
}

async function accountsAt(cluster: Cluster, url: string): Promise<number> {
  return count(cluster, `select from leases join nodes using (term) where url = $1`, [url])
}

async function accountsWithoutHome(cluster: Cluster): Promise<number> {
  return count(cluster, `select from leases where term not in (select term from nodes)`, [])
}

async function count(
  { postgres }: Cluster,
  query: string,
  values: readonly string[],
): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query(query, [...values])).rowCount ?? 0
  } finally {
    await client.end()
  }
}
