import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, narrow } from '../../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../../support/browser/looks.ts'
import type { User } from '../../support/daemon/user.ts'

const COUNT = 60
/** More rows than the console keeps in memory. */
const LONG_COUNT = 12_000

async function aList(user: User, count: number): Promise<string> {
  const contatos = Array.from({ length: count }, (_, place) => ({
    name: `Aluno ${place}`,
    phone: `55619${String(90_000_000 + place)}`,
    campos: { turma: `${place} A`, período: 'manhã', responsável: place % 3 ? 'Ana' : '' },
  }))
  return (await user.post<{ id: string }>('/api/contacts', { name: 'Turmas', contatos })).id
}

const cell = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}:`) })

async function middleOf(page: Page, name: string) {
  const box = await cell(page, name).boundingBox()
  if (!box) throw new Error('a cell')
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

const chosen = (page: Page) => page.locator('[aria-selected="true"]')

describeConsole('cells of a list that are chosen together', (console) => {
  test('are chosen by a pointer, filled, copied and emptied', async () => {
    const user = await console().newUser()
    const id = await aList(user, COUNT)
    const page = await console().open(`/contacts/${id}`, { user })
    const { keyboard, mouse } = page
    await cell(page, 'turma de Aluno 1').waitFor()
    await mouse.move(...(await middleOf(page, 'turma de Aluno 1')))
    await mouse.down()
    await mouse.move(...(await middleOf(page, 'turma de Aluno 3')), { steps: 3 })
    await mouse.move(...(await middleOf(page, 'período de Aluno 4')), { steps: 3 })
    await mouse.up()
    await page.getByText('4 linhas × 2 colunas').waitFor()
    // Dragging opens no cell for editing; the cell where it began has the focus.
    expect(await page.getByRole('textbox', { name: / de Aluno / }).count()).toBe(0)
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^turma de Aluno 1:/)
    for (const look of screenLooks) {
      if (look.viewport === narrow) continue
      await lookAt(page, look)
      await examine(page, `lista-intervalo-${look.look}`)
    }
    const [wide] = screenLooks
    if (wide) await lookAt(page, wide)

    await keyboard.press('ControlOrMeta+D')
    await expect.poll(() => cell(page, 'turma de Aluno 4').textContent()).toBe('1 A')
    await page.getByText('3 contatos alterados, ainda não salvos').waitFor()
    await keyboard.press('ControlOrMeta+Z')
    await expect.poll(() => cell(page, 'turma de Aluno 4').textContent()).toBe('4 A')
    await keyboard.press('ControlOrMeta+C')
    await page.getByText('8 células copiadas.').waitFor()
    await keyboard.press('Delete')
    await expect.poll(() => cell(page, 'período de Aluno 4').textContent()).toBe('–')
    await keyboard.press('Escape')
    await expect.poll(() => chosen(page).count()).toBe(0)
    await cell(page, 'turma de Aluno 6').focus()
    await keyboard.press('ControlOrMeta+V')
    await expect.poll(() => cell(page, 'turma de Aluno 9').textContent()).toBe('4 A')

    // After a drag that ends outside the table, Enter still opens the first cell.
    await mouse.move(...(await middleOf(page, 'turma de Aluno 2')))
    await mouse.down()
    await mouse.move(...(await middleOf(page, 'turma de Aluno 4')), { steps: 2 })
    await page.getByText('3 linhas × 1 coluna').waitFor()
    await mouse.move(20, 400, { steps: 2 })
    await mouse.up()
    await keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'turma de Aluno 2' }).waitFor()
    await keyboard.press('Escape')

    // A pointer below the table scrolls it through rows that were not shown.
    await mouse.move(...(await middleOf(page, 'turma de Aluno 8')))
    await mouse.down()
    await mouse.move(700, 700, { steps: 2 })
    await mouse.move(700, 899, { steps: 2 })
    await cell(page, 'turma de Aluno 59').waitFor()
    await page.getByText(/^52 linhas × /).waitFor()
    await mouse.up()
    await cell(page, 'turma de Aluno 50').click({ modifiers: ['Shift'] })
    await page.getByText('43 linhas × 1 coluna').waitFor()
    // The row of the focused cell stays in the document, however far away it is.
    await keyboard.press('Shift+ArrowLeft')
    await page.getByText('43 linhas × 2 colunas').waitFor()
    await keyboard.press('ArrowUp')
    await expect.poll(() => chosen(page).count()).toBe(0)
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^turma de Aluno 7:/)

    // Selecting all scrolls to the end once: a user who scrolls back stays there.
    await keyboard.press('ControlOrMeta+A')
    await cell(page, 'turma de Aluno 59').waitFor()
    const frame = page.getByRole('grid').locator('..')
    await frame.evaluate((element) => element.scrollTo(0, 0))
    await cell(page, 'turma de Aluno 3').waitFor()
    await keyboard.press('Delete')
    await page.getByText('60 contatos alterados, ainda não salvos').waitFor()
    expect(await frame.evaluate((element) => element.scrollTop)).toBe(0)
  })

  test('stop at the limit of rows changed at once, and load the rows that were not read yet', async () => {
    const user = await console().newUser()
    const id = await aList(user, LONG_COUNT)
    const page = await console().open('/contacts', { user })
    const { keyboard } = page
    // Holds the read of the whole list: keys are pressed while only the first rows are there.
    let letAnswer: () => void = () => undefined
    const isPressed = new Promise<void>((resolve) => {
      letAnswer = resolve
    })
    await page.route(/\/rows\/view\?/, async (route) => {
      await isPressed
      await route.continue()
    })
    await page.goto(new URL(`/contacts/${id}`, page.url()).href)
    await page.getByText('12.000 contatos').waitFor()
    await cell(page, 'turma de Aluno 0').focus()
    await keyboard.press('ControlOrMeta+Shift+ArrowDown')
    letAnswer()
    await page.getByText('10.000 linhas × 1 coluna').waitFor()
    await page.getByText(/^São até 10\.000 linhas de uma vez/).waitFor()
    await cell(page, 'turma de Aluno 9999').waitFor()
    for (const look of screenLooks) {
      if (look.viewport === narrow) continue
      await lookAt(page, look)
      await examine(page, `lista-intervalo-cheio-${look.look}`)
    }
    const [wide] = screenLooks
    if (wide) await lookAt(page, wide)
    await keyboard.press('Delete')
    await page.getByText('10.000 contatos alterados, ainda não salvos').waitFor()
    await expect.poll(() => cell(page, 'turma de Aluno 9999').textContent()).toBe('–')
    await keyboard.press('ControlOrMeta+Z')
    await page.getByText('10.000 contatos alterados').waitFor({ state: 'detached' })
  })
})
