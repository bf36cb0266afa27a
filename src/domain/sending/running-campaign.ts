import type { Wait } from '../../contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { MediaFile } from '../message-content.ts'
import type { DeviceKey } from '../messenger.ts'
import type { Gate } from './gate.ts'
import type { SendFact } from './recipient.ts'
import type { AudienceQueue } from './recipient-queue.ts'
import type { RunHours } from './run-hours.ts'
import type { SendLedger } from './send-ledger.ts'

/** How a campaign ends. */
export type Verdict = Pick<CampaignRecord, 'status' | 'endReason'> & {
  /** Why a paused campaign waits, where that was not its owner's wish. */
  readonly wait?: Wait
}

/** A running campaign. */
export type Run = {
  readonly userId: string
  readonly campaignId: string
  readonly ledger: SendLedger
  readonly queue: AudienceQueue
  readonly gate: Gate
  /** When it may send. */
  readonly hours: RunHours
  /** The file that goes with the text. */
  readonly media: MediaFile | null
  readonly knownFields: ReadonlySet<string>
  /** Slots in progress. */
  slotCount: number
  /** Set once, when the campaign is stopped or done: no new message leaves from then on. */
  isEnding: boolean
  /** Aborted along with that: messages that are still waiting to be written do not leave. */
  readonly unwanted: AbortController
  /** How it ends where that was decided before its recipients were all attempted. */
  verdict: Verdict | null
  /** Results that the disk refused; they are written before any further send. */
  readonly unrecorded: SendFact[]
}

/** Whether the file is gone: a campaign with a file never sends without it. */
export function isMediumMissing({ ledger, media }: Run): boolean {
  return ledger.header.imageName !== null && media === null
}

/** Whether the run rests rather than ends: recipients without a result get one later. */
export function isPausing({ verdict }: Run): boolean {
  return verdict?.status === CampaignStatus.paused
}

/** Whether the next message may leave as far as the run and its device are concerned. */
export function mayGoOn({ isEnding, gate, hours }: Run): boolean {
  return !isEnding && gate.wait() === null && hours.isOpen()
}

export function keyOf({ ledger }: Run): DeviceKey {
  return ledger.header.deviceKey
}

/** Those of the running campaigns that this device sends. */
export function runsOn(runs: ReadonlyMap<string, Run>, key: DeviceKey): Run[] {
  return [...runs.values()].filter((run) => keyOf(run) === key)
}
