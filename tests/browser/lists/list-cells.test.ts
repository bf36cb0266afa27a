import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ListRows } from '../../../src/contract/contacts/list-rows.ts'
import { describeConsole, narrow } from '../../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../../support/browser/looks.ts'
import { button } from '../../support/browser/places.ts'
import type { User } from '../../support/daemon/user.ts'

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

/** Whether nothing covers the part. */
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
    // A dead key composes an accent before its letter.
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

    // Copied rows are pasted at the focused cell, and one undo takes them back.
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

    // The block has one row and one column too many for the place.
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

  test('columns are made wider by hand, by keys and to fit, and stay so in this browser', async () => {
    const user = await console().newUser()
    const name = 'Maria Aparecida de Albuquerque e Melo Cavalcanti de Oliveira Sobrinho Neto'
    const contatos = [
      { name, phone: '5561999990001', campos: { turma: 'A', observação: `${name}, ${name}` } },
    ]
    const { id } = await user.post<{ id: string }>('/api/contacts', { name: 'Turmas', contatos })
    const page = await console().open(`/contacts/${id}`, { user })
    const head = (label: string) => page.getByRole('columnheader', { name: label, exact: true })
    const widthOf = async (label: string) =>
      Math.round((await head(label).boundingBox())?.width ?? 0)
    const edge = page.getByRole('separator', { name: 'Largura da coluna turma' })
    const before = await widthOf('turma')
    const box = await edge.boundingBox()
    if (!box) throw new Error('an edge')
    await page.mouse.move(box.x + 5, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 45, box.y + 10)
    await page.mouse.move(box.x + 85, box.y + 10)
    await page.mouse.up()
    expect(await widthOf('turma')).toBe(before + 80)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => widthOf('turma')).toBe(before + 64)
    await page.getByRole('separator', { name: 'Largura da coluna Nome' }).dblclick()
    const written = cell(page, `Nome de ${name}`)
    const isCut = (part: Locator) =>
      part.evaluate((element) => element.scrollWidth > element.clientWidth)
    expect(await isCut(written)).toBe(false)
    await page.getByRole('separator', { name: 'Largura da coluna observação' }).dblclick()
    expect(await widthOf('observação')).toBe(800)
    const shown = await widthOf('Nome')
    for (const look of screenLooks) {
      if (look.viewport === narrow) continue
      await lookAt(page, look)
      await button(page, 'turma').focus()
      await page.keyboard.press('Shift+ArrowRight')
      await examine(page, `lista-larguras-${look.look}`)
      await page.keyboard.press('ArrowLeft')
    }
    await page.reload()
    await edge.waitFor()
    expect([await widthOf('turma'), await widthOf('Nome')]).toEqual([before + 64, shown])
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
