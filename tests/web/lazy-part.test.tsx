import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lazyPart } from '../../web/lazy-part.tsx'

/** A part whose script does not come the first times. */
function aPart({ failingTimes }: { readonly failingTimes: number }) {
  let asked = 0
  const Part = lazyPart(
    async () => {
      asked += 1
      if (asked <= failingTimes) throw new Error('no network')
      return () => <p>Os detalhes</p>
    },
    () => <p>Esperando</p>,
  )
  return { Part, timesAsked: () => asked }
}

test('a part that was asked for before is there at once', async () => {
  const { Part, timesAsked } = aPart({ failingTimes: 0 })
  await Part.preload()
  const page = render(<Part />)
  page.getByText('Os detalhes')
  expect(timesAsked()).toBe(1)
})

test('a part that failed while nobody saw it is asked for once more when it is shown', async () => {
  const { Part, timesAsked } = aPart({ failingTimes: 1 })
  await Part.preload()
  const page = render(<Part />)
  page.getByText('Esperando')
  await page.findByText('Os detalhes')
  expect(timesAsked()).toBe(2)
})
