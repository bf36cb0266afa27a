import type { Locator, Page } from 'playwright-core'
import { campaignPage, consoleRoutes } from '../../../src/contract/console-routes.ts'
import { review } from './campaign-form.ts'
import { type Clinic, confirmation, patients, RECEPTION } from './clinic.ts'
import { button } from './places.ts'

/** A picture of the documents: where it is taken, what is done first, and the part it shows. */
type GuideScene = {
  readonly name: string
  readonly path: (clinic: Clinic) => string
  /** Taken from an account that has nothing yet. */
  readonly isFresh?: true
  readonly height?: number
  /** Returns the part of the page to draw; undefined: all of it. */
  readonly show: (page: Page) => Promise<Locator | undefined>
}

const dialog = (page: Page) => page.getByRole('dialog')

async function fillCampaign(page: Page): Promise<void> {
  await page.getByLabel('Nome da campanha').fill('Confirmação de consultas')
  await page.getByLabel('Conexão WhatsApp').selectOption(RECEPTION)
  await page
    .getByLabel('Lista', { exact: true })
    .selectOption({ label: 'Consultas de amanhã · 64 contatos' })
  await page.getByLabel('Texto', { exact: true }).fill(confirmation)
  await page.getByText('Enviar agora para').first().waitFor()
}

/** A spreadsheet as a reception keeps it, with typical errors. */
function spreadsheet(): Buffer {
  const rows = patients(38, 40).map(({ name, phone, campos }) =>
    [name, `(${phone.slice(2, 4)}) ${phone.slice(4, 9)}-${phone.slice(9)}`, campos.cidade].join(
      ';',
    ),
  )
  const odd = [
    'Dona Zilda;3345-22;Brasília',
    'Seu Osvaldo;não tem;Taguatinga',
    rows[3] ?? '',
    'Farmácia São José;0800 721 1000;Brasília',
  ]
  return Buffer.from(['nome;telefone;cidade', ...rows, ...odd].join('\r\n'))
}

export const guideScenes: readonly GuideScene[] = [
  {
    name: 'conectar',
    isFresh: true,
    path: () => consoleRoutes.baileys,
    async show(page) {
      await page.getByLabel('Nome da conexão').fill('Recepção')
      await page.getByLabel('DDD').fill('61')
      await page.getByLabel('Número').fill('99999-0000')
      await button(page, 'Gerar QR Code').click()
      await page.getByRole('img', { name: /Código QR/ }).waitFor()
      return undefined
    },
  },
  {
    name: 'planilha',
    path: () => consoleRoutes.contacts,
    async show(page) {
      await button(page, 'Importar').first().click()
      await page.getByLabel('Arquivo CSV').setInputFiles({
        ...{ name: 'Pacientes.csv', mimeType: 'text/csv', buffer: spreadsheet() },
      })
      await button(page, 'Importar 38 contatos').waitFor()
      return dialog(page)
    },
  },
  {
    name: 'nova-campanha',
    height: 1000,
    path: () => consoleRoutes.newCampaign,
    async show(page) {
      await fillCampaign(page)
      return undefined
    },
  },
  {
    name: 'revisao',
    path: () => consoleRoutes.newCampaign,
    async show(page) {
      await fillCampaign(page)
      await page.getByRole('button', { name: /^Criar Campanha/ }).click()
      await review(page).getByText('63 pessoas').first().waitFor()
      return dialog(page)
    },
  },
  {
    name: 'resultado',
    height: 1000,
    path: ({ answered }) => campaignPage(answered),
    async show(page) {
      await page.getByRole('table', { name: 'Envios' }).waitFor()
      return undefined
    },
  },
  {
    name: 'horarios',
    height: 1200,
    path: () => consoleRoutes.newCampaign,
    async show(page) {
      const section = page.getByRole('group', { name: 'Ritmo e horários' })
      await page.getByLabel('Sortear a pausa até').fill('90')
      await button(page, 'Enviar só em certos horários').click()
      // A Chromium without Portuguese writes the hours of its own fields in English.
      await page.locator('input[type=time]').evaluateAll((fields) => {
        for (const field of fields) field.setAttribute('type', 'text')
      })
      return section
    },
  },
  {
    name: 'publico',
    height: 1200,
    path: () => consoleRoutes.newCampaign,
    async show(page) {
      await fillCampaign(page)
      const more = page.getByRole('group').filter({ hasText: 'Mais listas, filtros' })
      await page.getByText('Mais listas, filtros e quem fica de fora').click()
      await button(page, 'Adicionar filtro').click()
      await page.getByLabel('Coluna do filtro 1').selectOption('cidade')
      await page.getByLabel('Valor do filtro 1').fill('Taguatinga')
      await page
        .getByText(/^Enviar agora para \d\d? pessoas/)
        .first()
        .waitFor()
      return more
    },
  },
  {
    name: 'respostas',
    path: () => consoleRoutes.chat,
    async show(page) {
      await page.getByRole('button', { name: /Érica Guimarães/ }).click()
      await page.getByLabel('Mensagem').fill('Claro! Quinta às 14h está bom?')
      return undefined
    },
  },
  {
    name: 'descadastro',
    height: 640,
    path: () => consoleRoutes.optOuts,
    async show(page) {
      await page.getByText('Respondeu à mensagem').last().waitFor()
      return undefined
    },
  },
  {
    name: 'webhooks',
    height: 640,
    path: () => `${consoleRoutes.settings}?aba=webhooks`,
    async show(page) {
      await page.getByText('sistema.clinicabemviver.com.br').first().waitFor()
      return undefined
    },
  },
  {
    name: 'padroes',
    path: () => `${consoleRoutes.settings}?aba=padroes`,
    async show(page) {
      await page.getByLabel('Intervalo entre mensagens').waitFor()
      return undefined
    },
  },
  {
    name: 'restricao',
    height: 640,
    path: () => consoleRoutes.connections,
    async show(page) {
      await page
        .getByText(/limitou|restri/i)
        .first()
        .waitFor()
      return undefined
    },
  },
  {
    name: 'painel',
    height: 1060,
    path: () => consoleRoutes.dashboard,
    async show(page) {
      await page.getByRole('link', { name: 'Vacinação contra a gripe' }).first().waitFor()
      return undefined
    },
  },
]
