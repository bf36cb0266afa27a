import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../../src/simulator/world/random.ts'
import { aCluster, type Cluster } from '../../support/daemon/cluster.ts'
import { createMisfortunes, type Harm, type Misfortune } from '../../support/daemon/misfortunes.ts'
import { watchSessions } from '../../support/daemon/sessions.ts'
import { CallError, phones, registerUser, type User, until } from '../../support/daemon/user.ts'
import { aSocket } from '../../support/http/listening-socket.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

/**
 * Three nodes over one database, and what befalls them while campaigns run. All of it on demand:
 * `CLUSTER_KILLS=60 npx vitest run --project e2e tests/e2e/cluster/chaos` (`npm run build` before)
 * kills 60 times, freezes and cuts off a third as often, and restarts PostgreSQL 5 times, while six
 * campaigns write to 5,000 people each; it takes about an hour. `CLUSTER_PEOPLE` writes to so many,
 * `CLUSTER_INTERVAL` at another pace, in seconds, and `CLUSTER_SEED` draws other moments.
 */
const { CLUSTER_KILLS, CLUSTER_PEOPLE, CLUSTER_INTERVAL, CLUSTER_SEED = '1' } = process.env
const KILLS = Number(CLUSTER_KILLS ?? 1)
const isShort = CLUSTER_KILLS === undefined
const PEOPLE = Number(CLUSTER_PEOPLE ?? (isShort ? 40 : 5_000))
/** Seconds between messages, so that all misfortunes happen in the middle of a campaign. */
const INTERVAL_SECONDS = Number(CLUSTER_INTERVAL ?? (isShort ? 1 : 0.5))
/** At least one account for each node. */
const ACCOUNTS = isShort ? 3 : 6
const DEVICES_EACH = 2
const RESTARTS = 5
const ROUND_LIMIT_MS = 300_000
/** Covers the rest of the campaigns after the last misfortune, and the moves of the accounts. */
const END_LIMIT_MS = 900_000 + PEOPLE * INTERVAL_SECONDS * 1_000

type Owner = { readonly user: User; readonly campaignId: string; readonly audience: string[] }

const random = createRandom(Number(CLUSTER_SEED))
let cluster: Cluster
let sessions: ReturnType<typeof watchSessions>

beforeAll(async () => {
  cluster = await aCluster('chaos', { nodes: 3, env: { DISPARO_GATEWAY_SOCKET: 'sim' } })
  sessions = watchSessions({ control: cluster.control, nodes: cluster.nodes })
}, 240_000)

afterAll(async () => {
  await sessions?.stop()
  await cluster?.close()
})

test('any node answers any call of an account, wherever it is at home', async () => {
  const user = await registerUser(urlOf(0))
  const contatos = await user.at(urlOf(1)).createList(phones(3, ACCOUNTS))
  for (const { url } of cluster.nodes) {
    const list = await user.at(url()).get(`/api/contacts/${contatos}`)
    expect(list).toMatchObject({ id: contatos })
  }
})

test('what a contact sent is opened at any node, wherever its device is at home', async () => {
  const device = `5561988880${101 + ACCOUNTS * 10}`
  const user = await registerUser(urlOf(0))
  await user.pair(cluster.control, device)
  const bytes = randomBytes(200_000)
  const file = { kind: 'document' as const, bytes: bytes.toString('base64'), name: 'Preços.pdf' }
  const { messageId } = await cluster.control.sendInbound({
    ...{ from: '5511970000650', to: device, text: '' },
    file: { ...file, mimeType: 'application/pdf' },
  })
  await until(
    () => user.get<object[]>(`/api/webhook-messages?instance=${device}&remote_jid=5511970000650`),
    (messages) => messages.length === 1,
  )
  const address = `/api/chats/media?instance=${device}&message_id=${messageId}`
  for (const { url } of cluster.nodes) {
    const opened = await user.at(url()).raw(address)
    expect([opened.status, Buffer.from(await opened.arrayBuffer()).equals(bytes)]).toEqual([
      ...[200, true],
    ])
  }
  // The file is asked of the phone, which only the account's node reaches.
  await cluster.control.setFaults({ failDownloads: { status: 410, count: 1 } })
  for (const { url } of cluster.nodes.slice(0, 2)) {
    expect((await user.at(url()).raw(address)).status).toBe(200)
  }
})

test(
  'a socket receives the events of its account whichever node holds it, and goes on when that node dies',
  async () => {
    const phone = `5561988880${100 + ACCOUNTS * 10}`
    const user = await registerUser(urlOf(0))
    await user.pair(cluster.control, phone)
    const { devices } = await user.get<{ devices: { node: string }[] }>('/api/whatsapp/devices')
    const home = cluster.nodes[Number(devices[0]?.node.slice('no-'.length)) - 1]
    const [other, third] = cluster.nodes.filter((node) => node !== home)
    if (!home || !other || !third) throw new Error('the account is nowhere')
    const { socket, heard, answer } = aSocket(other.url(), { auth: { apikey: user.apikey } })
    expect(await answer()).toBeNull()
    const polled = '/socket.io/?EIO=4&transport=polling'
    const { sid } = JSON.parse((await (await fetch(`${other.url()}${polled}`)).text()).slice(1))
    const posted = () => fetch(`${third.url()}${polled}&sid=${sid}`, { method: 'POST' })
    // A node that has just begun may not know the other one yet.
    await until(
      async () => (await posted()).status,
      (status) => status === 200,
    )
    const hears = async (text: string) => {
      await cluster.control.sendInbound({ from: '5511970000651', to: phone, text })
      return heard.some(({ body }) => JSON.stringify(body.data).includes(text))
    }
    await until(() => hears('Ainda tem?'), Boolean)
    await home.kill()
    await user.at(other.url()).waitForStatus(phone, 'connected')
    // A contact who has written before goes on in the existing session.
    await until(() => hears('E agora?'), Boolean)
    expect(socket.connected).toBe(true)
    await home.restartInPlace()
  },
  PATIENCE_MS * 2,
)

