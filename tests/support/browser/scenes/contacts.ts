import type { Page, Route } from 'playwright-core'
import { consoleRoutes } from '../../../../src/contract/console-routes.ts'
import { narrow } from '../console.ts'
import { button } from '../places.ts'
import { choose, press, type Scene } from './scene.ts'

async function openImport(page: Page): Promise<void> {
  await press(page, 'Importar')
  await page.getByLabel('Arquivo CSV').waitFor({ state: 'attached' })
}

async function chooseFile(page: Page, rows: readonly string[]): Promise<void> {
  await openImport(page)
  await page.getByLabel('Arquivo CSV').setInputFiles({
    name: 'Clientes de novembro.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['nome;telefone;cidade', ...rows].join('\n')),
  })
}

/** 412 contacts, one of them twice, and a line that is no contact. */
const mixedRows = [
  ...Array.from({ length: 412 }, (_, index) => `Pessoa ${index};619${70_000_000 + index};Brasília`),
  ...['Repetida;61970000000;', 'Errada;123;Goiânia'],
]

async function chooseLists(page: Page): Promise<void> {
  for (const name of ['Clientes VIP', 'Interessados da feira']) {
    await page.getByRole('checkbox', { name: `Escolher lista ${name}` }).check()
  }
}

/** Acts on two lists; on a phone by the menu of the bar that choosing them opens. */
async function actOnLists(page: Page, action: string): Promise<void> {
  await chooseLists(page)
  if (page.viewportSize()?.width !== narrow.width) return await press(page, action)
  await choose(page, 'Mais ações com as listas escolhidas', action)
}

/**
 * As many lists as a school has classes, with the server's own among them, which campaigns have
 * used.
 */
async function schoolLists(route: Route): Promise<void> {
  const response = await route.fetch()
  const own: readonly { readonly id: string }[] = await response.json()
  const [first] = own
  const classes = Array.from({ length: 36 }, (_, at) => ({
    ...first,
    ...{ id: `turma-${at}`, name: `${Math.floor(at / 4) + 1}º ano ${'ABCD'[at % 4]}` },
    ...{ total: 18 + ((at * 7) % 15), created_at: '2026-02-02T12:00:00.000Z' },
  }))
  await route.fulfill({ response, json: [...own, ...classes] })
}

/** Lists, and opt-outs. */
export const contactScenes: readonly Scene[] = [
  {
    name: 'contatos-novo',
    path: consoleRoutes.contacts,
    async show(page) {
      await press(page, 'Novo Contato')
      await page.getByLabel('Nome do contato 1', { exact: true }).fill('Ana Beatriz')
      await page.getByLabel('Telefone do contato 1', { exact: true }).fill('123')
      await press(page, 'Salvar')
      await page.getByText('Adicione pelo menos um contato válido.').waitFor()
    },
  },
  {
    name: 'contatos-editar',
    path: consoleRoutes.contacts,
    async show(page) {
      await press(page, 'Editar lista Base completa de 2026')
      await page.getByLabel('Nome do contato 1', { exact: true }).waitFor()
    },
  },
  {
    name: 'contatos-importar',
    path: consoleRoutes.contacts,
    show: openImport,
  },
  {
    name: 'contatos-importar-lido',
    path: consoleRoutes.contacts,
    async show(page) {
      await chooseFile(page, mixedRows)
      await button(page, 'Importar 412 contatos').waitFor()
    },
  },
  {
    name: 'contatos-importar-nada',
    path: consoleRoutes.contacts,
    async show(page) {
      await chooseFile(page, ['Errada;123;Goiânia', 'Outra;abc;'])
      await page.getByText('Nenhuma linha pode ser importada').waitFor()
      await page.getByText('Linha 2').waitFor()
    },
  },
  {
    name: 'contatos-exportar',
    path: consoleRoutes.contacts,
    async show(page) {
      await press(page, 'Exportar lista Clientes VIP')
      await page.getByLabel('CSV para Excel').check()
    },
  },
  {
    name: 'contatos-excluir',
    path: consoleRoutes.contacts,
    async show(page) {
      await press(page, 'Excluir lista Clientes VIP')
      await page.getByText('Tem certeza que deseja excluir esta lista?').waitFor()
    },
  },
  {
    name: 'contatos-escolhidas',
    path: consoleRoutes.contacts,
    show: chooseLists,
  },
  {
    name: 'contatos-juntar',
    path: consoleRoutes.contacts,
    async show(page) {
      await actOnLists(page, 'Juntar')
      await page.getByLabel('Nome da nova lista').waitFor()
    },
  },
  {
    name: 'contatos-exportar-varias',
    path: consoleRoutes.contacts,
    async show(page) {
      await actOnLists(page, 'Exportar')
      await page.getByText('uma coluna diz de que lista é cada um').waitFor()
    },
  },
  {
    name: 'contatos-excluir-varias',
    path: consoleRoutes.contacts,
    async show(page) {
      await actOnLists(page, 'Excluir')
      await page.getByText('Tem certeza que deseja excluir estas listas').waitFor()
    },
  },
  {
    name: 'contatos-linhas',
    path: consoleRoutes.contacts,
    isMadeUp: true,
    async show(page) {
      await page.route(/\/api\/contacts\?/, schoolLists)
      await page.reload()
      await page.getByRole('checkbox', { name: 'Escolher lista 2º ano B' }).check()
      await page.getByRole('checkbox', { name: 'Escolher lista 3º ano A' }).check()
      await page.unroute(/\/api\/contacts\?/, schoolLists)
    },
  },
  {
    name: 'descadastro-incluir',
    path: consoleRoutes.optOuts,
    async show(page) {
      await press(page, 'Incluir pessoa')
      await page.getByLabel('Motivo (opcional)').waitFor()
    },
  },
  {
    name: 'descadastro-escolher',
    path: consoleRoutes.optOuts,
    show: openImport,
  },
  {
    name: 'descadastro-conferir',
    path: consoleRoutes.optOuts,
    async show(page) {
      await chooseFile(page, mixedRows)
      await button(page, 'Incluir 412 pessoas').waitFor()
    },
  },
]
