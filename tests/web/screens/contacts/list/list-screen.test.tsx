import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { ListRow } from '../../../../../src/contract/contacts/list-rows.ts'
import { publishAppEvent } from '../../../../../web/api/calls/app-events.ts'
import { aPromise } from '../../../../support/promise.ts'
import { aConsole } from '../../../../support/web/console.tsx'
import { setWidth } from '../../../../support/web/width.ts'

const ANA = '5561999990001'
const someRows: readonly ListRow[] = [
  { name: 'Ana Lima', phone: ANA, campos: { turma: 'A', mãe: 'Rosa' } },
  { name: 'Bia Melo', phone: '5561999990002', campos: { turma: 'B' } },
  { name: 'Caio Sá', phone: '5561999990003', campos: { turma: 'C' } },
  { name: 'Davi Reis', phone: '5561999990004' },
]

async function aList({ width = 1440 } = {}) {
  setWidth(width)
  onTestFinished(() => setWidth(1440))
  const console = await aConsole()
  const body = { name: 'Turmas', contatos: someRows }
  const { id } = await console.api('POST', '/api/contacts', body)
  const { user, page } = await console.open(`/contacts/${id}`)
  await page.findByText('4 contatos')
  const box = (name: string) => page.getByRole('checkbox', { name: `Escolher ${name}` })
  await waitFor(() => box('Ana Lima'))
  return {
    ...{ user, page, box, api: console.api, console },
    rowOf: (name: string) => within(page.getByRole('row', { name: new RegExp(name) })),
    read: () => console.api('GET', `/api/contacts/${id}/rows`),
  }
}

test('who gets no campaigns is marked in the rows, as soon as the person is', async () => {
  const { page, api, rowOf } = await aList()
  expect(page.queryByText('Não recebe')).toBeNull()
  await api('POST', '/api/optouts', { phone: ANA })
  act(() => publishAppEvent({ type: 'opt_out' }))
  await waitFor(() => rowOf('Ana Lima').getByText('Não recebe'))
  expect(page.getAllByText('Não recebe')).toHaveLength(1)
})

test('a campaign for those who are chosen opens where its screen still stands, and else nowhere', async () => {
  const { page, user, box, console } = await aList()
  const held = aPromise()
  let isAsked = false
  console.intercept(async ({ method }) => {
    if (method !== 'POST') return undefined
    isAsked = true
    await held.promise
    return undefined
  })
  await user.click(box('Ana Lima'))
  await user.click(page.getByRole('button', { name: 'Nova campanha com estes' }))
  await waitFor(() => expect(isAsked).toBe(true))
  await user.click(page.getByRole('link', { name: 'Descadastro' }))
  await page.findByText('Ninguém pediu para não receber')
  held.keep()
  await waitFor(async () => expect(await console.api('GET', '/api/contacts')).toHaveLength(2))
  await waitFor(() => expect(console.isAtRest()).toBe(true))
  expect(location.pathname).toBe('/optouts')
})

test('on a phone a row is two lines: the person, then the phone and what else the list says', async () => {
  const { page, user, rowOf } = await aList({ width: 390 })
  const ana = rowOf('Ana Lima').getByRole('button', { name: /^Editar Ana Lima/ })
  expect(ana.textContent).toContain('+55 (61) 99999-0001')
  expect(ana.textContent).toContain('turma A')
  expect(ana.textContent).toContain('mãe Rosa')
  expect(page.queryByRole('columnheader', { name: 'turma' })).toBeNull()
  await user.type(page.getByRole('searchbox'), 'rosa')
  const mark = await page.findByText('Rosa', { selector: 'mark' })
  // The found words are in a part of the line that is not cut off.
  const line = mark.closest('b')?.parentElement
  expect(line?.parentElement?.children[1]).toBe(line)
})

