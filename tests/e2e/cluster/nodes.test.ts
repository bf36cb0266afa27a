import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCluster, type Cluster, type Node } from '../../support/daemon/cluster.ts'
import { CallError, phones, registerUser, type User, until } from '../../support/daemon/user.ts'

/** Three nodes over one database: whoever of them dies, sleeps or is cut off. */

const RECIPIENTS = 60
/** Time for something to happen in the middle of it. */
const INTERVAL_SECONDS = 1
const END_LIMIT_MS = 240_000

let cluster: Cluster

beforeAll(async () => {
  cluster = await aCluster('nodes', { nodes: 3 })
}, 240_000)

afterAll(() => cluster?.close())

test('any node answers any call of an account, wherever it is at home', async () => {
  const [one, two, three] = cluster.nodes.map(({ url }) => url())
  const user = await registerUser(one ?? '')
  const contatos = await user.at(two ?? '').createList(phones(3, 7))
  for (const url of [one, two, three]) {
    expect(await user.at(url ?? '').get(`/api/contacts/${contatos}`)).toMatchObject({
      id: contatos,
    })
  }
  const health = await (await fetch(`${three}/health`)).json()
  expect(health).toMatchObject({ status: 'ok' })
})

test('a campaign goes on at another node where its own is killed', async () => {
  const { user, id, audience } = await aCampaign(1)
  await sentAtLeast(user, id, 5)
  const home = await homeOf(user)
  await home.kill()
  await checkEnd(user.at(anotherThan(home).url()), id, audience)
  await home.restartInPlace()
})

test('a node that wakes behind its lease sends nothing more', async () => {
  const { user, id, audience } = await aCampaign(2)
  await sentAtLeast(user, id, 5)
  const home = await homeOf(user)
  home.freeze()
  const elsewhere = user.at(anotherThan(home).url())
  await until(
    () => cluster.homeOf(user.id),
    (now) => now !== undefined && now !== home,
  )
  await sentAtLeast(elsewhere, id, 10)
  const before = home.toWhatsApp.traffic().map(({ sentBytes }) => sentBytes)
  home.wake()
  await checkEnd(elsewhere, id, audience)
  const after = home.toWhatsApp.traffic().map(({ sentBytes }) => sentBytes)
  expect(after.slice(0, before.length)).toEqual(before)
})

test('a node that is cut off from the database hands its accounts on, and comes back', async () => {
  const { user, id, audience } = await aCampaign(3)
  await sentAtLeast(user, id, 5)
  const home = await homeOf(user)
  home.toDatabase.cut()
  const elsewhere = user.at(anotherThan(home).url())
  await checkEnd(elsewhere, id, audience)
  await until(
    async () => (await fetch(`${home.url()}/health`)).status,
    (status) => status === 503,
  )
  home.toDatabase.mend()
  await until(
    async () => (await fetch(`${home.url()}/health`)).status,
    (status) => status === 200,
  )
  const seenThere = await until(
    () => now(() => user.at(home.url()).campaign(id)),
    (campaign) => campaign !== undefined,
  )
  expect(seenThere).toMatchObject({ sentCount: RECIPIENTS })
})

test('a campaign waits for a database that is restarted, and loses nobody', async () => {
  const { user, id, audience } = await aCampaign(4)
  await sentAtLeast(user, id, 5)
  await cluster.postgres.restart()
  await checkEnd(user, id, audience)
})

async function aCampaign(number: number) {
  const [first] = cluster.nodes
  const user = await registerUser(first?.url() ?? '')
  const device = await user.pair(cluster.control, `556198888010${number}`)
  const audience = phones(RECIPIENTS, number)
  const contatos = await user.createList(audience)
  const delay = INTERVAL_SECONDS
  const { id } = await user.createCampaign({ device_id: device, contatos, delay })
  return { user, id, audience }
}

function sentAtLeast(user: User, id: string, count: number) {
  return until(
    () => now(() => user.campaign(id)),
    (campaign) => (campaign?.sentCount ?? 0) >= count,
  )
}

/** What a call brings; `undefined` where the account's home is in trouble at the moment. */
async function now<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CallError && error.status >= 502) return undefined
    throw error
  }
}

async function homeOf(user: User): Promise<Node> {
  const home = await cluster.homeOf(user.id)
  if (!home) throw new Error('the account has no home')
  return home
}

function anotherThan(home: Node): Node {
  const other = cluster.nodes.find((node) => node !== home)
  if (!other) throw new Error('there is no other node')
  return other
}

/** Everybody has the campaign's message once, and nobody under two ids. */
async function checkEnd(user: User, id: string, audience: readonly string[]): Promise<void> {
  const ended = await until(
    () => now(() => user.campaign(id)),
    (campaign) => campaign !== undefined && campaign.finished_at !== null,
    END_LIMIT_MS,
    500,
  )
  expect(ended).toMatchObject({
    status: 'Concluída',
    sentCount: audience.length,
    errorCount: 0,
  })
  const received = await cluster.received()
  const sends = await user.sends(id)
  expect(sends.map(({ contato }) => contato).sort()).toEqual([...audience].sort())
  for (const { contato, message_id } of sends) {
    expect([...(received.get(contato)?.keys() ?? [])]).toEqual([message_id])
  }
}
