import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listUses } from '../../../../web/screens/contacts/list-use.tsx'
import { aCampaign } from '../../../support/domain/builders.ts'
import { keepCampaign } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'

const ana = { name: 'Ana', phone: '5561999990001' }
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

test('a list says when it was last used, by which campaign, and how many that one reached', async () => {
  const console = await aConsole()
  const { id: contactListId } = await console.api('POST', '/api/contacts', {
    name: 'Turma A',
    contatos: [ana],
  })
  await console.api('POST', '/api/contacts', { name: 'Turma B', contatos: [ana] })
  const used = {
    contactListId,
    status: 'Concluída',
    recipientCount: 40,
    finishedAt: ago(1),
  } as const
  await keepCampaign(console, console, {
    ...used,
    ...{ id: '1', name: 'Inverno', startedAt: ago(48), deliveredCount: 40 },
  })
  await keepCampaign(console, console, {
    ...used,
    ...{ id: '2', name: 'Verão', startedAt: ago(2), deliveredCount: 38 },
  })
  const { page } = await console.open('/contacts')
  const card = within(await page.findByRole('region', { name: 'Turma A' }))
  const link = await card.findByRole('link', { name: 'Verão' })
  expect(link.getAttribute('href')).toBe('/campaigns/2')
  expect(link.parentElement?.textContent).toBe('Usada há 2 h em Verão38 de 40 receberam')
  const other = within(page.getByRole('region', { name: 'Turma B' }))
  other.getByText('Ainda não usada em campanhas')
})

test('what is under way tells most of a list, then the last that ran, then the next', () => {
  const of = (id: string, fields: Parameters<typeof aCampaign>[0]) =>
    aCampaign({ id, contactListId: 'a', moreListIds: [], ...fields })
  const running = of('1', { status: 'Em Andamento', startedAt: ago(90) })
  const ran = of('2', { status: 'Concluída', startedAt: ago(3) })
  const soon = of('3', { status: 'Agendada', startedAt: null, scheduledAt: ago(-1) })
  const later = of('4', { status: 'Agendada', startedAt: null, scheduledAt: ago(-9) })
  const told = (...campaigns: (typeof ran)[]) => listUses(campaigns).byList.get('a')?.id
  expect(told(later, soon)).toBe('3')
  expect(told(later, soon, ran)).toBe('2')
  expect(told(ran, soon, running)).toBe('1')
})

test('a list that is one of several counts as used, but not as reached by all of them', async () => {
  const console = await aConsole()
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turma A', contatos: [ana] })
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Todas', status: 'Concluída', startedAt: ago(2), finishedAt: ago(1) },
    ...{ contactListId: 'outra', moreListIds: [id], recipientCount: 9, deliveredCount: 9 },
  })
  const { page } = await console.open('/contacts')
  const link = await page.findByRole('link', { name: 'Todas' })
  expect(link.parentElement?.textContent).toBe('Usada há 2 h em Todas')
})

test('lists stand in the order that was chosen', async () => {
  const console = await aConsole()
  const people = [1, 2].map((at) => ({ name: `P${at}`, phone: `556199999000${at}` }))
  await console.api('POST', '/api/contacts', { name: 'Álbum', contatos: [ana] })
  await console.api('POST', '/api/contacts', { name: 'Bairro', contatos: people })
  await console.api('POST', '/api/contacts', { name: 'Aluno', contatos: [ana] })
  const { user, page } = await console.open('/contacts')
  await page.findByRole('link', { name: 'Álbum' })
  const shown = () =>
    [...page.getByRole('list', { name: 'Listas de contatos' }).querySelectorAll('h2')].map(
      (each) => each.textContent,
    )
  expect(shown()).toEqual(['Aluno', 'Bairro', 'Álbum'])
  const order = page.getByLabelText('Ordenar por')
  await user.selectOptions(order, 'Por nome')
  await passes(() => expect(shown()).toEqual(['Álbum', 'Aluno', 'Bairro']))
  await user.selectOptions(order, 'Mais contatos primeiro')
  await passes(() => expect(shown()).toEqual(['Bairro', 'Aluno', 'Álbum']))
})
