import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepCampaign } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'

const person = (at: number) => ({ name: `Pessoa ${at}`, phone: String(5_561_999_990_000 + at) })

type Listed = { id: string; name: string; total: number }

/** Lists of one person each, but that the last one shares its person with the first. */
async function aScreen(names: readonly string[]) {
  const console = await aConsole()
  const ids = new Map<string, string>()
  for (const [at, name] of names.entries()) {
    const contatos = [person(at), ...(at === names.length - 1 ? [person(0)] : [])]
    const { id } = await console.api('POST', '/api/contacts', { name, contatos })
    ids.set(name, id)
  }
  const { user, page } = await console.open('/contacts')
  await page.findByLabelText(`Escolher lista ${names.at(-1)}`)
  const box = (name: string): HTMLInputElement =>
    page.getByRole('checkbox', { name: `Escolher lista ${name}` })
  const chosen = () => names.filter((name) => box(name).checked)
  const bar = () =>
    within(page.getByRole('region', { name: 'O que fazer com as listas escolhidas' }))
  const listed = async (): Promise<Listed[]> => console.api('GET', '/api/contacts?preview=0')
  return { console, ids, user, page, box, chosen, bar, listed }
}

/** A campaign that waits for its hour, to a list. */
async function keepCampaignOf(
  console: Awaited<ReturnType<typeof aConsole>>,
  contactListId: string,
): Promise<void> {
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Reunião', status: 'Agendada', scheduledAt: '2099-01-01T12:00:00.000Z' },
    contactListId,
  })
}

/** Whatever asks for the names of campaigns fails. */
function loseCampaigns({ intercept }: Awaited<ReturnType<typeof aConsole>>): void {
  intercept(({ url }) => {
    const isAsked = new URL(url).pathname === '/api/campaigns'
    return isAsked ? refusal('O banco não respondeu.') : undefined
  })
}

test('lists are chosen one by one, in a range, all that show, and by Esc none', async () => {
  const { user, page, box, chosen, bar } = await aScreen(['A', 'B', 'C', 'D'])
  expect(page.queryByRole('region', { name: /escolhidas/ })).toBeNull()
  await user.click(box('A'))
  bar().getByText(/^1 lista escolhida, 1 contato/)
  expect(bar().getByRole<HTMLButtonElement>('button', { name: 'Juntar' }).disabled).toBe(true)
  await user.keyboard('{Shift>}')
  await user.click(box('C'))
  await user.keyboard('{/Shift}')
  expect(chosen()).toEqual(['A', 'B', 'C'])
  bar().getByText(/^3 listas escolhidas, 3 contatos/)
  await user.keyboard('{Escape}')
  expect(chosen()).toEqual([])
  await user.click(page.getByRole('checkbox', { name: 'Todas as listas' }))
  expect(chosen()).toEqual(['A', 'B', 'C', 'D'])
  await user.click(box('B'))
  const all = page.getByRole<HTMLInputElement>('checkbox', { name: 'Todas as listas' })
  expect([all.checked, all.indeterminate]).toEqual([false, true])
})

test('what is chosen stays so while others are looked for', async () => {
  const { user, page, box, bar } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  await user.click(box('Manhã'))
  await user.type(page.getByLabelText(/^Buscar/), 'Noite')
  await passes(() => expect(page.queryByRole('link', { name: 'Tarde' })).toBeNull())
  bar().getByText(/^1 lista escolhida, 1 contato \(1 fora da busca\)/)
  await user.click(box('Noite'))
  await user.clear(page.getByLabelText(/^Buscar/))
  await page.findByRole('link', { name: 'Tarde' })
  bar().getByText(/^2 listas escolhidas, 3 contatos/)
})

