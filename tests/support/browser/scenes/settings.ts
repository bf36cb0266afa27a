import { consoleRoutes } from '../../../../src/contract/console-routes.ts'
import { choose, press, type Scene } from './scene.ts'

/** Settings. */
export const settingsScenes: readonly Scene[] = [
  {
    name: 'configuracoes-avisos',
    path: consoleRoutes.settings,
    show: (page) => page.getByRole('tab', { name: 'Notifications' }).click(),
  },
  {
    name: 'configuracoes-plano',
    path: consoleRoutes.settings,
    show: (page) => page.getByRole('tab', { name: 'Billing' }).click(),
  },
  {
    name: 'configuracoes-excluir-conta',
    path: `${consoleRoutes.settings}?aba=conta`,
    async show(page) {
      await press(page, 'Excluir conta')
      await press(page, 'Excluir para sempre')
      await page.getByLabel('Digite EXCLUIR').and(page.locator('[aria-invalid="true"]')).waitFor()
    },
  },
  {
    name: 'configuracoes-webhooks',
    path: `${consoleRoutes.settings}?aba=webhooks`,
    async show(page) {
      await page.getByRole('link', { name: 'Ver entregas' }).first().waitFor()
    },
  },
  {
    name: 'configuracoes-webhook-novo',
    path: `${consoleRoutes.settings}?aba=webhooks`,
    async show(page) {
      await press(page, 'Novo webhook')
      await press(page, 'Cadastrar webhook')
      await page.getByLabel('Endereço').and(page.locator('[aria-invalid="true"]')).waitFor()
    },
  },
  {
    name: 'configuracoes-webhook-entregas',
    path: `${consoleRoutes.settings}?aba=webhooks`,
    async show(page) {
      await page.getByRole('link', { name: 'Ver entregas' }).first().click()
      await page
        .getByText(/\+55 \(11\) 97700-0000/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'configuracoes-webhook-teste',
    path: `${consoleRoutes.settings}?aba=webhooks`,
    async show(page) {
      await press(page, 'Enviar teste')
      await page.getByRole('button', { name: 'Enviar agora' }).waitFor()
    },
  },
  {
    name: 'configuracoes-webhook-segredo',
    path: `${consoleRoutes.settings}?aba=webhooks`,
    async show(page) {
      await choose(page, /^Ações de http/, 'Trocar o segredo')
      await page.getByText('as duas assinaturas').waitFor()
    },
  },
  {
    name: 'configuracoes-webhook-assinatura',
    path: `${consoleRoutes.settings}?aba=webhooks`,
    async show(page) {
      await choose(page, /^Ações de http/, 'Conferir a assinatura')
      await page.getByText('timingSafeEqual').first().waitFor()
    },
  },
]
