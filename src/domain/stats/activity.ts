import { newRecipient, type RecipientChange } from '../sending/recipient.ts'
import type { SendLedger } from '../sending/send-ledger.ts'
import {
  addTotals,
  type CampaignStats,
  type CampaignStatsStore,
  changeOf,
  type HourStats,
  lacksAnswers,
  noTotals,
  type Totals,
  totalsAt,
  withChange,
} from './campaign-stats.ts'

export type Activity = Awaited<ReturnType<typeof createActivity>>

type Headed = Pick<SendLedger, 'header'>

/** Totals over many campaigns. */
type Tally = {
  whole: Totals
  /** By day, as `2026-01-15`. */
  readonly days: Map<string, Totals>
}

type Entry = { readonly userId: string; stats: CampaignStats }

/** Key of the totals over all instances of a user. */
const ALL = Symbol('all instances')

const nobody = newRecipient({ name: '', phone: '' })

/**
 * Running totals of messages, by campaign and hour, and of all campaigns of a user by day, so that
 * a dashboard costs the same however many messages there are. They grow with every fact and reach
 * the disk when their ledger comes to rest: until then the campaign's record is marked as lagging
 * (`isSettled: false`), and after a crash they are recounted from the ledger.
 */
export async function createActivity({
  store,
  pause,
}: {
  readonly store: CampaignStatsStore
  /** Awaited once per recipient, to let other work go on. */
  readonly pause: () => Promise<void> | undefined
}) {
  const entries = new Map<string, Entry>()
  const users = new Map<string, Map<string | symbol, Tally>>()

  for (const { userId, record } of await store.listAll()) replace(userId, record)

  return {
    begin,
    note,
    recount,
    save,
    settle,
    markLagging,
    has: (campaignId: string) => entries.has(campaignId),
    isComplete,
    lagging,
    tally,
    hoursOf: (campaignId: string) => entries.get(campaignId)?.stats.hours ?? [],
    lastSentAtMs,
    sentSince,
    ownsCampaign,
    acceptedCount,
    hoursHeld,
    forgetUser,
  }

  /** Registers a campaign before its first message. */
  function begin({ header: { userId, campaignId: id } }: Headed, instanceName: string): void {
    if (!entries.has(id)) replace(userId, { id, instanceName, isSettled: true, hours: [] })
  }

  /** Whether a campaign's totals are there, with all that is counted today. */
  function isComplete(campaignId: string): boolean {
    const entry = entries.get(campaignId)
    return entry !== undefined && !lacksAnswers(entry.stats)
  }

  /** Adds a fact that is on the disk. */
  function note(ledger: Headed, change: RecipientChange): void {
    const counted = changeOf(change)
    if (!counted) return
    const { userId, campaignId } = ledger.header
    begin(ledger, '')
    const entry = entries.get(campaignId)
    if (!entry) return
    const { stats } = entry
    const { hours, place } = withChange(stats.hours, counted)
    entry.stats = { ...stats, hours }
    // An hour that comes or goes also changes the gap before the hour that follows it.
    const affected = [place, place + 1]
    const more = hours.length - stats.hours.length
    count({ userId, stats, places: more > 0 ? [place] : affected, sign: -1 })
    count({ userId, stats: entry.stats, places: more < 0 ? [place] : affected, sign: 1 })
  }

  /** Replaces a campaign's totals by those of its ledger. */
  async function recount(ledger: SendLedger, instanceName?: string): Promise<void> {
    const { userId, campaignId: id } = ledger.header
    let hours: readonly HourStats[] = []
    for (let order = 0; order < ledger.attemptedCount; order += 1) {
      const counted = changeOf({ before: nobody, after: ledger.get(ledger.attemptedAt(order)) })
      if (counted) hours = withChange(hours, counted).hours
      await pause()
    }
    const known = entries.get(id)?.stats
    const name = instanceName ?? known?.instanceName ?? ''
    replace(userId, { id, instanceName: name, isSettled: known?.isSettled ?? true, hours })
  }

  /** Saves the totals as they are now. */
  async function save(campaignId: string): Promise<void> {
    const entry = entries.get(campaignId)
    if (entry) await store.save(entry.userId, entry.stats)
  }

  /** Marks the totals of a campaign without a record as lagging, on the disk. */
  async function markLagging(campaignId: string): Promise<void> {
    await saveAs(campaignId, false)
  }

  /** Saves the totals and clears their mark: nothing is missing in them. */
  async function settle(campaignId: string): Promise<void> {
    await saveAs(campaignId, true)
  }

  async function saveAs(campaignId: string, isSettled: boolean): Promise<void> {
    const entry = entries.get(campaignId)
    if (!entry) return
    entry.stats = { ...entry.stats, isSettled }
    await save(campaignId)
  }

  /** Ids of campaigns without a record whose totals a crash left behind. */
  function lagging(): readonly string[] {
    return [...entries.values()]
      .filter(({ stats }) => !stats.isSettled)
      .map(({ stats }) => stats.id)
  }

  /** Totals of all the user's campaigns, or of one instance's. */
  function tally(userId: string, instanceName?: string): Readonly<Tally> {
    return users.get(userId)?.get(instanceName ?? ALL) ?? emptyTally()
  }

  /** Epoch milliseconds; `undefined` where nothing was accepted. */
  function lastSentAtMs(campaignId: string): number | undefined {
    return entries.get(campaignId)?.stats.hours.at(-1)?.lastMs
  }

  /** The user's campaigns with a message that was accepted since then, deleted ones included. */
  function sentSince(userId: string, sinceMs: number): readonly string[] {
    const found: string[] = []
    for (const [id, { userId: ownerId, stats }] of entries) {
      if (ownerId === userId && (stats.hours.at(-1)?.lastMs ?? 0) >= sinceMs) found.push(id)
    }
    return found
  }

  function ownsCampaign(userId: string, campaignId: string): boolean {
    return entries.get(campaignId)?.userId === userId
  }

  function acceptedCount(campaignId: string): number {
    const hours = entries.get(campaignId)?.stats.hours ?? []
    return hours.reduce((sum, hour) => sum + hour.acceptedCount, 0)
  }

  /** How many hours of the user's statistics are in memory. */
  function hoursHeld(userId: string): number {
    const own = [...entries.values()].filter((entry) => entry.userId === userId)
    return own.reduce((sum, { stats }) => sum + stats.hours.length, 0)
  }

  /** Forgets a user with all totals. */
  async function forgetUser(userId: string): Promise<void> {
    for (const [id, entry] of entries) {
      if (entry.userId === userId) entries.delete(id)
    }
    users.delete(userId)
    for (const { id } of await store.list(userId)) await store.remove(userId, id)
  }

  function replace(userId: string, stats: CampaignStats): void {
    const before = entries.get(stats.id)
    if (before) count({ ...before, places: before.stats.hours.keys(), sign: -1 })
    entries.set(stats.id, { userId, stats })
    count({ userId, stats, places: stats.hours.keys(), sign: 1 })
  }

  function count({
    userId,
    stats: { instanceName, hours },
    places,
    sign,
  }: Entry & { readonly places: Iterable<number>; readonly sign: 1 | -1 }): void {
    for (const place of places) {
      const found = totalsAt(hours, place)
      if (!found) continue
      for (const key of [ALL, instanceName]) {
        const tally = tallyOf(userId, key)
        const ofDay = tally.days.get(found.day) ?? noTotals
        tally.days.set(found.day, addTotals(ofDay, found.totals, sign))
        tally.whole = addTotals(tally.whole, found.totals, sign)
      }
    }
  }

  function tallyOf(userId: string, key: string | symbol): Tally {
    const own = users.get(userId) ?? new Map<string | symbol, Tally>()
    users.set(userId, own)
    const known = own.get(key) ?? emptyTally()
    own.set(key, known)
    return known
  }
}

function emptyTally(): Tally {
  return { whole: noTotals, days: new Map() }
}
