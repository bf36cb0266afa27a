import { mutate } from 'swr'

/**
 * Changes a kept answer without reading it again. SWR drops an answer that is on its way at that
 * moment, so that it is asked for again where none was kept yet.
 */
export async function changeKept<Answer>(
  key: string,
  change: (known: Answer) => Answer,
): Promise<void> {
  await mutate<Answer>(key, (known) => (known === undefined ? undefined : change(known)), {
    revalidate: (known) => known === undefined,
  })
}
