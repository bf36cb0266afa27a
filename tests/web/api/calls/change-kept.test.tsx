import { act, renderHook, waitFor } from '@testing-library/react'
import useSWR from 'swr'
import { expect, test } from 'vitest'
import { changeKept } from '../../../../web/api/calls/change-kept.ts'

/** Each read answers when the test says. */
function aReader(key: string) {
  const answers: ((names: readonly string[]) => void)[] = []
  const read = () => new Promise<readonly string[]>((resolve) => void answers.push(resolve))
  const { result } = renderHook(() => useSWR(key, read).data)
  const answer = (...names: string[]) =>
    act(async () => {
      for (const resolve of answers.splice(0)) resolve(names)
    })
  return { answers, answer, shown: () => result.current }
}

const add = (known: readonly string[]) => [...known, 'Carla']

test('what changes while it is read for the first time is read once more', async () => {
  const { answers, answer, shown } = aReader('first')
  const changing = changeKept('first', add)
  await waitFor(() => expect(answers).toHaveLength(2))
  await answer('Ana', 'Bia', 'Carla')
  await changing
  expect(shown()).toEqual(['Ana', 'Bia', 'Carla'])
})

test('what is there is changed, and not read again', async () => {
  const { answers, answer, shown } = aReader('known')
  await answer('Ana')
  await act(() => changeKept('known', add))
  expect(shown()).toEqual(['Ana', 'Carla'])
  expect(answers).toEqual([])
})
