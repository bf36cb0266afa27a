import { expect, test } from 'vitest'
import { keepCampaign } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'

async function aListOf(console: Awaited<ReturnType<typeof aConsole>>, name: string) {
  const contatos = [{ name: 'Ana', phone: '61999990001' }]
  return console.api('POST', '/api/contacts', { name, contatos })
}

test('each deleted list can be brought back, also by Ctrl+Z, the newest first', async () => {
  const console = await aConsole()
  await aListOf(console, 'Turma A')
  await aListOf(console, 'Turma B')
  const { user, page } = await console.open('/contacts')
  const remove = async (name: string) => {
    await user.click(await page.findByRole('button', { name: `Excluir lista ${name}` }))
    await page.findByRole('dialog', { name: `Excluir lista ${name}` })
    await user.click(page.getByRole('button', { name: 'Sim' }))
    await passes(() => expect(page.queryByRole('heading', { name })).toBeNull())
  }
  await remove('Turma A')
  await remove('Turma B')
  // The second toast comes after its list has gone.
  await passes(() => expect(page.getAllByText('Lista excluída!', toast)).toHaveLength(2))
  await user.keyboard('{Control>}z{/Control}')
  await page.findByRole('heading', { name: 'Turma B' })
  expect(page.queryByRole('heading', { name: 'Turma A' })).toBeNull()
  await page.findByText('A lista voltou.', toast)
  await user.click(page.getByRole('button', { name: 'Desfazer' }))
  await page.findByRole('heading', { name: 'Turma A' })
})

test('Ctrl+Z in a field is the field’s', async () => {
  const console = await aConsole()
  await aListOf(console, 'Turma A')
  await aListOf(console, 'Turma B')
  const { user, page } = await console.open('/contacts')
  await user.click(await page.findByRole('button', { name: 'Excluir lista Turma A' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Lista excluída!', toast)
  await user.click(page.getByRole('searchbox'))
  await user.keyboard('{Control>}z{/Control}')
  await page.findByRole('button', { name: 'Desfazer' })
  expect(await console.api('GET', '/api/contacts')).toMatchObject([{ name: 'Turma B' }])
})

test('a deleted campaign comes back to its place among the others', async () => {
  const console = await aConsole()
  for (const [id, name] of [
    ['1', 'Páscoa'],
    ['2', 'Natal'],
    ['3', 'Volta às aulas'],
  ] as const) {
    await keepCampaign(console, console, { id, name, createdAt: `2026-01-1${id}T12:00:00.000Z` })
  }
  const { user, page } = await console.open('/campaigns')
  const names = () => page.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
  await page.findByRole('article', { name: 'Natal' })
  const before = names()
  const [, second] = page.getAllByRole('button', { name: 'Excluir' })
  if (second) await user.click(second)
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Campanha excluída com sucesso!', toast)
  await passes(() => expect(names()).toHaveLength(2))
  await user.click(page.getByRole('button', { name: 'Desfazer' }))
  await passes(() => expect(names()).toEqual(before))
})

test('what the server can no longer bring back is said', async () => {
  const console = await aConsole()
  await aListOf(console, 'Turma A')
  const { user, page } = await console.open('/contacts')
  await user.click(await page.findByRole('button', { name: 'Excluir lista Turma A' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  const undo = await page.findByRole('button', { name: 'Desfazer' })
  console.intercept(({ url }) =>
    url.endsWith('/restore')
      ? Response.json({ error: 'x', message: 'x', code: 'list_not_found' }, { status: 404 })
      : undefined,
  )
  await user.click(undo)
  await page.findByText('Não dá mais para desfazer.', toast)
  console.complaints.take(/^error: Não dá mais/)
})
