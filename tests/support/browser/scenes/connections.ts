import { consoleRoutes } from '../../../../src/contract/console-routes.ts'
import { choose, press, type Scene } from './scene.ts'

/** Connections. */
export const connectionScenes: readonly Scene[] = [
  {
    name: 'conexoes-menu',
    path: consoleRoutes.connections,
    show: (page) => press(page, 'Ações de Loja 5561999990000'),
  },
  {
    name: 'conexoes-limites',
    path: consoleRoutes.connections,
    async show(page) {
      await press(page, 'Nome e limites de Loja 5561999990000')
      await page.getByLabel('Pessoas novas por dia').waitFor()
    },
  },
  {
    name: 'conexoes-codigo',
    path: consoleRoutes.connections,
    async show(page) {
      await choose(page, 'Ações de Atendimento', /^(Ver QR Code|Reconectar)$/)
      await page.getByRole('img', { name: /Código QR/ }).waitFor()
    },
  },
  {
    name: 'conexoes-teste',
    path: consoleRoutes.connections,
    async show(page) {
      await choose(page, 'Ações de Loja 5561999990000', 'Enviar mensagem de teste')
      await page.getByRole('textbox', { name: 'Mensagem' }).waitFor()
    },
  },
  {
    name: 'conexoes-excluir',
    path: consoleRoutes.connections,
    async show(page) {
      await choose(page, 'Ações de Atendimento', 'Excluir')
      await page.getByText('Isso removerá os dados de autenticação').waitFor()
    },
  },
]
