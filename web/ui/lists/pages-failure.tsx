import { PartFailure } from '../display/part-failure.tsx'

/**
 * What failed of a list that is read in pages, and another try: above it where what is shown could
 * not be read again, and at the end of what was read where the list goes on.
 */
export function PagesFailure({
  place,
  pages: { error, hasEndFailed, hasMore, retry },
  failed,
}: {
  readonly place: 'start' | 'end'
  readonly pages: {
    readonly error: { readonly message: string } | undefined
    readonly hasEndFailed: boolean
    readonly hasMore: boolean
    readonly retry: () => void
  }
  /** What could not be read, as a sentence. */
  readonly failed: string
}) {
  const isHere = place === 'start' ? !hasEndFailed : hasMore
  return error && isHere && <PartFailure sentence={failed} detail={error.message} onRetry={retry} />
}
