import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, toldAtConsole } from '../support/browser/console.ts'
import { button, toast } from '../support/browser/places.ts'
import { phones } from '../support/daemon/user.ts'
import { aPromise } from '../support/promise.ts'

/** Chromium itself logs refused and unanswered requests. */
const refusals = [/Failed to load resource/]
const refusal = (sentence: string) => ({
  status: 503,
  json: { error: sentence, message: sentence, code: 'storage_unavailable' },
})

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describeConsole('the console at a failure', (console) => {
  test('shows what went wrong before the place for it had loaded', async () => {
    const user = await console().newUser()
    const held = aPromise()
    const page = await console().open('/campaigns/new', {
      user,
      expectedErrors: refusals,
      isNew: true,
      prepare: (fresh) =>
        fresh.route('**/after-first*.js', async (route) => {
          await held.promise
          await route.continue()
        }),
    })
    await page.getByLabel('Nome da campanha').fill('Aurora')
    await page.route('**/api/campaigns', (route) => route.fulfill(refusal('Sem disco.')))
    await Promise.all([
      page.waitForResponse('**/api/campaigns'),
      button(page, 'Salvar Rascunho').click(),
    ])
    await button(page, 'Salvar Rascunho').and(page.locator(':enabled')).waitFor()
    held.keep()
    await toast(page, 'Erro ao criar campanha: Sem disco.').waitFor()
  })

  test('keeps contacts that could not be saved, and knows a list that is gone', async () => {
    const user = await console().newUser()
    const ids = await Promise.all(
      ['Editada', 'Aberta', 'Excluída'].map((name) => user.createList(phones(2, 21), name)),
    )
    const page = await console().open('/contacts', {
      user,
      expectedErrors: refusals,
      // The page gets no events, so it does not learn that lists are deleted elsewhere.
      prepare: (fresh) => fresh.route('**/api/events*', () => new Promise(() => undefined)),
    })
    await button(page, 'Novo Contato').click()
    await page.getByLabel('Nome do contato 1', { exact: true }).fill('Ana')
    await page.getByLabel('Telefone do contato 1', { exact: true }).fill('61 99999-0001')
    await button(page, 'Salvar').click()
    const naming = page.getByRole('dialog', { name: 'Nova lista' })
    await naming.getByLabel('Nome da lista').fill('Nova')
    await page.route('**/api/contacts', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal('Sem disco.')) : route.continue(),
    )
    await naming.getByRole('button', { name: 'Salvar' }).click()
    await toast(page, 'Erro ao criar lista de contatos.').waitFor()
    const adding = page.getByRole('dialog', { name: 'Novo Contato' })
    await adding.getByText('Sem disco.').waitFor()
    expect(await adding.getByLabel('Nome do contato 1', { exact: true }).inputValue()).toBe('Ana')
    await expectAccessible(page)
    await page.unroute('**/api/contacts')
    await button(page, 'Salvar').click()
    await naming.getByLabel('Nome da lista').fill('Nova')
    await naming.getByRole('button', { name: 'Salvar' }).click()
    await toast(page, 'Lista de contatos criada com sucesso!').waitFor()

    await button(page, 'Editar lista Editada').click()
    await page.getByLabel('Nome da lista').fill('Editada de novo')
    // Holds the repeated reads that a page without events makes, which would show the deletion.
    const isOver = aPromise()
    await page.route(/\/api\/contacts\?/, async (route) => {
      await isOver.promise
      await route.continue()
    })
    await Promise.all(ids.map((id) => user.remove(`/api/contacts/${id}`)))
    await button(page, 'Salvar').click()
    await toast(page, 'Erro ao atualizar lista de contatos.').waitFor()
    const editing = page.getByRole('dialog', { name: 'Editar Editada' })
    await editing.getByText('Lista não encontrada.').waitFor()
    expect(await editing.getByLabel('Nome da lista').inputValue()).toBe('Editada de novo')
    await button(page, 'Cancelar').click()
    await button(page, 'Sim').click()

    await button(page, 'Editar lista Aberta').click()
    const gone = page.getByRole('dialog', { name: 'Editar Aberta' })
    await gone.getByText('Lista não encontrada.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await button(page, 'Excluir lista Excluída').click()
    await button(page, 'Sim').click()
    isOver.keep()
    await toast(page, 'Erro ao excluir lista.').waitFor()
    await list(page, 'Excluída').waitFor({ state: 'hidden' })
    await list(page, 'Nova').waitFor()
  })

  test('imports nothing into a list whose id is missing from the answer', async () => {
    const user = await console().newUser()
    const page = await console().open('/contacts', { user })
    await button(page, 'Importar').first().click()
    await page.getByLabel('Arquivo CSV').setInputFiles({
      name: 'Um.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,phone\nAna,61999990001\n'),
    })
    await page.route('**/api/contacts', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 201,
            json: { name: 'Um', total: 1, added: 1, duplicates: 0, invalid: [] },
          })
        : route.continue(),
    )
    await button(page, 'Importar 1 contato').click()
    await toast(page, 'Não foi possível obter o ID da nova lista.').waitFor()
    await page.unroute('**/api/contacts')
    await button(page, 'Tentar novamente').click()
    await page.getByText('1 contato adicionado à lista “Um”').waitFor()
  })

  test('tells at the console that the figures and the chart could not be fetched', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings', {
      user,
      expectedErrors: [...refusals, /Falha ao buscar/],
    })
    await page.route('**/api/dashboard/stats*', (route) => route.fulfill(refusal('Sem disco.')))
    await toldAtConsole(page, /Falha ao buscar os dados do painel e do gráfico/, () =>
      page.getByRole('link', { name: 'Dashboard' }).click(),
    )
    await page.getByText('Não foi possível carregar os dados do painel.').waitFor()
  })
})