test('all that a search finds are chosen, those too that are not loaded yet', async () => {
  const names = Array.from({ length: 52 }, (_, at) => (at < 50 ? `Turma ${at}` : `Banda ${at}`))
  const { user, page } = await aScreen(names)
  page.getByText('48 ou mais listas')
  await user.click(page.getByLabelText('Todas as listas'))
  await page.findByText(/^52 listas escolhidas, 53 contatos \(4 ainda não aparecem\)/)
  const all = page.getByLabelText<HTMLInputElement>('Todas as listas')
  expect([all.checked, all.indeterminate]).toEqual([true, false])
  await user.click(all)
  expect(page.queryByText(/listas? escolhidas?/)).toBeNull()

  // At once: what is chosen of a search ends with the next one, which a slow hand would bring.
  await user.click(page.getByLabelText(/^Buscar/))
  await user.paste('Turma')
  await user.click(await page.findByLabelText('Todas as encontradas'))
  await page.findByText(/^50 listas escolhidas, 50 contatos \(2 ainda não aparecem\)/)
  await user.click(page.getByLabelText('Escolher lista Turma 7'))
  const found = page.getByLabelText<HTMLInputElement>('Todas as encontradas')
  expect([found.checked, found.indeterminate]).toEqual([false, true])
})

test('all that a search finds are chosen in the moment that its box shows', async () => {
  const { user, page } = await aScreen(Array.from({ length: 49 }, (_, at) => `Turma ${at}`))
  const shows = new MutationObserver(() => {
    const box = page.queryByLabelText<HTMLInputElement>('Todas as encontradas')
    if (!box) return
    shows.disconnect()
    box.click()
  })
  shows.observe(document.body, { childList: true, characterData: true, subtree: true })
  await user.click(page.getByLabelText(/^Buscar/))
  await user.paste('Turma')
  await page.findByText(/^49 listas escolhidas/)
})

test('where the further lists cannot be read none is chosen, and that is told', async () => {
  const names = Array.from({ length: 49 }, (_, at) => `Turma ${at}`)
  const { console, user, page } = await aScreen(names)
  console.intercept(({ url }) =>
    url.includes('preview=0') ? refusal('O banco não respondeu.') : undefined,
  )
  await user.click(page.getByLabelText('Todas as listas'))
  await page.findByText('O banco não respondeu.', toast)
  expect(page.queryByText(/listas? escolhidas?/)).toBeNull()
})

test('a campaign begins with all chosen lists', async () => {
  const { user, page, box, bar } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  await user.click(box('Manhã'))
  await user.click(box('Noite'))
  await user.click(bar().getByRole('link', { name: 'Nova campanha com estas' }))
  const first: HTMLSelectElement = await page.findByLabelText('Lista')
  await passes(() => expect(first.selectedOptions[0]?.textContent).toMatch(/^Manhã/))
  const others = page.getByText('Mais listas, filtros e quem fica de fora').closest('details')
  expect(others?.open).toBe(true)
  within(others ?? document.body).getByRole('button', { name: /Noite/ })
})

