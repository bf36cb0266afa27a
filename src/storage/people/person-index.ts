import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lidJid, userOfJid } from '../../contract/jid.ts'
import { personKeys } from '../../contract/phones/person.ts'
import { identityOf } from '../../domain/contacts/phone-set.ts'
import { isPhone, type PersonIndexStore } from '../../domain/people/person-index-store.ts'
import type { MessagePlace } from '../../domain/sending/last-messages.ts'
import { createSerial } from '../../domain/serial.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder, syncFolder } from '../files/durable-write.ts'
import { namesIn } from '../files/names-in.ts'
import { createPauses } from '../files/pauses.ts'
import { safeName } from '../files/safe-name.ts'
import {
  DamagedFileError,
  NewerFormatError,
  newerFormat,
  storageUnavailable,
} from '../files/storage-errors.ts'
import {
  appendLines,
  type BucketLine,
  NUMBERS_PER_LINE,
  readBucket,
  rewriteBucket,
} from './bucket-file.ts'
import { bucketOf, decodeBuckets, encodeBuckets } from './bucket-set.ts'
import { openIndexMarks } from './index-marks.ts'
import { createShares, eachPair } from './pairs.ts'

/**
 * Recipients that are collected before they are written: each write opens the file of every share.
 */
const PEOPLE_AT_ONCE = 50_000
const PAIRS_BETWEEN_PAUSES = 1_000

/**
 * Which campaigns addressed a person, below `people` of the data folder: a folder per user, whose
 * people are spread over its files by their phone. All of it follows from the ledgers, so that what
 * is damaged or missing is made anew.
 * @throws NewerFormatError
 */
