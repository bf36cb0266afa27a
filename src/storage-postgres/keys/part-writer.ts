import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database.ts'
import { type OpenPart, type PartWork, storeParts } from './part-rows.ts'

type Changes = readonly (readonly [name: string, value: string | null])[]

/** Writes an open part of a device: its keys or its spool. */
export type PartWriter = {
  /** Takes changes into one transaction, which begins within so many milliseconds. */
  change(changes: Changes, withinMs: number): void
  /**
   * Resolves when all earlier changes are stored.
   * @throws AppError `lease_lost` where others have the part, `storage_unavailable`
   */
  stored(): Promise<void>
  /** Stores the remaining changes, and closes the part. @throws as `stored` */
  release(): Promise<void>
}

export type DeviceWriter = ReturnType<typeof createDeviceWriter>

/**
 * Changes wait so long for an unreachable database. A lease ends earlier, so waiting longer is of
 * no use.
 */
const PATIENCE_MS = 30_000
const RETRY_MS = 250

type Waiter = { readonly resolve: () => void; readonly reject: (error: AppError) => void }

/** Changes of a part for one transaction, and the callers that wait for them. */
type Load = { rows: Map<string, string | null>; waiters: Waiter[]; isReleased: boolean }

type State = {
  readonly part: OpenPart
  readonly onFailed: (error: AppError) => void
  next: Load
  /** What is being stored. */
  current: Load | null
  /** Since when changes wait to be stored. */
  sinceMs: number | null
}

/**
 * Writes the changes of many devices in few transactions: changes that come during one, or within
 * some milliseconds of the first change, go into the next. Changes that were made together stay in
 * one transaction, and those of one row keep their order. While the database is unreachable they
 * are kept in memory for a while.
 */
export function createDeviceWriter(
  db: Database,
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
) {
  const dirty = new Set<State>()
  let dueMs = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isWriting = false
  let transactionCount = 0
  return { open, transactionCount: () => transactionCount }

  /** @param onFailed called when changes cannot be stored: these and all later ones are dropped */
  function open(part: OpenPart, onFailed: (error: AppError) => void): PartWriter {
    const state: State = { part, onFailed, next: emptyLoad(), current: null, sinceMs: null }
    return {
      change: (changes, withinMs) => {
        for (const [name, value] of changes) state.next.rows.set(name, value)
        touch(state, withinMs)
      },
      stored: () => {
        const isClean = !dirty.has(state)
        if (isClean && !state.current) return Promise.resolve()
        return waitFor(state, isClean && state.current ? state.current : state.next)
      },
      release: () => {
        state.next.isReleased = true
        touch(state, 0)
        return waitFor(state, state.next)
      },
    }
  }

  function waitFor(state: State, load: Load): Promise<void> {
    const waited = new Promise<void>((resolve, reject) => load.waiters.push({ resolve, reject }))
    if (load === state.next) writeWithin(0)
    return waited
  }

  function touch(state: State, withinMs: number): void {
    dirty.add(state)
    state.sinceMs ??= performance.now()
    writeWithin(withinMs)
  }

  function writeWithin(ms: number): void {
    dueMs = Math.min(dueMs, performance.now() + ms)
    arm()
  }

  function arm(): void {
    if (isWriting || dueMs === Number.POSITIVE_INFINITY) return
    clearTimeout(timer)
    timer = setTimeout(() => void write(), Math.max(0, dueMs - performance.now()))
  }

  /** Never rejects: a failure rejects the promises of the callers that wait. */
  async function write(): Promise<void> {
    isWriting = true
    dueMs = Number.POSITIVE_INFINITY
    const states = [...dirty]
    dirty.clear()
    const works = states.map(take)
    try {
      const stored = await storeParts(db, works)
      transactionCount += 1
      for (const [place, state] of states.entries()) {
        const work = works[place]
        if (work && stored.has(work)) settle(state)
        else fail(state, new AppError('lease_lost', 'the keys of a device are open elsewhere'))
      }
      isWriting = false
    } catch (cause) {
      for (const state of states) putBack(state)
      giveUpOld(states, cause)
      isWriting = false
      if (dirty.size > 0) dueMs = performance.now() + RETRY_MS
    }
    arm()
  }

  function take(state: State): PartWork {
    const { next: load, part } = state
    state.current = load
    state.next = emptyLoad()
    return { part, rows: load.rows, isReleased: load.isReleased }
  }

  function settle(state: State): void {
    const load = state.current
    state.current = null
    state.sinceMs = dirty.has(state) ? performance.now() : null
    for (const { resolve } of load?.waiters ?? []) resolve()
  }

  /**
   * Adds the changes to the next write, since they may not be stored. Storing them twice does no
   * harm, and later values of a row win.
   */
  function putBack(state: State): void {
    const { current, next } = state
    if (!current) return
    state.current = null
    state.next = {
      rows: new Map([...current.rows, ...next.rows]),
      waiters: [...current.waiters, ...next.waiters],
      isReleased: current.isReleased || next.isReleased,
    }
    dirty.add(state)
  }

  function giveUpOld(states: readonly State[], cause: unknown): void {
    const endMs = performance.now() - patienceMs
    for (const state of states) {
      if (state.sinceMs === null || state.sinceMs > endMs) continue
      fail(state, new AppError('storage_unavailable', 'keys could not be stored', { cause }))
    }
  }

  function fail(state: State, error: AppError): void {
    const waiters = [...(state.current?.waiters ?? []), ...state.next.waiters]
    dirty.delete(state)
    state.current = null
    state.next = emptyLoad()
    state.sinceMs = null
    state.onFailed(error)
    for (const { reject } of waiters) reject(error)
  }
}

function emptyLoad(): Load {
  return { rows: new Map(), waiters: [], isReleased: false }
}
