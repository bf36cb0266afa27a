import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refresh } from '../../../../../web/api/calls/app-events.ts'
import { refusal } from '../../../../support/web/console.tsx'
import { aLongTalk, aTalk } from '../../../../support/web/talk.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, step) => `Texto ${step}.`)

async function aLongRead(count: number) {
  const talk = await aLongTalk(numbered(count))
  const list = within(await talk.page.findByRole('region', { name: 'Conversa' }))
  await list.findByText(`Texto ${count - 1}.`)
  const shown = () =>
    list
      .getAllByText(/^Texto \d+\.$/)
      .map(({ textContent }) => Number.parseInt(textContent.slice(6), 10))
  return { ...talk, list, shown }
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, step) => from + step)

test('a button leads through the pages before, down to the beginning, and says that it is there', async () => {
  const { list, shown, user, page } = await aLongRead(230)
  expect(shown()).toEqual(range(130, 230))
  const older = () => list.getByRole('button', { name: 'Mensagens anteriores' })
  older().focus()
  await user.keyboard('{Enter}')
  await expect.poll(shown).toEqual(range(30, 230))
  await list.findByText('Mensagens anteriores carregadas.')
  await user.click(older())
  await expect.poll(shown).toEqual(range(0, 230))
  list.getByText('Aqui começam as mensagens guardadas')
  expect(list.queryByRole('button', { name: 'Mensagens anteriores' })).toBeNull()
  // The keys go on to move what is read.
  expect(document.activeElement).toBe(page.getByRole('region', { name: 'Conversa' }))
})

test('a short talk says at once where it begins', async () => {
  const { page } = await aTalk({})
  await page.findByText('Aqui começam as mensagens guardadas')
})

test('a page that does not come says so, and is asked for again', async () => {
  const { list, shown, user, intercept } = await aLongRead(120)
  intercept(({ url }) =>
    url.includes('before_timestamp') ? refusal('O disco está cheio.') : undefined,
  )
  await user.click(list.getByRole('button', { name: 'Mensagens anteriores' }))
  const alert = await list.findByRole('alert')
  expect(alert.textContent).toContain('O disco está cheio.')
  expect(shown()).toEqual(range(20, 120))
  intercept(() => undefined)
  await user.click(list.getByRole('button', { name: 'Tentar novamente' }))
  await expect.poll(shown).toEqual(range(0, 120))
  expect(list.queryByRole('alert')).toBeNull()
})

test('what comes in while somebody reads further up leaves no gap', async () => {
  const { list, shown, user, tells } = await aLongRead(150)
  await user.click(list.getByRole('button', { name: 'Mensagens anteriores' }))
  await expect.poll(shown).toEqual(range(0, 150))
  await tells('M150', 'Texto 150.', Math.floor(Date.now() / 1000))
  refresh('/api/webhook-messages')
  await expect.poll(shown).toEqual(range(0, 151))
})
