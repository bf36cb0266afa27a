import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../../support/web/console.tsx'
import { aLongTalk } from '../../../../support/web/talk.ts'

/** A talk with something to find in it, and the search opened. */
async function aSearch(texts: readonly string[]) {
  const talk = await aLongTalk(texts)
  const { page, user } = talk
  const list = within(await page.findByRole('region', { name: 'Conversa' }))
  await list.findAllByText(texts.at(-1) ?? '')
  await user.click(page.getByRole('button', { name: 'Buscar na conversa' }))
  const bar = within(page.getByLabelText('Busca na conversa'))
  const field = bar.getByLabelText('Buscar nesta conversa')
  const count = () => bar.getByRole('status').textContent
  const current = () =>
    list.getAllByRole('listitem', { current: true }).map((row) => row.textContent)
  return { ...talk, list, bar, field, count, current }
}

test('leads from one found message to the next whatever its case and accents, and marks the words', async () => {
  const { user, field, count, current, list, bar } = await aSearch([
    'A rematrícula já abriu?',
    'Sim',
    'E a REMATRICULA da turma B?',
    'Também',
  ])
  expect(document.activeElement).toBe(field)
  await user.type(field, 'rematrícula')
  await expect.poll(count).toBe('1 de 2')
  await expect.poll(current).toEqual([expect.stringContaining('turma B')])
  expect(list.getAllByText(/rematr[ií]cula/i, { selector: 'mark' })).toHaveLength(2)
  await user.keyboard('{Enter}')
  expect(count()).toBe('2 de 2')
  await expect.poll(current).toEqual([expect.stringContaining('já abriu')])
  // There is none before it.
  await user.keyboard('{Enter}')
  expect(count()).toBe('2 de 2')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(count()).toBe('1 de 2')
  await user.click(bar.getByRole('button', { name: 'Resultado anterior, mais antigo' }))
  expect(count()).toBe('2 de 2')
  await user.click(bar.getByRole('button', { name: 'Próximo resultado, mais novo' }))
  expect(count()).toBe('1 de 2')
})

test('finds what was said long before what is shown, with what stands around it, and leads back', async () => {
  const texts = Array.from({ length: 700 }, (_, step) =>
    step === 123 ? 'Agulha' : `Palha ${step}`,
  )
  const { user, field, current, list, page } = await aSearch(texts)
  await user.type(field, 'agulha')
  await expect.poll(() => list.queryByText('Palha 122')).not.toBeNull()
  await expect.poll(current).toEqual([expect.stringContaining('Agulha')])
  list.getByText('Palha 223')
  expect(list.queryByText('Palha 699')).toBeNull()
  await user.click(page.getByRole('button', { name: 'Mensagens mais novas' }))
  await list.findByText('Palha 699')
})

test('Esc closes it, takes the marks away and gives the focus back', async () => {
  const { user, field, list, page } = await aSearch(['Uma palavra', 'Outra coisa'])
  await user.type(field, 'palavra')
  await list.findByText('palavra', { selector: 'mark' })
  await user.keyboard('{Escape}')
  expect(page.queryByLabelText('Busca na conversa')).toBeNull()
  expect(list.queryByText('palavra', { selector: 'mark' })).toBeNull()
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Buscar na conversa' }))
})

test('says that nothing was found', async () => {
  const { user, field, count } = await aSearch(['Bom dia', 'Boa tarde'])
  await user.type(field, 'boa noite')
  await expect.poll(count).toBe('Nada encontrado')
})

test('a search that fails says so, and is made again', async () => {
  const { user, field, count, bar, intercept } = await aSearch(['Bom dia', 'Boa tarde'])
  intercept(({ url }) =>
    url.includes('/api/chats/search') ? refusal('O disco não respondeu.') : undefined,
  )
  await user.type(field, 'bom')
  await bar.findByText('O disco não respondeu.')
  intercept(() => undefined)
  await user.click(bar.getByRole('button', { name: 'Tentar novamente' }))
  await expect.poll(count).toBe('1 de 1')
})

test('of many found messages the first ones are counted, and the others once they are gone to', async () => {
  const { user, field, count } = await aSearch(Array.from({ length: 130 }, () => 'sim'))
  await user.type(field, 'sim')
  await expect.poll(count).toBe('1 de 100+')
  for (let step = 1; step < 100; step += 1) await user.keyboard('{Enter}')
  await expect.poll(count).toBe('100 de 130')
  await user.keyboard('{Enter}')
  expect(count()).toBe('101 de 130')
})
