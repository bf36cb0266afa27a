import { afterAll, beforeAll } from 'vitest'

/** What is started once for all tests of a file, or of a `describe`, and closed after them. */
export function shared<Kept extends { readonly close: () => Promise<void> }>(
  start: () => Promise<Kept>,
): () => Kept {
  let kept: Kept | undefined
  beforeAll(async () => {
    kept = await start()
  })
  afterAll(() => kept?.close())
  return () => {
    if (!kept) throw new Error('asked for before the tests begin')
    return kept
  }
}
