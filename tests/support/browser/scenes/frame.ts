import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { consoleRoutes } from '../../../../src/contract/console-routes.ts'
import type { Scene } from './scene.ts'

/** Presses a key until its dialog is open: shortcuts work once their script is loaded. */
async function pressUntil(page: Page, key: string, dialog: Locator): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await dialog.isVisible())) await page.keyboard.press(key)
      return dialog.isVisible()
    })
    .toBe(true)
}

export const openPalette = (page: Page) =>
  pressUntil(page, 'Control+k', page.getByRole('dialog', { name: 'Ir para' }))

/** Scenes that any screen can open. */
export const frameScenes: readonly Scene[] = [
  {
    name: 'paleta',
    path: consoleRoutes.settings,
    async show(page) {
      await openPalette(page)
      await page.getByRole('combobox', { name: 'O que você procura?' }).fill('cliente 3')
      await page.getByRole('option', { name: /\+55/ }).first().waitFor()
    },
  },
  {
    name: 'paleta-nada',
    path: consoleRoutes.settings,
    async show(page) {
      await openPalette(page)
      await page
        .getByRole('combobox', { name: 'O que você procura?' })
        .fill('ninguém se chama assim')
      await page.getByText('Nada encontrado para').waitFor()
    },
  },
  {
    name: 'ajuda',
    path: consoleRoutes.settings,
    async show(page) {
      await pressUntil(page, '?', page.getByRole('dialog', { name: 'Ajuda' }))
      await page.getByText('Por que 60 segundos?').click()
    },
  },
]
