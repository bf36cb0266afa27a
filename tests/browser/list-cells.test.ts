import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ListRows } from '../../src/contract/contacts/list-rows.ts'
import { describeConsole, narrow } from '../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { button } from '../support/browser/places.ts'
import type { User } from '../support/daemon/user.ts'

const COUNT = 40

async function aList(user: User): Promise<string> {
  const contatos = Array.from({ length: COUNT }, (_, place) => ({
    name: `Aluno ${place}`,
    phone: `55619999${String(place).padStart(5, '0')}`,
    campos: { turma: `${place} A`, período: 'manhã' },
  }))
  return (await user.post<{ id: string }>('/api/contacts', { name: 'Turmas', contatos })).id
}

const cell = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}:`) })

/** The edges of a part, and of whatever sticks over the page. */
async function edgesOf(part: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('a box')
  return { top: Math.round(box.y), bottom: Math.round(box.y + box.height) }
}

/** Whether nothing is over it. */
function isShown(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    return [top + 3, bottom - 3].every((y) =>
      element.contains(document.elementFromPoint(left + 3, y)),
    )
  })
}

describeConsole('the cells of a list', (console) => {
  test('are typed into, copied and pasted as in a spreadsheet', async () => {
    const user = await console().newUser()
    const id = await aList(user)
    const page = await console().open(`/contacts/${id}`, { user })
    const { keyboard } = page
    await cell(page, 'turma de Aluno 1').waitFor()
    await cell(page, 'turma de Aluno 1').focus()
    await keyboard.type('9 ç')
    await keyboard.press('Tab')
    await expect.poll(() => cell(page, 'turma de Aluno 1').textContent()).toBe('9 ç')
    await keyboard.type('tarde')
    await keyboard.press('Enter')
    // An accent comes before its letter.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Dead' })
    await devtools.send('Input.insertText', { text: 'é' })
    const field = page.getByRole('textbox', { name: 'período de Aluno 2' })
    await expect.poll(() => field.inputValue()).toBe('é')
    await keyboard.press('Escape')
    await keyboard.press('Delete')
    await expect.poll(() => cell(page, 'período de Aluno 2').textContent()).toBe('–')
    for (const look of screenLooks) {
      await lookAt(page, look)
      if (look.viewport === narrow) continue
      await cell(page, 'período de Aluno 2').focus()
      await keyboard.press('ArrowLeft')
      await examine(page, `lista-celula-${look.look}`)
    }
    const [wide] = screenLooks
    if (wide) await lookAt(page, wide)

    // Rows go to where the keys are, and one step takes them back.
    await page.getByRole('checkbox', { name: 'Escolher Aluno 1', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Escolher Aluno 2', exact: true }).check()
    await keyboard.press('ControlOrMeta+C')
    await page.getByText('2 contatos copiados.').waitFor()
    await keyboard.press('Escape')
    for (const key of ['ControlOrMeta+End', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
      await keyboard.press(key)
    }
    await keyboard.press('ControlOrMeta+V')
    await expect.poll(() => cell(page, 'turma de Aluno 38').textContent()).toBe('9 ç')
    await page.getByText('4 contatos alterados, ainda não salvos').waitFor()
    await keyboard.press('ControlOrMeta+Z')
    await page.getByText('2 contatos alterados, ainda não salvos').waitFor()

    // One line too many, and one column.
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowRight')
    await keyboard.press('ControlOrMeta+V')
    await page.getByText(/^Ficou de fora do que você colou: .* abaixo do último contato/).waitFor()
    const pasted = cell(page, 'Telefone de Aluno 39')
    await expect.poll(() => isShown(pasted)).toBe(true)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `lista-colado-${look.look}`)
    }
    if (wide) await lookAt(page, wide)
    await button(page, 'Entendi').click()
    await button(page, 'Descartar').click()
    const { contatos } = await user.get<ListRows>(`/api/contacts/${id}/rows?limit=100`)
    expect(contatos[1]).toMatchObject({ campos: { turma: '1 A', período: 'manhã' } })
  })

  test('on a phone the search stays in reach, and nothing covers what has the focus', async () => {
    const user = await console().newUser()
    const id = await aList(user)
    const page = await console().open(`/contacts/${id}`, { user })
    await page.setViewportSize(narrow)
    const search = page.getByRole('searchbox', { name: 'Buscar nesta lista' })
    const row = (place: number) =>
      page.getByRole('button', { name: new RegExp(`^Editar Aluno ${place} `) })
    expect((await edgesOf(page.locator('tbody tr[data-index]').first())).top).toBeLessThanOrEqual(
      238,
    )
    await row(0).focus()
    await page.getByRole('checkbox', { name: 'Escolher Aluno 0', exact: true }).check()
    const bar = page.getByRole('region', { name: 'O que fazer com os escolhidos' })
    for (let place = 1; place < 24; place += 1) {
      await page.keyboard.press('ArrowDown')
      const focused = await edgesOf(page.locator(':focus'))
      expect(focused.bottom).toBeLessThanOrEqual((await edgesOf(bar)).top)
    }
    await examine(page, 'lista-rolada')
    for (let place = 0; place < 20; place += 1) {
      await page.keyboard.press('ArrowUp')
      const focused = await edgesOf(page.locator(':focus'))
      expect(focused.top).toBeGreaterThanOrEqual((await edgesOf(search)).bottom)
    }
    expect((await edgesOf(search)).top).toBeGreaterThanOrEqual(58)
    for (const look of screenLooks) {
      if (look.viewport !== narrow) continue
      await lookAt(page, look)
      await row(12).scrollIntoViewIfNeeded()
      await row(12).focus()
      await examine(page, `lista-rolada-${look.look}`)
    }
    await search.fill('aluno 39')
    await row(39).waitFor()
    expect((await edgesOf(row(39))).top).toBeGreaterThanOrEqual((await edgesOf(search)).bottom)
  })
})
