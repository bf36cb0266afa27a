import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settingsFor } from '../../../web/layout/hot-keys/settings-commands.ts'
import { aConsole } from '../../support/web/console.tsx'

async function theSettings(path = '/settings?aba=webhooks') {
  const { open, api } = await aConsole()
  const opened = await open(path)
  const { page, user } = opened
  const search = async () => {
    await user.click(await page.findByRole('button', { name: 'Buscar ajuste' }))
    return page.findByRole('combobox', { name: 'O que você quer mudar?' })
  }
  const labels = () =>
    page.getAllByRole('option').map((option) => option.querySelector('span')?.textContent)
  return { ...opened, api, search, labels }
}

test('each setting that can be found is there, in view and with the focus', async () => {
  const { page, user, search } = await theSettings()
  await search()
  const all = page.getAllByRole('option').map(({ id, textContent }) => ({ id, textContent }))
  expect(all.length).toBeGreaterThan(12)
  await user.click(page.getByRole('button', { name: 'Fechar' }))
  for (const { id, textContent } of all) {
    await search()
    const option = page.getAllByRole('option').find((one) => one.textContent === textContent)
    if (!option) throw new Error(`${textContent} is not offered`)
    await user.click(option)
    const card = id.replace(/^.*-ajuste-/, '')
    await expect.poll(() => document.activeElement?.id).toBe(card)
    const tab = page.getByRole('tab', { selected: true })
    expect(textContent).toMatch(new RegExp(`${tab.textContent}$`))
  }
})

test.each([
  ['senha', 'Senha'],
  ['trocar a minha senha', 'Senha'],
  ['modo escuro', 'Tema'],
  ['tamanho da letra', 'Tamanho do texto'],
  ['chave', 'Chave da API'],
  ['exportar meus dados', 'Baixar meus dados'],
  ['sair de todas', 'Sessões abertas'],
  ['intervalo', 'Intervalo entre mensagens'],
  ['rodape', 'Rodapé de descadastro'],
  ['descadastrados', 'Últimos descadastrados'],
  ['webhooks', 'Webhooks'],
  ['respostas rapidas', 'Modelos de mensagem'],
  ['configurações', undefined],
])('%j is called so by people, and finds %j first', (typed, expected) => {
  const [first] = settingsFor(typed, () => undefined)
  expect(first?.label).toBe(expected)
})

test('Ctrl+K finds settings among all else, and shows one again that is open already', async () => {
  const { page, user, labels } = await theSettings('/settings?aba=conta#senha')
  const card = () => document.activeElement?.id
  await expect.poll(card).toBe('senha')
  const name = page.getByLabelText('Nome')
  await user.click(name)
  // A setting in the address does not take the focus from a field in use.
  expect(document.activeElement).toBe(name)
  await user.click(page.getByRole('button', { name: 'Buscar ajuste' }))
  await user.click(page.getByRole('button', { name: 'Fechar' }))
  expect(card()).not.toBe('senha')

  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await page.findByRole('combobox', { name: 'O que você procura?' })
  expect(labels()).not.toContain('Senha')
  await user.type(field, 'trocar senha')
  page.getByRole('option', { name: /^Senha/, selected: true })
  await user.keyboard('{Enter}')
  await expect.poll(card).toBe('senha')
  // A tab opened by hand has no card to show.
  await user.click(page.getByRole('tab', { name: 'Aparência' }))
  expect(location.hash).toBe('')
})

test('says that no setting is called so', async () => {
  const { page, user, search } = await theSettings()
  await user.type(await search(), 'abacaxi')
  await page.findByText('Nada encontrado para “abacaxi”. Tente outra palavra.')
})
