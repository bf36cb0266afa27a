import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { confirmButton, mainButton } from '../support/browser/campaign-form.ts'
import { type Console, describeConsole, type PageOptions } from '../support/browser/console.ts'
import { type Keyboard, keyboardOf, watchForMouse } from '../support/browser/keyboard.ts'
import { button } from '../support/browser/places.ts'
import type { User } from '../support/daemon/user.ts'

describeConsole('keyboard', (console) => {
  test('signs in, skips to the content, turns tabs and leaves, by keys alone', async () => {
    const user = await console().newUser()
    const { page, keys } = await openWithKeys(console(), '/login')
    await keys.reach(page.getByLabel('E-mail'))
    await keys.type(user.email)
    await keys.press('Tab')
    await keys.type(user.password)
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()

    const skip = page.getByRole('link', { name: 'Ir para o conteúdo' })
    await keys.reach(skip)
    await keys.press('Enter')
    await keys.press('Tab')
    await keys.expectOn(page.getByLabel('Campanha', { exact: true }))

    await goByKeys(page, keys, 'Configurações')
    const tab = (name: string) => page.getByRole('tab', { name })
    const first = page.getByRole('tab').first()
    await keys.reach(first)
    await keys.press('End')
    await keys.expectOn(tab('Billing'))
    await page.getByRole('tabpanel', { name: 'Billing' }).waitFor()
    await keys.press('ArrowRight')
    await keys.expectOn(first)
    await keys.press('ArrowLeft')
    await keys.expectOn(tab('Billing'))
    await keys.press('ArrowLeft')
    await page.getByRole('tabpanel', { name: 'Notifications' }).waitFor()

    await keys.back(button(page, 'Log Out'))
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
    await keys.expectNoMouse()
  })

  test('makes a contact list and deletes it; each dialog gives the focus back', async () => {
    const user = await console().newUser()
    const { page, keys } = await openWithKeys(console(), '/contacts', { user })
    const add = button(page, 'Novo Contato').first()
    await page.getByText('Nenhuma lista de contatos').waitFor()
    await keys.reach(add)
    await keys.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Novo Contato' })
    await keys.expectOn(dialog.locator(':focus'))
    await keys.press('Escape')
    await keys.expectOn(add)

    await keys.press('Enter')
    await keys.reach(dialog.getByLabel('Nome do contato 1', { exact: true }))
    await keys.type('Ana Beatriz')
    await keys.press('Tab')
    await keys.type('61 99999-0001')
    await keys.reach(button(page, 'Adicionar linha'))
    await keys.press('Enter')
    await keys.expectOn(dialog.getByLabel('Nome do contato 2', { exact: true }))
    await keys.type('Bia')
    await keys.press('Tab')
    await keys.type('123')
    await keys.press('Enter')
    await page.getByText('Telefone curto demais: faltam dígitos.').waitFor()
    await keys.expectOn(dialog.getByLabel('Telefone do contato 2', { exact: true }))
    await keys.press('ControlOrMeta+A')
    await keys.type('61 99999-0002')
    await keys.press('Enter')
    const naming = page.getByRole('dialog', { name: 'Nova lista' })
    await keys.reach(naming.getByLabel('Nome da lista'))
    await keys.type('Clientes')
    await keys.press('Enter')
    await page.getByText('Lista de contatos criada com sucesso!').waitFor()
    await keys.expectOn(add)

    const remove = button(page, 'Excluir lista Clientes')
    await keys.reach(remove)
    await keys.press('Enter')
    await keys.reach(button(page, 'Não'))
    await keys.press('Enter')
    await keys.expectOn(remove)
    await keys.press('Space')
    await keys.reach(button(page, 'Sim'))
    await keys.press('Enter')
    await page.getByText('Lista excluída!').waitFor()
    await page.getByText('Nenhuma lista de contatos').waitFor()
    await expectInContent(page, keys)
  })

  test('creates a campaign, looks at it, stops it and deletes it', async () => {
    const user = await console().newUser()
    await user.pair(console().control, '5561976660000')
    await user.createList(['5561987650001', '5561987650002', '5561987650003'])
    const { page, keys } = await openWithKeys(console(), '/', { user })
    await goByKeys(page, keys, 'Campanhas')
    await keys.reach(page.getByRole('link', { name: 'Nova Campanha' }))
    await keys.press('Enter')
    await fillByKeys(page, keys)
    await page.waitForURL('**/campaigns')

    const aurora = page.getByRole('article', { name: 'Aurora' })
    await aurora.getByText('1 de 3 enviados').waitFor()
    const details = aurora.getByRole('link', { name: 'Ver Detalhes' })
    await keys.reach(details)
    await keys.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Aurora' })
    await dialog.getByRole('row', { name: /Cliente 0/ }).waitFor()
    await keys.reach(dialog.getByLabel('Status do envio'))
    await keys.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await keys.expectOn(details)

    await keys.reach(button(page, 'Parar'))
    await keys.press('Enter')
    await keys.press('Escape')
    await keys.expectOn(button(page, 'Parar'))
    await keys.press('Enter')
    await keys.reach(button(page, 'Sim'))
    await keys.press('Enter')
    await page.getByText('Sinal de parada enviado para a campanha.').waitFor()
    await aurora.getByText('Cancelada', { exact: true }).waitFor()
    await expectInContent(page, keys)

    await keys.reach(aurora.getByRole('button', { name: 'Excluir' }))
    await keys.press('Enter')
    await keys.reach(button(page, 'Sim'))
    await keys.press('Space')
    await page.getByText('Campanha excluída com sucesso!').waitFor()
    await page.getByText('Nenhuma campanha encontrada').waitFor()
    await expectInContent(page, keys)
  })

  test('opens, searches and closes the menu of a connection, and deletes that', async () => {
    const user = await console().newUser()
    await user.pair(console().control, '5561976661111')
    const { page, keys } = await openWithKeys(console(), '/whatsapp/connections', { user })
    const opener = page.getByRole('button', { name: /^Ações de/ })
    const item = (name: string) => page.getByRole('menuitem', { name })
    await keys.reach(opener)
    await keys.press('Enter')
    await keys.expectOn(item('Enviar mensagem de teste'))
    await keys.press('ArrowUp')
    await keys.expectOn(item('Excluir'))
    await keys.press('ArrowDown')
    await keys.expectOn(item('Enviar mensagem de teste'))
    await keys.press('Escape')
    await keys.expectOn(opener)
    expect(await page.getByRole('menu').count()).toBe(0)

    await keys.press('ArrowDown')
    await keys.expectOn(item('Enviar mensagem de teste'))
    await keys.press('Enter')
    await page.getByRole('dialog').waitFor()
    await keys.press('Escape')
    await keys.expectOn(opener)

    await keys.press('Enter')
    await keys.expectOn(item('Enviar mensagem de teste'))
    await keys.press('e')
    await keys.expectOn(item('Excluir'))
    await keys.press('Enter')
    await keys.reach(button(page, 'Não'))
    await keys.press('Enter')
    await keys.expectOn(opener)
    await keys.press('Space')
    await keys.press('End')
    await keys.press('Enter')
    await keys.reach(button(page, 'Sim'))
    await keys.press('Enter')
    await page.getByText('Conexão excluída com sucesso!').waitFor()
    await page.getByText('Nenhuma conexão encontrada.').waitFor()
    await expectInContent(page, keys)
  })
})