export async function openPersonIndex({
  dir,
  damages: given,
  onTornLine = () => undefined,
  toLogFile = (file) => file,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  readonly onTornLine?: (torn: TornLine) => void
  readonly toLogFile?: ToLogFile
}): Promise<PersonIndexStore & { close(): Promise<void> }> {
  const root = join(dir, 'people')
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(root)
  const marks = await openIndexMarks({ folder: root, damages, onTornLine, toLogFile })
  const serially = createSerial()
  let onDamage: () => void = () => undefined

  return {
    campaigns: async () => marks.all(),
    campaign: async (number) => marks.all().get(number),
    ...{ add, addLids, remove, removeAll, find, dropDamaged, whenDamaged, close },
  }

  function whenDamaged(take: () => void): void {
    onDamage = take
  }

  function add(
    userId: string,
    campaignNumber: number,
    phones: AsyncIterable<readonly string[]>,
  ): Promise<void> {
    return change(userId, async () => {
      const used = new Set<number>()
      const toLine = (numbers: readonly number[]) => ({
        campaign: campaignNumber,
        people: numbers,
      })
      let people = createShares()
      let index = 0
      for await (const some of phones) {
        for (const phone of some) {
          const person = isPhone(phone) ? identityOf({ phone }) : undefined
          if (person !== undefined) people.put(person, [person, index])
          index += 1
        }
        if (people.count() < PEOPLE_AT_ONCE) continue
        await write(userId, people, toLine, used)
        people = createShares()
      }
      await write(userId, people, toLine, used)
      const buckets = encodeBuckets(used)
      const mark = { userId, buckets, attemptsRead: 0, isComplete: false, lastPlace: -1 }
      await marks.put(campaignNumber, mark)
    })
  }

  function addLids(
    userId: string,
    campaignNumber: number,
    { pairs, ...read }: Parameters<PersonIndexStore['addLids']>[2],
  ): Promise<void> {
    return change(userId, async () => {
      const mark = marks.all().get(campaignNumber)
      if (!mark) return
      const used = new Set(decodeBuckets([mark.buckets]))
      const names = createShares()
      const pause = createPauses(PAIRS_BETWEEN_PAUSES)
      for (const { phone, lid } of pairs) {
        const pausing = pause()
        if (pausing !== undefined) await pausing
        const number = Number(userOfJid(lid))
        if (!isPhone(phone) || !Number.isSafeInteger(number)) continue
        const pair = [number, identityOf({ phone })] as const
        // Stored under both names, so that either finds the pair.
        for (const name of pair) names.put(name, pair)
      }
      await write(userId, names, (lids) => ({ campaign: campaignNumber, lids }), used)
      await marks.put(campaignNumber, { ...mark, ...read, buckets: encodeBuckets(used) })
    })
  }

  function remove(userId: string, campaignNumbers: readonly number[]): Promise<void> {
    return change(userId, async () => {
      const gone = new Set(campaignNumbers)
      const used = decodeBuckets(
        campaignNumbers.map((number) => marks.all().get(number)?.buckets ?? ''),
      )
      for (const bucket of used) await rewriteWithout(gone, pathOf(userId, bucket))
      await marks.drop(campaignNumbers)
    })
  }

  function removeAll(userId: string): Promise<void> {
    return change(userId, () => forget(userId))
  }

  async function find(
    userId: string,
    names: Parameters<PersonIndexStore['find']>[1],
  ): ReturnType<PersonIndexStore['find']> {
    const phones = new Set<number>()
    const lids = new Set<number>()
    const places = new Map<string, MessagePlace>()
    for (const key of personKeys(names)) {
      const number = isPhone(key) ? identityOf({ phone: key }) : Number(userOfJid(key))
      if (Number.isSafeInteger(number) && number > 0) (isPhone(key) ? phones : lids).add(number)
    }
    const seen = { phones, lids, places }
    for (const lid of [...lids]) await look(userId, { lid }, seen)
    for (const phone of phones) await look(userId, { phone }, seen)
    return {
      places: [...places.values()]
        .filter(isTried)
        .sort((a, b) => b.campaignNumber - a.campaignNumber),
      phones: [...phones].map(String),
      lids: [...lids].map(lidJid),
    }
  }

  /**
   * Whether the recipient was or may be attempted: a campaign that is over goes no further than its
   * last attempt.
   */
  function isTried({ campaignNumber, index }: MessagePlace): boolean {
    const mark = marks.all().get(campaignNumber)
    return !mark?.isComplete || index <= mark.lastPlace
  }

  async function look(
    userId: string,
    { lid, phone }: { readonly lid?: number; readonly phone?: number },
    { phones, lids, places }: Seen,
  ): Promise<void> {
    const path = pathOf(userId, bucketOf(lid ?? phone ?? 0))
    await guarded(() =>
      readBucket(path, (line) => {
        if ('lids' in line) {
          eachPair(line.lids, (knownLid, knownPhone) => {
            if (knownLid === lid) phones.add(knownPhone)
            if (knownPhone === phone) lids.add(knownLid)
          })
          return
        }
        eachPair(line.people, (person, index) => {
          if (person !== phone) return
          places.set(`${line.campaign} ${index}`, { campaignNumber: line.campaign, index })
        })
      }),
    )
  }

  async function dropDamaged(): Promise<void> {
    const expected = new Map<string, string[]>()
    for (const { userId, buckets } of marks.all().values()) {
      const own = expected.get(userId) ?? []
      expected.set(userId, own)
      own.push(buckets)
    }
    for (const [userId, buckets] of expected) {
      const names = new Set(await namesIn(folderOf(userId)))
      if (decodeBuckets(buckets).some((bucket) => !names.has(nameOf(bucket)))) {
        await serially(userId, () => forget(userId))
      }
    }
  }

  /**
   * Deletes everything of a user's: marks, and files including what a crash left without a mark.
   */
  async function forget(userId: string): Promise<void> {
    const own = [...marks.all()].filter(([, mark]) => mark.userId === userId)
    await marks.drop(own.map(([number]) => number))
    await rm(folderOf(userId), { recursive: true, force: true })
  }

  async function rewriteWithout(gone: ReadonlySet<number>, path: string): Promise<void> {
    const kept: BucketLine[] = []
    await readBucket(path, (line) => {
      if (!gone.has(line.campaign)) kept.push(line)
    })
    await rewriteBucket(path, kept)
  }

  async function write(
    userId: string,
    shares: ReturnType<typeof createShares>,
    toLine: (numbers: readonly number[]) => BucketLine,
    used: Set<number>,
  ): Promise<void> {
    if (shares.count() === 0) return
    await makeFolder(folderOf(userId))
    for (const [bucket, numbers] of shares.all()) {
      const lines: BucketLine[] = []
      for (let from = 0; from < numbers.length; from += NUMBERS_PER_LINE) {
        lines.push(toLine(numbers.slice(from, from + NUMBERS_PER_LINE)))
      }
      await appendLines(pathOf(userId, bucket), lines, toLogFile)
      used.add(bucket)
    }
    await syncFolder(folderOf(userId))
  }

  /** One change of a user's files at a time. */
  function change(userId: string, work: () => Promise<void>): Promise<void> {
    return serially(userId, () => guarded(work))
  }

  /**
   * Sets a damaged file aside, and reports it: its entries come back once the index was made anew.
   */
  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof NewerFormatError) throw newerFormat(error)
      if (!(error instanceof DamagedFileError)) {
        throw storageUnavailable('cannot use the index by person', error)
      }
      await setAside(error)
      onDamage()
    }
  }

  /** One at a time for each file, since two look-ups may find the same damage. */
  function setAside({ path, message }: DamagedFileError): Promise<void> {
    return serially(path, async () => {
      const isThere = (await namesIn(dirname(path))).includes(basename(path))
      if (isThere) await damages.setAside(path, message)
    })
  }

  async function close(): Promise<void> {
    await marks.close()
  }

  function pathOf(userId: string, bucket: number): string {
    return join(folderOf(userId), nameOf(bucket))
  }

  function folderOf(userId: string): string {
    return join(root, safeName(userId))
  }
}

function nameOf(bucket: number): string {
  return `${bucket.toString(16).padStart(2, '0')}.ndjson`
}

/** The known names of a person, and the places where they were addressed. */
type Seen = {
  readonly phones: Set<number>
  readonly lids: Set<number>
  readonly places: Map<string, MessagePlace>
}
