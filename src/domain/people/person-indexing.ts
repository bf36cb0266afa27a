import {
  CampaignStatus,
  canEdit,
  isActive,
  isOver,
} from '../../contract/campaigns/campaign-status.ts'
import { isLidJid } from '../../contract/jid.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { EventOf } from '../engine-events.ts'
import type { LedgerMaintenance, SendLedgers } from '../sending/send-ledger.ts'
import { createSerial } from '../serial.ts'
import type { OwnedStore } from '../store.ts'
import type { IndexedCampaign, NamePair, PersonIndexStore } from './person-index-store.ts'

export type PersonIndexing = ReturnType<typeof createPersonIndexing>

type Counts = Pick<CampaignRecord, 'status' | 'sentCount' | 'errorCount'>

/** Attempts read at once. */
const ATTEMPTS_AT_ONCE = 1_000
/** LIDs that are held in memory before they are written. */
const PAIRS_AT_ONCE = 50_000

/**
 * Keeps the index by person level with the ledgers: a campaign's recipients are written in bulk
 * once it has started, and the LIDs that its messages went to while it runs and at its end.
 * Whatever is missing, after a crash or damage, is made up for in the background.
 */
export function createPersonIndexing({
  store,
  ledgers,
  campaigns,
  onFault,
}: {
  readonly store: PersonIndexStore
  readonly ledgers: Pick<LedgerMaintenance, 'ids' | 'header' | 'phones'> &
    Pick<SendLedgers, 'readAttempted'>
  /** Those in the bin among them: they may come back. */
  readonly campaigns: Pick<OwnedStore<CampaignRecord>, 'find' | 'listAll'>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const serially = createSerial()
  let isStopping = false
  /** Rounds that are asked for and have not ended. */
  let rounds = 0
  let isLevel = false
  /** Losses so far: a round that is under way may have missed one. */
  let lossCount = 0
  let atWork: Promise<void> = Promise.resolve()

  store.whenDamaged(() => {
    noteLoss()
    void catchUp()
  })

  return { catchUp, onCampaignStatus, find: store.find, settled, stop, isWhole: () => isLevel }

  /** Indexes what is not indexed yet, and takes out what has no ledger any more. Never rejects. */
  function catchUp(): Promise<void> {
    // A round that still waits also sees whatever happens until it begins.
    if (rounds < 2) {
      rounds += 1
      atWork = serially('rounds', () => oneRound().finally(() => (rounds -= 1)))
    }
    return atWork
  }

  function noteLoss(): void {
    isLevel = false
    lossCount += 1
  }

  async function oneRound(): Promise<void> {
    const lossesBefore = lossCount
    try {
      await store.dropDamaged()
      // Before the ledgers are listed: a campaign that begins meanwhile has one, and is not gone.
      const indexed = new Map(await store.campaigns())
      const ids = (await ledgers.ids()).filter((id) => /^\d+$/.test(id))
      const records = new Map(
        (await campaigns.listAll()).map(({ userId, record }) => [record.id, { userId, record }]),
      )
      let isEveryOne = true
      for (const id of ids) {
        const { userId: owner, record } = records.get(id) ?? {}
        const known = indexed.get(Number(id))
        // Most campaigns ended long ago: of these nothing more is read.
        if (known && isLevelWith(known, record)) continue
        const userId = owner ?? known?.userId ?? (await ledgers.header(id))?.userId
        if (userId === undefined) continue
        isEveryOne = (await index(userId, id, record)) && isEveryOne
      }
      if (isStopping) return
      const present = new Set(ids.map(Number))
      await removeAll([...indexed].filter(([number]) => !present.has(number)))
      isLevel = isEveryOne && lossCount === lossesBefore
    } catch (error) {
      onFault(error, 'the index by person')
    }
  }

  async function removeAll(
    campaignsGone: readonly (readonly [number, { readonly userId: string }])[],
  ): Promise<void> {
    const gone = new Map<string, number[]>()
    for (const [number, { userId }] of campaignsGone) {
      gone.set(userId, [...(gone.get(userId) ?? []), number])
    }
    for (const [userId, numbers] of gone) await store.remove(userId, numbers)
  }

  /** Indexes the recipients of a campaign that has begun or ended. Never rejects. */
  async function onCampaignStatus({ userId, before, campaign }: EventOf<'campaign_status'>) {
    const hasBegun = canEdit({ status: before }) && campaign.status === CampaignStatus.running
    const hasEnded = isActive({ status: before }) && isOver(campaign)
    if (!hasBegun && !hasEnded) return
    const isIndexed = await index(userId, campaign.id, campaign)
    if (!isIndexed) noteLoss()
  }

  /** Returns false where it failed; the next round tries again. */
  async function index(userId: string, id: string, record: Counts | undefined): Promise<boolean> {
    // Its audience is frozen anew when it starts.
    if (isStopping || (record && canEdit(record))) return true
    try {
      await serially(id, () => indexOne(userId, id, record))
      return true
    } catch (error) {
      onFault(error, `the people of campaign ${id}`)
      return false
    }
  }

  async function indexOne(userId: string, id: string, record: Counts | undefined): Promise<void> {
    const number = Number(id)
    const known = (await store.campaign(number)) ?? (await added(userId, id))
    if (!known || isStopping || isLevelWith(known, record)) return
    const isEnd = hasNoMore(record)
    let pairs: NamePair[] = []
    let { attemptsRead, lastPlace } = known
    for (;;) {
      const page = { from: attemptsRead, limit: ATTEMPTS_AT_ONCE }
      const { rows, attemptedCount } = await ledgers.readAttempted(id, page)
      attemptsRead += rows.length
      for (const { index: place, recipient } of rows) {
        const { phone, jid } = recipient
        if (jid !== null && isLidJid(jid)) pairs.push({ phone, lid: jid })
        lastPlace = Math.max(lastPlace, place)
      }
      if (isStopping) return
      if (rows.length === 0 || attemptsRead >= attemptedCount) break
      if (pairs.length < PAIRS_AT_ONCE) continue
      await store.addLids(userId, number, { pairs, attemptsRead, isComplete: false, lastPlace })
      pairs = []
    }
    await store.addLids(userId, number, { pairs, attemptsRead, isComplete: isEnd, lastPlace })
  }

  async function added(userId: string, id: string): Promise<IndexedCampaign | undefined> {
    await store.add(userId, Number(id), ledgers.phones(id))
    return store.campaign(Number(id))
  }

  /** Resolves once what was found missing, after a start or with damage, is indexed or failed. */
  async function settled(): Promise<void> {
    // Later rounds look through an index that is level already: nobody waits for these.
    if (!isLevel) await atWork
  }

  /** Begins nothing more, and waits for what is under way. */
  async function stop(): Promise<void> {
    isStopping = true
    await atWork
  }
}

/** Whether the index holds all that a campaign has; without a record only its ledger is left. */
function isLevelWith({ attemptsRead, isComplete }: IndexedCampaign, record: Counts | undefined) {
  const attempts = record ? record.sentCount + record.errorCount : attemptsRead
  return attempts <= attemptsRead && isComplete === hasNoMore(record)
}

function hasNoMore(record: Counts | undefined): boolean {
  return !record || isOver(record)
}
