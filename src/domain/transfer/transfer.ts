import { canonicalText } from './canonical-text.ts'
import type { Portable, Portion } from './portable.ts'

/** A checksum of bytes: equal sums mean equal bytes. */
export type Digest = {
  update(bytes: string | Uint8Array): void
  hex(): string
}

export type KindSum = {
  readonly kind: string
  /** Heads and rows. */
  readonly count: number
  readonly checksum: string
}

type Watch = {
  /** Called with how many more were read. */
  readonly onRead: (count: number) => void
  readonly signal: AbortSignal
}

/** One kind of what a storage keeps, on its way from a source to a target. */
export type Move = {
  readonly kind: string
  sumOfSource(watch: Watch): Promise<KindSum>
  /** Fills the target. */
  run(watch: Watch): Promise<void>
  sumOfTarget(watch: Watch): Promise<KindSum>
}

/** What a kind was in the source, and what is read of it in the target. */
export type MovedKind = KindSum & { readonly found: KindSum }

/** Characters of text that the digest gets at once. */
const SUMMED_LENGTH = 64 * 1024

/** Joins what two storages have of a kind; the source is only read. */
export function moveOf<Head, Row>(
  kind: string,
  {
    source,
    target,
    newDigest,
  }: {
    readonly source: Pick<Portable<Head, Row>, 'dump'>
    readonly target: Portable<Head, Row>
    readonly newDigest: () => Digest
  },
): Move {
  return {
    kind,
    sumOfSource: (watch) => sumOf(source.dump(), watch),
    run: (watch) => target.fill(watched(source.dump(), watch)),
    sumOfTarget: (watch) => sumOf(target.dump(), watch),
  }

  async function sumOf(
    portions: AsyncIterable<Portion<Head, Row>>,
    watch: Watch,
  ): Promise<KindSum> {
    const sum = createSum(newDigest())
    for await (const { head, rows } of watched(portions, watch)) {
      sum.add('#', head)
      for await (const some of rows) for (const row of some) sum.add('', row)
    }
    return { kind, ...sum.result() }
  }
}

async function* watched<Head, Row>(
  portions: AsyncIterable<Portion<Head, Row>>,
  watch: Watch,
): AsyncGenerator<Portion<Head, Row>> {
  for await (const { head, rows } of portions) {
    watch.signal.throwIfAborted()
    watch.onRead(1)
    yield { head, rows: watchedRows(rows, watch) }
  }
}

async function* watchedRows<Row>(
  rows: AsyncIterable<readonly Row[]>,
  { onRead, signal }: Watch,
): AsyncGenerator<readonly Row[]> {
  for await (const some of rows) {
    signal.throwIfAborted()
    onRead(some.length)
    yield some
  }
}

function createSum(digest: Digest) {
  let count = 0
  let pending = ''

  return { add, result }

  function add(mark: string, value: unknown): void {
    count += 1
    if (value instanceof Uint8Array) {
      put()
      digest.update(value)
      return
    }
    pending += `${mark}${canonicalText(value)}\n`
    if (pending.length >= SUMMED_LENGTH) put()
  }

  function put(): void {
    digest.update(pending)
    pending = ''
  }

  function result() {
    put()
    return { count, checksum: digest.hex() }
  }
}

/** Reads all of a source, and writes nothing. */
export async function survey(moves: readonly Move[], watch: Watch): Promise<readonly KindSum[]> {
  const sums: KindSum[] = []
  for (const move of moves) sums.push(await move.sumOfSource(watch))
  return sums
}

/**
 * Moves everything, and reads it again where it is then.
 * @param sums what the survey found in the source
 */
export async function moveAll(
  moves: readonly Move[],
  sums: readonly KindSum[],
  { moving, checking }: { readonly moving: Watch; readonly checking: Watch },
): Promise<readonly MovedKind[]> {
  for (const move of moves) await move.run(moving)
  const moved: MovedKind[] = []
  for (const [place, move] of moves.entries()) {
    const sum = sums[place]
    if (sum) moved.push({ ...sum, found: await move.sumOfTarget(checking) })
  }
  return moved
}

export function isSame({ count, checksum, found }: MovedKind): boolean {
  return count === found.count && checksum === found.checksum
}
