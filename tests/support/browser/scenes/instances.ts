import { consoleRoutes } from '../../../../src/contract/console-routes.ts'
import { choose, press, type Scene } from './scene.ts'

/** Instances, chatbots and assistants. */
export const instanceScenes: readonly Scene[] = [
  {
    name: 'instancias-menu',
    path: consoleRoutes.instances,
    show: (page) => press(page, 'Ações de 5561999990000'),
  },
  {
    name: 'instancias-nova',
    path: consoleRoutes.instances,
    async show(page) {
      await press(page, 'Nova instância')
      await page.getByRole('dialog').getByLabel('Nome da instância').waitFor()
    },
  },
  {
    name: 'instancias-codigo',
    path: consoleRoutes.instances,
    async show(page) {
      await press(page, 'Conectar')
      await page.getByRole('img', { name: /Código QR/ }).waitFor()
    },
  },
  {
    name: 'instancias-webhook',
    path: consoleRoutes.instances,
    async show(page) {
      await choose(page, 'Ações de 5561999990000', 'Configurar webhook')
      await page.getByRole('button', { name: 'Salvar webhook' }).waitFor()
    },
  },
  {
    name: 'instancias-exemplo',
    path: consoleRoutes.instances,
    async show(page) {
      await page
        .getByRole('region', { name: '5561999990000' })
        .getByRole('button', { name: 'Chamada de exemplo' })
        .click()
      await page
        .getByRole('dialog')
        .getByText(/sendText/)
        .waitFor()
    },
  },
  {
    name: 'instancias-entregas',
    path: consoleRoutes.instances,
    async show(page) {
      await choose(page, 'Ações de 5561999990000', 'Entregas do webhook')
      await page.getByRole('dialog', { name: /^Entregas/ }).waitFor()
    },
  },
  {
    name: 'instancias-chatbots',
    path: consoleRoutes.instances,
    async show(page) {
      await press(page, 'Chatbots (1)')
      await page.getByText('Abrimos das 9h às 18h.').waitFor()
    },
  },
  {
    name: 'instancias-chatbot-novo',
    path: consoleRoutes.instances,
    async show(page) {
      await press(page, 'Chatbots (1)')
      await press(page, 'Novo chatbot')
      await page.getByRole('textbox', { name: 'Palavras-chave' }).pressSequentially('abre,fecha,')
    },
  },
  {
    name: 'instancias-chatbot-editar',
    path: consoleRoutes.instances,
    async show(page) {
      await press(page, 'Chatbots (1)')
      await press(page, 'Editar Horário')
      await page.getByLabel('Mensagem de um cliente').fill('Que horas abre amanhã?')
      await press(page, 'Testar')
      await page.getByRole('log').getByText('Abrimos das 9h às 18h.').waitFor()
      await page.getByLabel('Mensagem de um cliente').fill('Tem estacionamento?')
      await press(page, 'Testar')
      await page.getByRole('log').getByText('Sem resposta.').waitFor()
    },
  },
  {
    name: 'instancias-respostas',
    path: consoleRoutes.instances,
    async show(page) {
      await choose(page, 'Ações de 5561999990000', 'Últimas respostas')
      await page.getByRole('dialog').getByText('Abrimos das 9h às 18h.').first().waitFor()
    },
  },
  {
    name: 'instancias-gateway',
    path: consoleRoutes.instances,
    async show(page) {
      await press(page, 'Cadastrar gateway')
      await page.getByRole('dialog').getByLabel('API Key', { exact: true }).waitFor()
    },
  },
  {
    name: 'instancias-assistentes',
    path: consoleRoutes.instances,
    async show(page) {
      await page.getByRole('tab', { name: 'Assistentes' }).click()
      await page.getByRole('region', { name: 'Atendente' }).waitFor()
    },
  },
  {
    name: 'instancias-assistente-novo',
    path: consoleRoutes.instances,
    async show(page) {
      await page.getByRole('tab', { name: 'Assistentes' }).click()
      await page.getByRole('button', { name: /assistente$/ }).click()
      await page.getByLabel('Instruções').waitFor()
    },
  },
]
