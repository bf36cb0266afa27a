import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../../support/web/console.tsx'
import { aLongTalkToOpen } from '../../../../support/web/talk.ts'

const texts = Array.from({ length: 700 }, (_, step) => `Texto ${step}.`)

type Talk = Awaited<ReturnType<typeof aLongTalkToOpen>>

async function openAt(talk: Talk, moment: string) {
  const opened = await talk.open(`${talk.address}&em=${encodeURIComponent(moment)}`)
  const list = within(await opened.page.findByRole('region', { name: 'Conversa' }))
  const marked = () => list.queryAllByRole('listitem', { current: true }).map(textOf)
  return { ...opened, list, marked }
}

const textOf = ({ textContent }: Element) => /Texto \d+/.exec(textContent ?? '')?.[0]

test('an address leads to what was said at a moment, long before the newest, and marks it', async () => {
  const talk = await aLongTalkToOpen(texts)
  const { list, marked, page, user } = await openAt(talk, talk.at(123))
  await expect.poll(marked).toEqual(['Texto 123'])
  list.getByText('Texto 24.')
  list.getByText('Texto 223.')
  expect(list.queryByText('Texto 699.')).toBeNull()
  await user.click(page.getByRole('button', { name: 'Mensagens mais novas' }))
  await list.findByText('Texto 699.')
})

test.each([
  [
    'between two messages to the one before',
    (at: Talk['at']) => new Date(Date.parse(at(650)) + 30_000).toISOString(),
    650,
  ],
  ['before all of them to the first', () => '2001-01-01T12:00:00Z', 0],
  ['after all of them to the last', () => '2999-01-01T12:00:00Z', 699],
] as const)('leads %s', async (_, momentOf, step) => {
  const talk = await aLongTalkToOpen(texts)
  const { marked } = await openAt(talk, momentOf(talk.at))
  await expect.poll(marked).toEqual([`Texto ${step}`])
})

test('shows the newest messages where the address says no time', async () => {
  const talk = await aLongTalkToOpen(texts)
  const { list, marked } = await openAt(talk, 'ontem')
  await list.findByText('Texto 699.')
  expect(marked()).toEqual([])
})

test('says so where the moment cannot be read, and leads there when asked again', async () => {
  const talk = await aLongTalkToOpen(texts)
  talk.intercept(({ url }) =>
    url.includes('before_timestamp') ? refusal('O disco está cheio.') : undefined,
  )
  const { list, marked, user } = await openAt(talk, talk.at(123))
  const alert = within(await list.findByRole('alert'))
  alert.getByText(/Não foi possível ir até esse dia da conversa\. O disco está cheio\./)
  list.getByText('Texto 699.')
  talk.intercept(() => undefined)
  await user.click(alert.getByRole('button', { name: 'Tentar novamente' }))
  await expect.poll(marked).toEqual(['Texto 123'])
  expect(list.queryByRole('alert')).toBeNull()
})
