/** One thing that a storage keeps, and what belongs to it, in its order and in pieces. */
export type Portion<Head, Row> = {
  readonly head: Head
  readonly rows: AsyncIterable<readonly Row[]>
}

/**
 * What a storage keeps of one kind, as another storage can take it over: with its ids, its times,
 * its numbers and its order, which is the same in every storage.
 */
export type Portable<Head, Row = never> = {
  /** Reads all of it. The rows of a portion are read before the next one is asked for. */
  dump(): AsyncIterable<Portion<Head, Row>>
  /** Takes all of it into a storage that has nothing of the kind, each portion with its rows. */
  fill(portions: AsyncIterable<Portion<Head, Row>>): Promise<void>
}

/** Of a kind that consists of heads alone. */
export function alone<Head>(head: Head): Portion<Head, never> {
  return { head, rows: nothing() }
}

async function* nothing(): AsyncGenerator<never> {
  // Nothing belongs to it.
}

/** Joins small pieces of rows into pieces of up to `size`: each costs its target a write. */
export async function* gathered<Row>(
  pieces: AsyncIterable<readonly Row[]>,
  size: number,
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  for await (const piece of pieces) {
    for (const row of piece) {
      rows.push(row)
      if (rows.length < size) continue
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}

/** Heads of a kind that consists of these alone, in groups of up to `size`. */
export async function* headsOf<Head>(
  portions: AsyncIterable<Portion<Head, never>>,
  size: number,
): AsyncGenerator<readonly Head[]> {
  let group: Head[] = []
  for await (const { head } of portions) {
    group.push(head)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
