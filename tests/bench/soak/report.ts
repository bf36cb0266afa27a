import { fixed, median, print } from '../stage.ts'
import type { Calls } from './calls.ts'
import type { Verdict } from './judge.ts'
import { hourlySlope, type Sample, secondHalf } from './samples.ts'
import type { Traffic } from './traffic.ts'

type Run = {
  readonly devices: number
  /** The sample before the traffic. */
  readonly before: Sample
  /** One sample for each minute of the traffic. */
  readonly samples: readonly Sample[]
  /** The last sample of the rest after the traffic. */
  readonly after: Sample
  readonly traffic: Traffic
  readonly calls: Calls
  readonly verdict: Verdict
}

/** Prints the whole run in one table. */
export function printReport({
  devices,
  before,
  samples,
  after,
  traffic,
  calls,
  verdict,
}: Run): void {
  const plateau = secondHalf(samples)[0] ?? before
  const end = samples.at(-1) ?? before
  const grown = (name: keyof Sample) =>
    `${fixed(plateau[name])} at the start of the second half, ${fixed(end[name])} at its end ` +
    `(${fixed(hourlySlope(samples, name))} an hour), ${fixed(after[name])} at rest`
  const held = (name: keyof Sample) =>
    `${before[name]} before, ${end[name]} at the end, ${after[name]} at rest`
  const all = (name: keyof Sample) => samples.map((sample) => sample[name])
  const delay =
    `p50 ${fixed(median(all('loopP50Ms')))} (median of the minutes), ` +
    `p99 ${fixed(Math.max(...all('loopP99Ms')))} (worst minute), max ${fixed(Math.max(...all('loopMaxMs')))}`
  const { made, unknown, refused } = calls.counts
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['minutes', fixed(end.minute - before.minute)],
    ['devices', String(devices)],
    ['campaigns, messages, inbound', sizesOf(traffic)],
    ['RSS MB', grown('rssMb')],
    ['of its own MB', grown('ownMb')],
    ['heap MB after a collection', grown('heapMb')],
    ['file handles', held('fds')],
    ['sockets', held('sockets')],
    ['journals MB', fixed(end.journalMb)],
    ['loop delay ms', delay],
    ['calls made, unknown, refused', `${made}, ${unknown}, ${refused}`],
    ['people lost, double', `${verdict.lost.length}, ${verdict.double.length}`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) print(`${name.padEnd(width)}  ${value}`)
}

const sizesOf = ({ campaigns, sent, inbound }: Traffic) =>
  [campaigns, sent]
    .map(({ size }) => size)
    .concat(inbound.length)
    .join(', ')
