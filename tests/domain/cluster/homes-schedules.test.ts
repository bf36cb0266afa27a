import { expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { createRandom, type Random } from '../../simulation/machine/random.ts'
import { aCluster, type PlayedNode } from '../../support/domain/played-cluster.ts'
import { scaled } from '../../support/scale.ts'

/** More of them on demand: HOMES_LIVES=1000; others: HOMES_SEED=2 */
const LIVES = Number(process.env.HOMES_LIVES ?? scaled(15, { full: 200 }))
const SEED = Number(process.env.HOMES_SEED ?? 1)
const ACTS_A_LIFE = 60
/** Time at the end without faults, in which all accounts that need a home find one. */
const CALM_MS = 120_000
const refusals: ReadonlySet<string> = new Set(['no_home', 'stopping', 'storage_unavailable'])

/** A cluster to which any fault may happen, as long as one of its nodes goes on. */
function aLife(random: Random) {
  const cluster = aCluster()
  const users = Array.from({ length: random.between(1, 14) }, (_, index) => `user-${index}`)
  const needing = new Set<string>()
  /** Failures of calls that are none of the allowed refusals. */
  const surprises: unknown[] = []
  let nodeCount = 0
  for (let count = random.between(1, 3); count > 0; count -= 1) join()

  return { ...cluster, users, needing, surprises, act, calm, alive, join }

  function alive(): readonly PlayedNode[] {
    return cluster.nodes.filter((node) => node.isAlive())
  }

  function join(): void {
    nodeCount += 1
    const { manner } = cluster.node(`node-${nodeCount}`)
    manner.startMs = () => random.pick([0, 0, 300, 2_000, 16_000])
    manner.closeMs = () => random.pick([0, 0, 300, 2_000, 16_000])
    manner.fails = () => random.chance(0.1)
  }

  async function act(): Promise<string> {
    const name = random.pick(['call', 'call', 'need', 'join', 'end', 'trouble', 'trouble', 'well'])
    const node = random.pick(alive())
    const userId = random.pick(users)
    if (name === 'call' && !node.isFrozen()) void call(node, userId)
    if (name === 'need') await changeNeed(userId)
    if (name === 'join' && alive().length < 5) join()
    if (name === 'end' && alive().length > 1) end(node)
    if (name === 'trouble') random.pick([node.freeze, node.cut])()
    if (name === 'well') makeWell(node)
    return `${name} ${node.id} ${userId}`
  }

  async function call({ homes }: PlayedNode, userId: string): Promise<void> {
    try {
      const home = await homes.find(userId)
      if (home.kind === 'there' && random.chance(0.3)) homes.forget(userId)
    } catch (error) {
      if (!(error instanceof AppError) || !refusals.has(error.code)) surprises.push(error)
    }
  }

  /** Only an account's engine, at its home, records whether the account needs one. */
  async function changeNeed(userId: string): Promise<void> {
    const hasHome = cluster.homesOf(userId).length > 0
    if (hasHome && needing.delete(userId)) await cluster.needNoMore(userId)
    else if (hasHome) await need(userId)
  }

  async function need(userId: string): Promise<void> {
    needing.add(userId)
    await cluster.need(userId)
  }

  function end(node: PlayedNode): void {
    if (random.chance(0.5)) node.kill()
    else if (!node.isFrozen()) void node.homes.stop().then(node.kill)
  }

  function makeWell(node: PlayedNode): void {
    node.wake()
    node.heal()
  }

  /** Makes every account need a home: others would stay wherever they are called. */
  async function calm(): Promise<void> {
    for (const userId of users) await need(userId)
    await cluster.store.enlist()
    if (alive().every((node) => node.homes.nodes()[0]?.isLeaving)) join()
    for (const node of alive()) {
      makeWell(node)
      Object.assign(node.manner, { startMs: () => 100, closeMs: () => 100, fails: () => false })
    }
  }
}

function expectOneHomeEach({ users, homesOf }: ReturnType<typeof aLife>, told: string): void {
  for (const userId of users) {
    const places = homesOf(userId)
    if (places.length > 1) throw new Error(`${userId} at ${places.join(' and ')}: ${told}`)
  }
}

async function play(seed: number): Promise<void> {
  const random = createRandom(seed)
  const life = aLife(random)
  const told: string[] = []
  for (let acts = 0; acts < ACTS_A_LIFE; acts += 1) {
    told.push(await life.act())
    for (let steps = random.between(1, 60); steps > 0; steps -= 1) {
      await life.pass(100)
      expectOneHomeEach(life, `seed ${seed}, ${told.join('; ')}`)
    }
    if (life.alive().length === 0) life.join()
  }
  await life.calm()
  for (let leftMs = CALM_MS; leftMs > 0; leftMs -= 1_000) {
    await life.pass(1_000)
    expectOneHomeEach(life, `seed ${seed}, in the calm`)
  }
  expect(life.surprises).toEqual([])
  for (const userId of life.users) {
    expect([seed, userId, ...life.homesOf(userId)]).toHaveLength(3)
  }
  const loads = life.alive().map((node) => node.engines().length)
  expect([seed, Math.max(...loads) - Math.min(...loads) < 3]).toEqual([seed, true])
}

test(`whatever happens to ${LIVES} clusters, no account has two homes, and each that needs one has one in the end`, async () => {
  for (let seed = SEED; seed < SEED + LIVES; seed += 1) await play(seed)
})
