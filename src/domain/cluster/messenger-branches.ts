import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../clock.ts'
import type { DeviceKey, FindContent, Messenger, MessengerEvent } from '../messenger.ts'
import type { MessengerNeeds } from '../messenger-needs.ts'
import { settled } from '../settled.ts'
import { isLeaseLost } from './lease-store.ts'

/** Callbacks of a messenger whose devices belong to many: it says which device a question is of. */
export type SharedMessengerNeeds = Pick<MessengerNeeds, 'readUpload' | 'onEvent'> & {
  readonly findContent: (messageId: string, key: DeviceKey) => ReturnType<FindContent>
  readonly findJid: (messageId: string, key: DeviceKey) => ReturnType<MessengerNeeds['findJid']>
  /** Finds the user whose branch has the device. */
  readonly findUser: (key: DeviceKey) => string | undefined
}

/**
 * A messenger with the devices of one user. Once it has ended, or begins to, it answers as where no
 * device is connected; `hasKeys` and `logOut` throw AppError `stopping`.
 */
export type MessengerBranch = Messenger & {
  /**
   * Ends the branch without waiting for acknowledgements: when it returns, it gets no more events,
   * and nothing leaves through it. Resolves once its sockets are closed.
   */
  abandon(): Promise<void>
}

type Branch = { readonly userId: string; readonly needs: MessengerNeeds }
type Calls = Omit<Messenger, 'stop'>

/**
 * Shares one messenger, and so its threads, among the users of a node. A device belongs to the
 * branch that last connected, paired, closed or logged it out. An event of a device that belongs to
 * none is refused, so that it stays where it is kept and is published again.
 */
export function createMessengerBranches({
  create,
  after,
}: {
  readonly create: (needs: SharedMessengerNeeds) => Messenger
  readonly after: Clock['after']
}) {
  const owners = new Map<DeviceKey, Branch>()
  const branches = new Map<string, Branch>()
  const messenger = create({
    findContent: async (messageId, key) => owners.get(key)?.needs.findContent(messageId),
    findJid: async (messageId, key) => owners.get(key)?.needs.findJid(messageId),
    readUpload: async (userId, name, part) =>
      (await branches.get(userId)?.needs.readUpload(userId, name, part)) ?? null,
    findUser: (key) => owners.get(key)?.userId,
    onEvent,
  })

  return { branch, stopAll: messenger.stop }

  async function onEvent(event: MessengerEvent): Promise<void> {
    const owner = owners.get(event.key)
    if (!owner)
      throw new AppError('stopping', `the device of a ${event.type} belongs to nobody here`)
    await owner.needs.onEvent(event)
  }

  /**
   * Adds the branch of a user. An earlier one that has not ended keeps its devices until this one
   * takes them.
   */
  function branch(userId: string, needs: MessengerNeeds): MessengerBranch {
    const own: Branch = { userId, needs }
    branches.set(userId, own)
    const underWay = new Set<Promise<unknown>>()
    let calls: Calls = callsOf(own, underWay)
    return { ...delegate(() => calls), stop, abandon }

    async function stop(graceMs: number): Promise<void> {
      calls = disconnected
      await settled(underWay, graceMs, after)
      await closeAll(own)
      release(own)
    }

    async function abandon(): Promise<void> {
      calls = disconnected
      const isClosed = closeAll(own)
      release(own)
      await isClosed
    }
  }

  function callsOf(own: Branch, underWay: Set<Promise<unknown>>): Calls {
    return {
      ...messenger,
      open: (key) => {
        owners.set(key, own)
        openIfAtHome(key)
      },
      pair: (key, options) => {
        owners.set(key, own)
        messenger.pair(key, options)
      },
      close: (key, why) => {
        owners.set(key, own)
        return messenger.close(key, why)
      },
      logOut: (key) => {
        owners.set(key, own)
        return messenger.logOut(key)
      },
      send: (key, request, unwanted) => {
        const work = messenger.send(key, request, unwanted)
        underWay.add(work)
        return work.finally(() => underWay.delete(work))
      },
    }
  }

  /**
   * Opens a device. Where its account has just been lost, does nothing, as for a branch that has
   * ended: logins take turns over all branches, and none may fail because of another.
   */
  function openIfAtHome(key: DeviceKey): void {
    try {
      messenger.open(key)
    } catch (error) {
      if (!isLeaseLost(error)) throw error
    }
  }

  async function closeAll(own: Branch): Promise<void> {
    await Promise.all(devicesOf(own).map((key) => messenger.close(key, 'moving')))
  }

  function release(own: Branch): void {
    for (const key of devicesOf(own)) owners.delete(key)
    if (branches.get(own.userId) === own) branches.delete(own.userId)
  }

  function devicesOf(own: Branch): DeviceKey[] {
    return [...owners].filter(([, owner]) => owner === own).map(([key]) => key)
  }
}

/** Passes every call on to what `calls` returns at that time. */
function delegate(calls: () => Calls): Calls {
  return {
    open: (key) => calls().open(key),
    pair: (key, options) => calls().pair(key, options),
    answerPasskey: (key, assertion) => calls().answerPasskey(key, assertion),
    confirmPasskey: (key) => calls().confirmPasskey(key),
    hasKeys: (key) => calls().hasKeys(key),
    close: (key, why) => calls().close(key, why),
    logOut: (key) => calls().logOut(key),
    lookUp: (key, people) => calls().lookUp(key, people),
    acquainted: (key, people) => calls().acquainted(key, people),
    acquaintances: (key, people) => calls().acquaintances(key, people),
    download: (key, media, options) => calls().download(key, media, options),
    send: (key, request, unwanted) => calls().send(key, request, unwanted),
    act: (key, act) => calls().act(key, act),
    inspect: (key) => calls().inspect(key),
    trace: (key, messageId) => calls().trace(key, messageId),
  }
}

async function refuse(key: DeviceKey): Promise<never> {
  throw new AppError('stopping', `the branch of ${key} has ended`)
}

const detail = 'not connected'

/** Answers for the devices of a branch that has ended. */
const disconnected: Calls = {
  open: () => undefined,
  pair: () => undefined,
  answerPasskey: () => undefined,
  confirmPasskey: () => undefined,
  hasKeys: refuse,
  close: async () => undefined,
  // Its keys may be in use elsewhere by now.
  logOut: refuse,
  lookUp: async (_key, people) => people.map(({ phone }) => ({ phone, result: 'unknown', detail })),
  acquainted: async (_key, people) => people.map(() => false),
  acquaintances: async () => null,
  download: async () => ({ failure: 'failed' }),
  send: async () => ({ kind: 'not_sent', reason: 'closed', detail }),
  act: async () => null,
  inspect: async () => null,
  trace: async () => [],
}
