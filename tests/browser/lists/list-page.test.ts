import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ListRows } from '../../../src/contract/contacts/list-rows.ts'
import { describeConsole, narrow } from '../../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../../support/browser/looks.ts'
import { button } from '../../support/browser/places.ts'
import type { User } from '../../support/daemon/user.ts'

const people = 40
const phoneOf = (place: number) => `55619999${String(place).padStart(5, '0')}`

async function aList(user: User): Promise<string> {
  const named = [
    { name: 'José Álvares de Albuquerque e Melo Cavalcanti Neto', campos: { turma: '9' } },
    { name: 'Maria José', campos: { turma: '10', responsável: 'Zélia' } },
  ]
  const contatos = Array.from({ length: people }, (_, place) => ({
    ...(named[place] ?? { name: `Aluno ${place}`, campos: { turma: 'A' } }),
    phone: phoneOf(place),
  }))
  const body = { name: 'Turmas da manhã', contatos }
  return (await user.post<{ id: string }>('/api/contacts', body)).id
}

const rows = (page: Page) => page.locator('tbody tr[data-index]')

describeConsole('the page of a list', (console) => {
  test('is searched, written into beside somebody else, and taken apart', async () => {
    const user = await console().newUser()
    const id = await aList(user)
    const read = () => user.get<ListRows>(`/api/contacts/${id}/rows?limit=100`)
    const page = await console().open('/contacts', { user, expectedErrors: [/404/] })
    await page.getByRole('link', { name: 'Turmas da manhã', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Turmas da manhã' }).waitFor()
    await rows(page).first().waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `lista-cheia-${look.look}`)
    }
    const [wide] = screenLooks
    if (wide) await lookAt(page, wide)

    await page.getByRole('searchbox', { name: 'Buscar nesta lista' }).fill('jose')
    await page.getByText(`2 de ${people} contatos`).waitFor()
    await rows(page).first().locator('mark').getByText('José', { exact: true }).waitFor()

    const turma = (name: RegExp) => page.getByRole('button', { name })
    await turma(/^turma de José Álvares/).click()
    await page.getByRole('textbox', { name: /^turma de José Álvares/ }).fill('9 B')
    await page.keyboard.press('Enter')
    await turma(/^responsável de Maria José/).click()
    await page.getByRole('textbox', { name: /^responsável de Maria José/ }).fill('Rosa')
    await page.keyboard.press('Enter')
    await page.getByText('2 contatos alterados, ainda não salvos').waitFor()

    // Somebody else changes one of them first.
    const [, maria] = (await read()).contatos
    await user.patch(`/api/contacts/${id}/rows`, {
      alterar: [{ phone: phoneOf(1), antes: maria, depois: { ...maria, name: 'Maria José Sá' } }],
    })
    await button(page, 'Salvar alterações').click()
    await page.getByText('1 contato foi alterado em outro lugar').waitFor()
    await page.getByText('agora: Maria José Sá').waitFor()
    await examine(page, 'lista-conflito')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByText('As alterações desta lista ainda não foram salvas.').waitFor()
    await button(page, 'Não').click()
    await button(page, 'Usar o que eu digitei').click()
    await button(page, 'Salvar alterações').click()
    await page.getByText('ainda não salvo').waitFor({ state: 'detached' })
    expect((await read()).contatos.slice(0, 2)).toMatchObject([
      { campos: { turma: '9 B' } },
      { name: 'Maria José Sá', campos: { turma: '10', responsável: 'Rosa' } },
    ])

    // On a phone, where the table has no head, and a row opens as a form.
    await page.setViewportSize(narrow)
    const row = page.getByRole('button', { name: /^Editar Maria José Sá/ })
    // The rows have most of the window.
    expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(240)
    await row.click()
    await page.getByRole('dialog').getByLabel('responsável').waitFor()
    await examine(page, 'lista-pessoa')
    await page.keyboard.press('Escape')
    for (const part of [row, rows(page).first().locator('label')]) {
      expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.getByRole('checkbox', { name: 'Escolher todos os que aparecem' }).check()
    await page.getByText('2 contatos escolhidos').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `lista-escolha-${look.look}`)
    }
    await button(page, 'Mover').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome da nova lista').fill('Tarde')
    await examine(page, 'lista-mover')
    await dialog.getByRole('button', { name: 'Mover' }).click()
    await page.getByText('Ninguém encontrado').waitFor()
    expect(await read()).toMatchObject({ total: people - 2 })

    await button(page, 'Mostrar todos').click()
    await page.setViewportSize(narrow)
    await button(page, 'Filtrar e ordenar').click()
    await page.getByLabel('Ordenar por').selectOption('Telefone (decrescente)')
    await rows(page)
      .first()
      .getByText(`Aluno ${people - 1}`)
      .waitFor()
    await page.getByLabel('Ordenar por').selectOption('Ordem da lista')
    await rows(page).first().getByText('Aluno 2', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Escolher Aluno 2', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Escolher Aluno 3', exact: true }).check()
    await button(page, 'Nova campanha com estes').click()
    await page.getByRole('heading', { level: 1, name: 'Nova campanha' }).waitFor()
    await page
      .locator('select option:checked')
      .filter({ hasText: 'Turmas da manhã: 2 contatos' })
      .waitFor({ state: 'attached' })

    await page.goto('/contacts/nenhuma')
    await page.getByText('Lista não encontrada.').waitFor()
    await examine(page, 'lista-nenhuma')
    await page.getByRole('link', { name: 'Ver todas as listas' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contatos' }).waitFor()
  })
})