test(
  'nodes that die, sleep or lose their database skip nobody and write to nobody under two ids',
  async () => {
    const owners = await Promise.all(Array.from({ length: ACCOUNTS }, (_, place) => anOwner(place)))
    const all = owners.flatMap((_, place) => devicesOf(place))
    const { befall } = createMisfortunes({ cluster, sessions, random, phones: all })
    const harms: Harm[] = []
    for (const round of isShort ? shortLife : longLife()) {
      if (!(await isAnyRunning(owners))) break
      harms.push(...(await befall(round)))
    }
    for (const owner of owners) await checkEnd(owner)
    await checkReceived(owners)
    await report(harms)
    expect(sessions.strays()).toEqual([])
  },
  END_LIMIT_MS + KILLS * ROUND_LIMIT_MS,
)

const shortLife: readonly (readonly Misfortune[])[] = [
  ['kill', 'freeze'],
  ['cut', 'restart'],
]

/** Draws misfortunes in the seed's order, one or two at a time, so that one node always stays. */
function longLife(): readonly (readonly Misfortune[])[] {
  const each = Math.ceil(KILLS / 3)
  const all = [
    ...Array.from({ length: KILLS }, () => 'kill' as const),
    ...Array.from({ length: each }, () => 'freeze' as const),
    ...Array.from({ length: each }, () => 'cut' as const),
    ...Array.from({ length: RESTARTS }, () => 'restart' as const),
  ]
  const drawn = all
    .map((kind) => ({ kind, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ kind }) => kind)
  const rounds: Misfortune[][] = []
  while (drawn.length > 0) {
    const isSameDatabase = drawn[0] === 'restart' && drawn[1] === 'restart'
    rounds.push(drawn.splice(0, isSameDatabase || random() < 0.5 ? 1 : 2))
  }
  return rounds
}

/** Each owner registers at another node, which then holds the account. */
async function anOwner(place: number): Promise<Owner> {
  const user = await registerUser(urlOf(place))
  const [first = '', ...others] = devicesOf(place)
  const device = await user.pair(cluster.control, first)
  for (const phone of others) await user.pair(cluster.control, phone)
  const audience = phones(PEOPLE, place)
  const contatos = await user.createList(audience)
  const campaign = { device_id: device, contatos, delay: INTERVAL_SECONDS }
  const { id: campaignId } = await user.createCampaign(campaign)
  return { user, campaignId, audience }
}

function devicesOf(place: number): string[] {
  return Array.from({ length: DEVICES_EACH }, (_, slot) => `5561988880${100 + place * 10 + slot}`)
}

function urlOf(place: number): string {
  return cluster.nodes[place % cluster.nodes.length]?.url() ?? ''
}

/** Asks a random node. */
async function isAnyRunning(owners: readonly Owner[]): Promise<boolean> {
  const at = urlOf(Math.floor(random() * cluster.nodes.length))
  const campaigns = await Promise.all(
    owners.map(({ user, campaignId }) => answered(() => user.at(at).campaign(campaignId))),
  )
  return campaigns.some(({ finished_at }) => finished_at === null)
}

/** Repeats a call until it is answered, also while the account moves. */
async function answered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const found = await until(
    () =>
      call().then(
        (answer) => ({ answer }),
        (error: unknown) => {
          if (error instanceof CallError && error.status >= 502) return undefined
          throw error
        },
      ),
    (now) => now !== undefined,
  )
  if (!found) throw new Error('no answer')
  return found.answer
}

/** The counts equal the rows, and each recipient has one row. */
async function checkEnd({ user, campaignId, audience }: Owner): Promise<void> {
  const ended = await until(
    () => answered(() => user.campaign(campaignId)),
    ({ finished_at }) => finished_at !== null,
    END_LIMIT_MS,
    500,
  )
  const { length: count } = audience
  expect(ended).toMatchObject({ status: 'Concluída', messages: count, sentCount: count })
  expect(ended.errorCount).toBe(0)
  const sends = await user.sends(campaignId)
  expect(sends.map(({ contato }) => contato).sort()).toEqual([...audience].sort())
}

/** Each recipient has the one message whose id the campaign knows, and nobody else has any. */
async function checkReceived(owners: readonly Owner[]): Promise<void> {
  const received = await cluster.received()
  expect(received.size).toBe(ACCOUNTS * PEOPLE)
  for (const { user, campaignId } of owners) {
    for (const { contato, message_id } of await user.sends(campaignId)) {
      expect([contato, ...(received.get(contato)?.keys() ?? [])]).toEqual([contato, message_id])
    }
  }
}

async function report(harms: readonly Harm[]): Promise<void> {
  const { duplicates, logins } = await cluster.control.stats()
  const lines = (['kill', 'freeze', 'cut', 'restart'] as const).map((kind) => {
    const own = harms.filter((harm) => harm.kind === kind)
    const away = own.flatMap(({ awayMs }) => awayMs).sort((one, other) => one - other)
    const [median, worst] = [away[Math.floor(away.length / 2)], away.at(-1)].map((ms) =>
      ms === undefined ? '-' : `${(ms / 1_000).toFixed(1)} s`,
    )
    return `${kind}: ${own.length}, ${away.length} devices away for ${median}, at most ${worst}`
  })
  process.stdout.write(
    `${lines.join('\n')}\n${logins} logins, ${sessions.moves().length} moves, ` +
      `${duplicates} messages sent again under their id\n`,
  )
}
