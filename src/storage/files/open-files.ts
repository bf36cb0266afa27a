type Opened<One> = {
  readonly one: Promise<One>
  /** Set once it is open. */
  ready: One | undefined
  users: number
  /** Timer that closes it; runs while nobody uses it. */
  idle: NodeJS.Timeout | undefined
}

/** A resource that is quick to open again is closed after so long without use. */
const IDLE_MS = 60_000

/**
 * Keeps per-folder resources open within bounds, and closes the least recently used beyond these.
 * Up to `limit` may be open, whatever their weight, and up to `lightLimit` while all of them
 * together weigh no more than `maxWeight`. One that nobody used for `idleMs` is closed in any case.
 */
export function createOpenFiles<One extends { close(): Promise<void> }>({
  limit,
  lightLimit = limit,
  maxWeight = 0,
  weightOf = () => 0,
  idleMs = IDLE_MS,
  onFault,
}: {
  readonly limit: number
  readonly lightLimit?: number
  readonly maxWeight?: number
  readonly weightOf?: (one: One) => number
  readonly idleMs?: number
  /** Called when closing one fails. */
  readonly onFault: (error: unknown) => void
}) {
  /** By folder, least recently used first. */
  const opened = new Map<string, Opened<One>>()
  const closing = new Map<string, Promise<void>>()

  return { has: (folder: string) => opened.has(folder), use, take, putAway, putAwayBelow, closeAll }

  async function use<Result>(
    folder: string,
    {
      open,
      work,
    }: {
      readonly open: () => Promise<One>
      readonly work: (one: One) => Promise<Result>
    },
  ): Promise<Result> {
    const entry = opened.get(folder) ?? begin(openOne(folder, open))
    clearTimeout(entry.idle)
    // Inserted again as the most recently used one.
    opened.delete(folder)
    opened.set(folder, entry)
    entry.users += 1
    try {
      entry.ready = await entry.one
      return await work(entry.ready)
    } finally {
      entry.users -= 1
      waitForUse(folder, entry)
      putAwayIdle()
    }
  }

  /** Takes over a resource that was opened elsewhere. */
  function take(folder: string, one: One): void {
    const entry = { ...begin(Promise.resolve(one)), ready: one }
    opened.set(folder, entry)
    waitForUse(folder, entry)
    putAwayIdle()
  }

  function begin(one: Promise<One>): Opened<One> {
    return { one, ready: undefined, users: 0, idle: undefined }
  }

  function waitForUse(folder: string, entry: Opened<One>): void {
    if (entry.users > 0 || opened.get(folder) !== entry) return
    clearTimeout(entry.idle)
    entry.idle = setTimeout(() => void putAway(folder), idleMs)
    entry.idle.unref()
  }

  async function openOne(folder: string, open: () => Promise<One>): Promise<One> {
    try {
      await closing.get(folder)
      return await open()
    } catch (error) {
      opened.delete(folder)
      throw error
    }
  }

  function putAwayIdle(): void {
    for (const [folder, { users }] of opened) {
      if (isWithinBounds()) return
      if (users === 0) void putAway(folder)
    }
  }

  function isWithinBounds(): boolean {
    if (opened.size <= limit) return true
    if (opened.size > lightLimit) return false
    let weight = 0
    for (const { ready } of opened.values()) if (ready) weight += weightOf(ready)
    return weight <= maxWeight
  }

  /** Closes a folder's resource; opening it again waits for that. */
  async function putAway(folder: string): Promise<void> {
    const entry = opened.get(folder)
    // It may be closing already; whoever removes the folder waits for that.
    if (!entry) return closing.get(folder)
    opened.delete(folder)
    clearTimeout(entry.idle)
    const done = entry.one
      .then((one) => one.close())
      .catch(onFault)
      .finally(() => closing.delete(folder))
    closing.set(folder, done)
    await done
  }

  async function putAwayBelow(parent: string): Promise<void> {
    const known = new Set([...opened.keys(), ...closing.keys()])
    for (const folder of known) if (folder.startsWith(`${parent}/`)) await putAway(folder)
  }

  async function closeAll(): Promise<void> {
    for (const folder of [...opened.keys()]) await putAway(folder)
    await Promise.all(closing.values())
  }
}