async function openWithKeys(
  console: Console,
  path: string,
  options: PageOptions & { readonly user?: User } = {},
): Promise<{ page: Page; keys: Keyboard }> {
  const page = await console.open(path, { ...options, isNew: true, prepare: watchForMouse })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, keys: keyboardOf(page) }
}

async function goByKeys(page: Page, keys: Keyboard, screen: string): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: 'Principal' })
  await keys.reach(sidebar.getByRole('link', { name: screen, exact: true }))
  await keys.press('Enter')
  await page.getByRole('heading', { level: 1, name: screen }).waitFor()
}

/** Fills in the form of a campaign that starts at once, and sends it. */
async function fillByKeys(page: Page, keys: Keyboard): Promise<void> {
  await keys.reach(page.getByLabel('Nome da campanha'))
  await keys.type('Aurora')
  await keys.press('Tab')
  await keys.expectOn(page.getByLabel('Conexão WhatsApp'))
  await keys.press('ArrowDown')
  await keys.press('Tab')
  await keys.expectOn(page.getByLabel('Lista', { exact: true }))
  await keys.press('ArrowDown')
  await keys.reach(page.getByLabel('Texto', { exact: true }))
  await keys.type('Oi, ')
  await keys.reach(button(page, '{nome}'))
  await keys.press('Enter')
  await keys.expectOn(page.getByLabel('Texto', { exact: true }))
  await keys.type('!')
  expect(await page.getByLabel('Texto', { exact: true }).inputValue()).toBe('Oi, {nome}!')
  // The picker of an image is hidden behind its words: they show the focus.
  await keys.reach(page.getByLabel('Escolher imagem'))
  await keys.reach(page.getByLabel('Enviar agora'))
  await keys.press('ArrowDown')
  await page.getByLabel('Data', { exact: true }).waitFor()
  await keys.expectOn(page.getByLabel('Agendar'))
  await keys.press('ArrowUp')
  await keys.expectOn(page.getByLabel('Enviar agora'))
  await keys.reach(page.getByLabel('Intervalo'))
  await keys.press('ControlOrMeta+A')
  await keys.type('600')
  await keys.reach(mainButton(page))
  await keys.press('Enter')
  await keys.reach(confirmButton(page))
  await keys.press('Enter')
}

/** What had the focus is gone: the next Tab goes on within the screen, not at its very beginning. */
async function expectInContent(page: Page, keys: Keyboard): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        Boolean(document.querySelector('main')?.contains(document.activeElement)),
      ),
    )
    .toBe(true)
  await keys.expectNoMouse()
}