test('chosen lists become one, which can be taken back while its toast stands', async () => {
  const { user, page, box, bar, listed } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  for (const name of ['Manhã', 'Noite']) await user.click(box(name))
  await user.click(bar().getByRole('button', { name: 'Juntar' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Juntar 2 listas' }))
  const name = dialog.getByLabelText<HTMLInputElement>('Nome da nova lista')
  expect(name.value).toBe('Manhã e Noite')
  await user.clear(name)
  await user.click(dialog.getByRole('button', { name: 'Juntar' }))
  dialog.getByText('O nome da lista é obrigatório para salvar.')
  await user.type(name, 'Dia todo')
  await user.click(dialog.getByRole('button', { name: 'Juntar' }))
  await page.findByText('Dia todo tem agora 2 contatos. 1 telefone se repetia.', toast)
  expect((await listed()).map((list) => list.name)).toEqual(['Dia todo', 'Noite', 'Tarde', 'Manhã'])
  expect(page.queryByRole('region', { name: /escolhidas/ })).toBeNull()
  await user.click(page.getByRole('button', { name: /^Desfazer/ }))
  await page.findByText('A lista nova foi desfeita; as outras estão como eram.', toast)
  expect((await listed()).map((list) => list.name)).toEqual(['Noite', 'Tarde', 'Manhã'])
})

test('lists go into one of them, and the others away', async () => {
  const { ids, user, page, box, bar, listed } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  for (const name of ['Manhã', 'Noite']) await user.click(box(name))
  await user.click(bar().getByRole('button', { name: 'Juntar' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Juntar 2 listas' }))
  await user.selectOptions(dialog.getByLabelText('Em'), ids.get('Manhã') ?? '')
  await user.click(dialog.getByRole('checkbox', { name: 'Excluir depois as outras' }))
  await user.click(dialog.getByRole('button', { name: 'Juntar' }))
  await page.findByText('Lista excluída!', toast)
  expect((await listed()).map(({ name, total }) => ({ name, total }))).toEqual([
    { name: 'Tarde', total: 1 },
    { name: 'Manhã', total: 2 },
  ])
})

test('chosen lists are deleted after one question, and come back together', async () => {
  const { user, page, box, bar, listed } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  for (const name of ['Manhã', 'Tarde']) await user.click(box(name))
  await user.click(bar().getByRole('button', { name: 'Excluir' }))
  const question = within(await page.findByRole('dialog', { name: 'Excluir 2 listas' }))
  question.getByText('Tem certeza que deseja excluir estas listas, com 2 contatos? Manhã e Tarde.')
  await user.click(question.getByRole('button', { name: 'Sim' }))
  await page.findByText('2 listas excluídas!', toast)
  expect((await listed()).map((list) => list.name)).toEqual(['Noite'])
  await user.click(page.getByRole('button', { name: /^Desfazer/ }))
  await page.findByText('2 listas voltaram.', toast)
  expect((await listed()).map((list) => list.name)).toEqual(['Noite', 'Tarde', 'Manhã'])
})

test('a list that a campaign needs is asked about once more, and kept where that is a no', async () => {
  const { console, ids, user, page, box, bar, listed } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  await keepCampaignOf(console, ids.get('Tarde') ?? '')
  for (const name of ['Manhã', 'Tarde']) await user.click(box(name))
  await user.click(bar().getByRole('button', { name: 'Excluir' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  const question = within(await page.findByRole('dialog', { name: 'Excluir 1 lista em uso' }))
  question.getByText(/Uma delas é usada por campanhas agendadas: Reunião\./)
  await user.click(question.getByRole('button', { name: 'Não' }))
  await page.findByText('Lista excluída!', toast)
  expect((await listed()).map((list) => list.name)).toEqual(['Noite', 'Tarde'])
  await passes(() => bar().getByText(/^1 lista escolhida, 1 contato/))
})

test('lists that are gone can be brought back though of a list in use nobody could be asked', async () => {
  const { console, ids, user, page, box, bar, listed } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  await keepCampaignOf(console, ids.get('Tarde') ?? '')
  for (const name of ['Manhã', 'Tarde']) await user.click(box(name))
  await user.click(bar().getByRole('button', { name: 'Excluir' }))
  loseCampaigns(console)
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Uma lista não pôde ser excluída.', toast)
  bar().getByText(/^1 lista escolhida, 1 contato/)
  await user.click(page.getByRole('button', { name: /^Desfazer/ }))
  await page.findByText('A lista voltou.', toast)
  expect((await listed()).map((list) => list.name)).toEqual(['Noite', 'Tarde', 'Manhã'])
})

test('lists that were joined are never said not to be, whatever keeps the others from going', async () => {
  const { console, ids, user, page, box, bar } = await aScreen(['Manhã', 'Tarde', 'Noite'])
  await keepCampaignOf(console, ids.get('Tarde') ?? '')
  for (const name of ['Manhã', 'Tarde']) await user.click(box(name))
  await user.click(bar().getByRole('button', { name: 'Juntar' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Juntar 2 listas' }))
  await user.selectOptions(dialog.getByLabelText('Em'), ids.get('Manhã') ?? '')
  await user.click(dialog.getByRole('checkbox', { name: 'Excluir depois as outras' }))
  loseCampaigns(console)
  await user.click(dialog.getByRole('button', { name: 'Juntar' }))
  await page.findByText('Uma lista não pôde ser excluída.', toast)
  page.getByText(/^Manhã tem agora 2 contatos\./, toast)
  expect(page.queryByText('Não foi possível juntar as listas.')).toBeNull()
})
