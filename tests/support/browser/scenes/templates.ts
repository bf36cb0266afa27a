import type { Page } from 'playwright-core'
import { consoleRoutes, templatesPage } from '../../../../src/contract/console-routes.ts'
import { button } from '../places.ts'
import { openTalk, openTalkOfFiles } from './chat.ts'
import type { Scene } from './scene.ts'

const ALL = '**/api/modelos'

async function type(page: Page, text: string): Promise<void> {
  await page.getByLabel('Mensagem').fill('')
  await page.getByLabel('Mensagem').focus()
  await page.keyboard.type(text)
}

/** Message templates: where all of them are, and as a chat offers them. */
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
    name: 'configuracoes-modelos-busca',
    path: templatesPage,
    async show(page) {
      await page.getByLabel('Buscar modelo').fill('aula lembrete')
      await button(page, 'Ações de Lembrete de aula').click()
    },
  },
  {
    name: 'configuracoes-modelos-nenhum',
    path: templatesPage,
    async show(page) {
      await page.getByLabel('Buscar modelo').fill('chave pix')
      await page.getByLabel('Ordem').selectOption('Alterados por último')
      await button(page, 'Criar modelo “chave pix”').waitFor()
    },
  },
  {
    name: 'configuracoes-modelo-duplicar',
    path: templatesPage,
    async show(page) {
      await button(page, 'Ações de Lembrete de aula').click()
      await page.getByRole('menuitem', { name: 'Duplicar' }).click()
      await page.getByText(/^{turma} e {hora}/).waitFor()
    },
  },
  {
    name: 'configuracoes-modelos-vazio',
    path: templatesPage,
    isMadeUp: true,
    async show(page) {
      await page.route(ALL, (route) => route.fulfill({ json: [] }))
      await page.reload()
      await page.getByText('Nenhum modelo ainda').waitFor()
      await page.unroute(ALL)
    },
  },
  {
    name: 'chat-modelos',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalk(page)
      await type(page, '/')
      await page.getByRole('option', { name: /Aviso de falta/ }).waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'chat-modelos-nenhum',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalk(page)
      await type(page, '/orçamento')
      await page.getByText('Nenhum modelo com “orçamento”.').waitFor()
    },
  },
  {
    name: 'chat-modelos-botao',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalk(page)
      await type(page, 'Bom dia! ')
      await button(page, 'Usar um modelo (/)').click()
      await page.getByLabel('Buscar modelo').fill('aula')
      await page.getByRole('option', { name: /Lembrete de aula/ }).waitFor()
    },
  },
  {
    name: 'chat-modelo-preencher',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalk(page)
      await type(page, '/lembrete')
      await page.getByRole('option', { name: /Lembrete de aula/ }).click()
      await button(page, 'Preencher {turma}').waitFor()
    },
  },
  {
    name: 'chat-guardar-modelo',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalkOfFiles(page)
      const own = page.getByRole('listitem').filter({ hasText: 'Recebido, obrigada!' })
      await own.getByRole('button', { name: 'Guardar como modelo' }).focus()
    },
  },
  {
    name: 'chat-modelos-vazio',
    path: consoleRoutes.chat,
    isMadeUp: true,
    async show(page) {
      await page.route(ALL, (route) => route.fulfill({ json: [] }))
      await page.reload()
      await openTalk(page)
      await type(page, '/')
      await page.getByText(/^Nenhum modelo ainda/).waitFor()
      await page.unroute(ALL)
    },
  },
]
