import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { DRAIN_GRACE_MS } from '../../contract/limits.ts'
import { type Fence, isLeaseLost } from '../../domain/cluster/lease-store.ts'
import type { createMessengerBranches } from '../../domain/cluster/messenger-branches.ts'
import type { AccountEngine } from '../../domain/cluster/residents.ts'
import type { MessengerNeeds } from '../../domain/messenger-needs.ts'
import { createEngineCalls, type EndingCalls } from '../../http/cluster/engine-calls.ts'
import type { HomeEngine } from '../../http/cluster/homes.ts'
import type { SchedulerNeeds } from '../../jobs/scheduler.ts'
import type { createSchedulerBranches } from '../../jobs/scheduler-branches.ts'
import { clock } from '../clock.ts'
import { createEngine, type Engine, type EngineNeeds } from '../engine.ts'
import type { PostgresNode } from '../storage/postgres-node.ts'
import { openAccountStorage, type SharedParts } from '../storage/storage.ts'

/** The engine of one account, as its node has it. */
export type ResidentEngine = AccountEngine &
  HomeEngine &
  Pick<Engine, 'devices' | 'runningCampaigns'>

type Needs = Pick<EngineNeeds, 'metrics' | 'health' | 'publicUrl' | 'loginTurns' | 'nodeName'> & {
  readonly database: Pick<PostgresNode, 'account' | 'keysOf'>
  readonly shared: SharedParts
  readonly messengers: Pick<ReturnType<typeof createMessengerBranches>, 'branch'>
  readonly schedulers: Pick<ReturnType<typeof createSchedulerBranches>, 'branch'>
  readonly log: Logger
}

/** Starts the engines of the accounts that are at home here, as a program alone starts its one. */
export function createAccountEngines(config: Config, needs: Needs) {
  const { database } = needs
  const branchesOf = createBranches(needs)
  return start

  async function start(userId: string, fence: Fence): Promise<ResidentEngine> {
    const log = needs.log.child({ account: userId })
    const storage = await openAccountStorage(await database.account(fence), {
      ...{ shared: needs.shared, log },
    })
    const branches = branchesOf(userId)
    const ended = new AbortController()
    let isOver = false
    let engine: Engine | undefined
    let calls: EndingCalls | undefined
    try {
      engine = await createEngine(config, {
        ...needs,
        ...{ storage, log, simulator: undefined, onFault },
        ...{ createMessenger: branches.messenger, createScheduler: branches.scheduler },
        removeOldKeys: (deviceKey) => database.keysOf(deviceKey, () => fence).removeAside(),
      })
      await engine.resume()
      engine.connect()
      calls = createEngineCalls(engine.services, clock.after)
      const { devices, runningCampaigns, join } = engine
      const feed = { join, ended: ended.signal }
      return { devices, runningCampaigns, feed, answer: calls.answer, close, abandon }
    } catch (error) {
      await abandon()
      throw error
    }

    async function close(): Promise<void> {
      // In parallel: a call that waits for its message has no more time than the message itself.
      await Promise.all([engine?.close(), calls?.settled(DRAIN_GRACE_MS)])
      ended.abort()
      await storage.close()
    }

    /**
     * Gives up the account: the fence refuses what still ends in the background, whose errors do
     * not matter.
     */
    async function abandon(): Promise<void> {
      isOver = true
      ended.abort()
      // The connections to WhatsApp end first; event streams and calls end without waiting.
      await Promise.all([
        branches.abandon(),
        storage.abandon(),
        engine?.close().catch(() => undefined),
      ])
    }

    function onFault(err: unknown, subject: string): void {
      if (isOver || isLeaseLost(err)) return
      log.error({ err, subject }, 'work in the background failed')
    }
  }
}

/** Makes an account's branches of the node's one messenger and one scheduler. */
function createBranches({ messengers, schedulers }: Pick<Needs, 'messengers' | 'schedulers'>) {
  return (userId: string) => {
    const ends: (() => Promise<unknown>)[] = []
    return {
      messenger: (callbacks: MessengerNeeds) => {
        const branch = messengers.branch(userId, callbacks)
        ends.push(branch.abandon)
        return branch
      },
      scheduler: (callbacks: SchedulerNeeds) => {
        const branch = schedulers.branch(callbacks)
        ends.push(branch.stop)
        return branch
      },
      abandon: () => Promise.all(ends.map((end) => end())),
    }
  }
}
