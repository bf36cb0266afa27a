import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fixed, print } from '../stage.ts'

/** What a daemon uses of the machine at one moment, by the name of each measurement. */
export type Sample = Readonly<Record<(typeof figures)[number], number>>

/** The measurements, in the order of the table. */
const figures = [
  'minute',
  'rssMb',
  'ownMb',
  'heapMb',
  'resources',
  'fds',
  'sockets',
  'threads',
  'cpuSeconds',
  'loopP50Ms',
  'loopP99Ms',
  'loopMaxMs',
  'journalMb',
  'outboxMb',
  'folderMb',
  'files',
] as const

const MEGABYTE = 1_024 * 1_024
/** The unit in which every Linux reports a process's time. */
const TICKS_PER_SECOND = 100
const MINUTES_PER_HOUR = 60

type Watched = {
  readonly pid: number
  readonly dataDir: string
  /** The file that `processes/soak-watch.ts` writes. */
  readonly watchPath: string
  /** Reads `/metrics`, whose counts begin anew at each reading. */
  readonly metrics: () => Promise<string>
}

/** Takes all measurements. @param minute since the beginning */
export async function takeSample(
  { pid, dataDir, watchPath, metrics }: Watched,
  minute: number,
): Promise<Sample> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  const { heapBytes, resourceCount } = readWatch(watchPath)
  const text = await metrics()
  const delayMs = (quantile: string) => {
    const line = `disparo_event_loop_delay_seconds{quantile="${quantile}"} `
    return Number(text.split(line)[1]?.split('\n')[0] ?? Number.NaN) * 1_000
  }
  const fds = readdirSync(`/proc/${pid}/fd`)
  const sizes = folderSizes(dataDir)
  return {
    minute,
    rssMb: kilobytes('VmRSS') / 1_024,
    ownMb: kilobytes('RssAnon') / 1_024,
    heapMb: heapBytes / MEGABYTE,
    resources: resourceCount,
    fds: fds.length,
    sockets: fds.filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length,
    threads: kilobytes('Threads'),
    cpuSeconds: processorSeconds(pid),
    loopP50Ms: delayMs('0.5'),
    loopP99Ms: delayMs('0.99'),
    loopMaxMs: delayMs('1'),
    journalMb: (sizes.get('sends') ?? 0) / MEGABYTE,
    outboxMb: (sizes.get('outbox') ?? 0) / MEGABYTE,
    folderMb: (sizes.get('') ?? 0) / MEGABYTE,
    files: sizes.get('files') ?? 0,
  }
}

/** Processor time of all threads of a process. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

export function printHeader(): void {
  print(figures.map((name) => name.padStart(widthOf(name))).join('  '))
}

/** A line of the table. */
export function printSample(sample: Sample): void {
  print(figures.map((name) => fixed(sample[name]).padStart(widthOf(name))).join('  '))
}

const widthOf = (name: string) => Math.max(name.length, 6)

/**
 * Prints how much each measurement grows in an hour, by the straight line through the second half.
 */
export function printSlopes(samples: readonly Sample[]): void {
  const half = secondHalf(samples)
  if (half.length < 2) return
  print(`slopes an hour, over the last ${half.length} samples:`)
  for (const name of figures.slice(1)) print(`  ${name}: ${fixed(hourlySlope(samples, name))}`)
}

/** The samples that are checked for growth: by then everything bounded has reached its bound. */
export function secondHalf(samples: readonly Sample[]): readonly Sample[] {
  return samples.slice(Math.floor(samples.length / 2))
}

/** By least squares through the second half; not a number where that is one sample. */
export function hourlySlope(samples: readonly Sample[], name: keyof Sample): number {
  const points = secondHalf(samples).map((sample) => [sample.minute, sample[name]] as const)
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const shared = points.map(([x, y]) => (x - meanX) * (y - meanY)).reduce((a, b) => a + b, 0)
  const spread = points.map(([x]) => (x - meanX) ** 2).reduce((a, b) => a + b, 0)
  return (shared / spread) * MINUTES_PER_HOUR
}

function readWatch(path: string): { readonly heapBytes: number; readonly resourceCount: number } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The file is not written yet, or is being written.
    return { heapBytes: Number.NaN, resourceCount: Number.NaN }
  }
}

function isSocket(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isSocket() ?? false
}

/** Bytes by the first folder of a data folder; `''`: the total. `files`: the number of files. */
function folderSizes(dataDir: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  const add = (name: string, count: number) => sizes.set(name, (sizes.get(name) ?? 0) + count)
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // Files may disappear while they are counted.
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    add('', bytes)
    add('files', 1)
    add(path.slice(dataDir.length + 1).split('/')[0] ?? '', bytes)
  }
  return sizes
}
