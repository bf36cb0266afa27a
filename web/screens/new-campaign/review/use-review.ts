import { useCallback, useState } from 'react'
import type { Review, ReviewAnswer } from './review-dialog.tsx'

type Asked = { readonly review: Review; readonly answer: (answer: ReviewAnswer) => void }

/** Shows a campaign's review, and waits for what its reader decides. */
export function useReview() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback(
    (review: Review) =>
      new Promise<ReviewAnswer>((resolve) => {
        setAsked({
          review,
          answer: (answer) => {
            setAsked(null)
            resolve(answer)
          },
        })
      }),
    [],
  )
  return { asked, ask }
}
