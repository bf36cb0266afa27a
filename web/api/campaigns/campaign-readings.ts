import type { Campaign } from '#contract/campaigns/campaign.ts'

export type Change = (known: readonly Campaign[]) => readonly Campaign[]

/** One reading of the whole list of campaigns. */
export type Reading = {
  /** Changes made while it goes on. */
  readonly changes: Change[]
  /** Makes a change that came too late for the answer. */
  onLate: (change: Change) => void
  readonly end: () => void
}

/** The readings under way. */
export const readings = new Set<Reading>()

/** Whether the list may lack changes that no event will bring: it is read anew when shown next. */
export const list = { isBehind: true }

export function aReading(): Reading {
  list.isBehind = false
  const reading: Reading = { changes: [], onLate: () => undefined, end }
  readings.add(reading)
  return reading

  function end() {
    // SWR takes the answer over a moment after this.
    setTimeout(() => {
      readings.delete(reading)
      for (const change of reading.changes) reading.onLate(change)
    })
  }
}