test('on a phone a row opens as a form, and is saved with the other changes', async () => {
  const { page, user, read } = await aList({ width: 390 })
  await user.click(page.getByRole('button', { name: /^Editar Bia Melo/ }))
  const dialog = within(await page.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Nome'), ' Sousa')
  await user.type(dialog.getByLabelText('mãe'), 'Zélia')
  await user.click(dialog.getByRole('button', { name: 'Pronto' }))
  await page.findByText('1 contato alterado, ainda não salvo')
  page.getByRole('button', { name: /^Editar Bia Melo Sousa/ })
  await user.click(page.getByRole('button', { name: 'Salvar alterações' }))
  await page.findByText('1 contato salvo.')
  expect((await read()).contatos[1]).toMatchObject({
    name: 'Bia Melo Sousa',
    campos: { turma: 'B', mãe: 'Zélia' },
  })
})

test('on a phone the next step stands beside the title, and the rest of the actions in a menu', async () => {
  const { page, user } = await aList({ width: 390 })
  page.getByRole('link', { name: 'Nova campanha' })
  page.getByRole('link', { name: 'Contatos', current: false })
  expect(page.queryByRole('button', { name: 'Exportar' })).toBeNull()
  await user.click(page.getByRole('button', { name: 'Ações de Turmas' }))
  await user.click(page.getByRole('menuitem', { name: 'Exportar' }))
  await page.findByRole('dialog')
})

test('on a phone a button beside the search opens filter and order, and tells when they are in use', async () => {
  const { page, user } = await aList({ width: 390 })
  const tools = page.getByRole('button', { name: 'Filtrar e ordenar' })
  expect(page.queryByLabelText('Ordenar por')).toBeNull()
  await user.click(tools)
  await user.selectOptions(page.getByLabelText('Ordenar por'), 'Nome (decrescente)')
  await user.selectOptions(page.getByLabelText('Filtrar pela coluna'), 'turma')
  await user.type(page.getByLabelText('Valor do filtro'), 'b')
  await page.findByText('1 de 4 contatos')
  await user.click(tools)
  expect(page.queryByLabelText('Filtrar pela coluna')).toBeNull()
  page.getByRole('button', { name: 'Filtrar e ordenar (em uso)' })
  page.getByText('1 de 4 contatos')
})

test('F6 leads from a chosen row to what can be done, and back; Esc chooses nobody', async () => {
  const { page, user, box } = await aList()
  await user.click(box('Bia Melo'))
  const status = page.getByText(/^1 contato escolhido/)
  expect(status.getAttribute('role')).toBe('status')
  await user.keyboard('{F6}')
  const action = page.getByRole('button', { name: 'Nova campanha com estes' })
  expect(document.activeElement).toBe(action)
  await user.keyboard('{F6}')
  expect(document.activeElement).toBe(box('Bia Melo'))
  await user.keyboard('{F6}{Escape}')
  expect(document.activeElement).toBe(box('Bia Melo'))
  expect(page.queryByText(/escolhido/)).toBeNull()
})

test('what is done with the chosen is read before the rows, and said where something already stood', async () => {
  const { page, user, box } = await aList()
  const statuses = page.getAllByRole('status')
  await user.click(box('Ana Lima'))
  const status = page.getByText(/^1 contato escolhido/)
  expect(statuses).toContain(status)
  const action = page.getByRole('button', { name: 'Remover' })
  const order = action.compareDocumentPosition(page.getByRole('grid'))
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
})

test('Esc in the search or a cell leaves the choice alone', async () => {
  const { page, user, box } = await aList()
  await user.click(box('Ana Lima'))
  await user.click(page.getByRole('searchbox'))
  await user.keyboard('{Escape}')
  await user.click(page.getByRole('button', { name: /^Nome de Bia Melo/ }))
  await user.keyboard('{Escape}')
  page.getByText(/^1 contato escolhido/)
})

test('with Shift all rows from the one pressed before are chosen', async () => {
  const { page, user, box } = await aList()
  await user.click(box('Davi Reis'))
  fireEvent.click(box('Bia Melo'), { shiftKey: true })
  await page.findByText(/^3 contatos escolhidos/)
  expect(box('Ana Lima')).toHaveProperty('checked', false)
})

test('arrows lead from cell to cell, and stay in a field that is written into', async () => {
  const { page, user } = await aList()
  const cell = (name: RegExp) => page.getByRole('button', { name })
  cell(/^Nome de Ana Lima/).focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(document.activeElement).toBe(cell(/^Telefone de Bia Melo/))
  await user.keyboard('{ArrowUp}{ArrowLeft}')
  expect(document.activeElement).toBe(cell(/^Nome de Ana Lima/))
  await user.keyboard('{Enter}{ArrowDown}')
  expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Nome de Ana Lima' }))
})
