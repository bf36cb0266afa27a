import type { Page } from 'playwright-core'
import { consoleRoutes } from '../../../../src/contract/console-routes.ts'
import { SENDER } from '../talk-of-files.ts'
import type { Scene } from './scene.ts'

/** A talk of a few words. */
export async function openTalk(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Ana Beatriz/ }).click()
  await page.getByText('Vocês abrem amanhã?').waitFor()
}

export async function openTalkOfFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(SENDER.name) }).click()
  await page.getByText('Recebido, obrigada!').last().waitFor()
}

/** Conversations. */
export const chatScenes: readonly Scene[] = [
  {
    name: 'chat-conversa',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalk(page)
      await page.getByLabel('Mensagem').fill('Abrimos, sim! *Das 9h às 18h*.')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Só anotar' }).waitFor()
    },
  },
  {
    name: 'chat-arquivos',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalkOfFiles(page)
      await page.getByRole('button', { name: /^Ouvir/ }).click()
      await page.getByRole('button', { name: /^Pausar/ }).click()
      await page.getByRole('button', { name: /^Ouvir/ }).waitFor()
    },
  },
  {
    name: 'chat-contato',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalkOfFiles(page)
      await page
        .getByText(/^Secretaria da Escola/)
        .first()
        .scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: /^Salvar Declaração/ }).waitFor()
    },
  },
  {
    name: 'chat-imagem',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalkOfFiles(page)
      await page
        .getByRole('button', { name: /^Abrir Imagem/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('img', { name: 'Imagem' }).waitFor()
    },
  },
  {
    name: 'chat-video',
    path: consoleRoutes.chat,
    async show(page) {
      await openTalkOfFiles(page)
      await page.getByRole('button', { name: /^Abrir Vídeo/ }).click()
      // The video has played to its end: the picture does not change any more.
      await page.waitForFunction(() => document.querySelector('video')?.ended)
    },
  },
]
