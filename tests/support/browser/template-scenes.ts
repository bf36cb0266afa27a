import { templatesPage } from '../../../src/contract/console-routes.ts'
import type { Scene } from './dialog-scenes.ts'
import { button } from './places.ts'

const ALL = '**/api/modelos'

/** Message templates, where all of them are. */
export const templateScenes: readonly Scene[] = [
  {
    name: 'configuracoes-modelos',
    path: templatesPage,
    async show(page) {
      await page.getByText('Aviso de falta').waitFor()
    },
  },
  {
    name: 'configuracoes-modelo-editar',
    path: templatesPage,
    async show(page) {
      await button(page, 'Editar Aviso de falta').click()
      await page.getByLabel('Nome', { exact: true }).waitFor()
    },
  },
  {
    name: 'configuracoes-modelos-vazio',
    path: templatesPage,
    async show(page) {
      await page.route(ALL, (route) => route.fulfill({ json: [] }))
      await page.reload()
      await page.getByText('Nenhum modelo ainda').waitFor()
      await page.unroute(ALL)
    },
  },
]
