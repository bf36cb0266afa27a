import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { consoleRoutes } from '../../../src/contract/console-routes.ts'
import { narrow } from './console.ts'
import { button } from './places.ts'
import { SENDER } from './talk-of-files.ts'

/** What a screen shows only when somebody asks for it. Nothing here changes what is stored. */
export type Scene = {
  readonly name: string
  readonly path: string
  readonly show: (page: Page) => Promise<unknown>
}

const press = (page: Page, name: string | RegExp) => button(page, name).first().click()

async function choose(page: Page, menu: string | RegExp, item: string | RegExp): Promise<void> {
  await press(page, menu)
  await page.getByRole('menuitem', { name: item }).click()
}

/** Does something with a campaign: by its card, or where it is a line by the line's menu. */
async function actOn(page: Page, campaign: string, action: string): Promise<void> {
  // A phone would have to scroll to it.
  await page.getByRole('searchbox').fill(campaign)
  const card = page.getByRole('article', { name: campaign, exact: true })
  if (page.viewportSize()?.width !== narrow.width) {
    const own = card.getByRole('link').or(card.getByRole('button'))
    return await own.filter({ hasText: action }).click()
  }
  await card.getByRole('button', { name: `Ações de ${campaign}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function chooseFile(page: Page, rows: readonly string[]): Promise<void> {
  await press(page, 'Importar')
  await page.getByLabel('Arquivo CSV').setInputFiles({
    name: 'Clientes de novembro.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['nome;telefone;cidade', ...rows].join('\n')),
  })
}

/** Keys are heard once their script has come: pressed until the dialog is there. */
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

async function chooseLists(page: Page): Promise<void> {
  for (const name of ['Clientes VIP', 'Interessados da feira']) {
    await page.getByRole('checkbox', { name: `Escolher lista ${name}` }).check()
  }
}

/** Does something with two lists: on a phone by the menu of the bar that comes with them. */
async function actOnLists(page: Page, action: string): Promise<void> {
  await chooseLists(page)
  if (page.viewportSize()?.width !== narrow.width) return await press(page, action)
  await choose(page, 'Mais ações com as listas escolhidas', action)
}

/** As many lists as a school has classes; the server's own among them, which campaigns have used. */
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

/** The server's campaigns, time and again: more than a list to choose from shows. */
async function yearsOfCampaigns(route: Route): Promise<void> {
  const response = await route.fetch()
  const campaigns: readonly { readonly id: string }[] = await response.json()
  const json = Array.from({ length: 40 }, (_, year) =>
    campaigns.map((campaign) => ({ ...campaign, id: `${campaign.id}${year}` })),
  ).flat()
  await route.fulfill({ response, json })
}

const people = Array.from(
  { length: 412 },
  (_, index) => `Pessoa ${index};619${70_000_000 + index};Brasília`,
)

async function openTalkOfFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(SENDER.name) }).click()
  await page.getByText('Recebido, obrigada!').last().waitFor()
}

export const dialogScenes: readonly Scene[] = [
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
  {
    name: 'modelos',
    path: consoleRoutes.newCampaign,
    async show(page) {
      await press(page, 'Modelos')
      await page.getByText('Aviso de falta').waitFor()
    },
  },
  {
    name: 'painel-menu',
    path: consoleRoutes.dashboard,
    show: (page) => press(page, 'Ações de Black Friday: aviso antecipado'),
  },
  {
    name: 'painel-procurar',
    path: consoleRoutes.dashboard,
    async show(page) {
      const all = '**/api/campaigns/with-stats*'
      // Not once alone: that may be a call which the reload ends.
      await page.route(all, yearsOfCampaigns)
      await page.reload()
      await page.getByLabel('Campanha', { exact: true }).selectOption('Procurar outra…')
      await page.getByLabel('Buscar por nome ou descrição').fill('asa norte')
      await page.getByText(/^\d+ de \d+ campanhas$/).waitFor()
      await page.unroute(all)
    },
  },
  {
    name: 'campanhas-detalhes',
    path: consoleRoutes.campaigns,
    async show(page) {
      await actOn(page, 'Convite: inauguração Asa Norte', 'Ver Detalhes')
      await page.getByText('Erro', { exact: true }).last().waitFor()
    },
  },
  {
    name: 'campanha-pagina',
    path: consoleRoutes.campaigns,
    async show(page) {
      await actOn(page, 'Convite: inauguração Asa Norte', 'Ver Detalhes')
      await page.getByRole('link', { name: 'Abrir a página da campanha' }).click()
      await page.getByRole('table', { name: 'Envios' }).waitFor()
    },
  },
  {
    name: 'campanha-em-andamento',
    path: consoleRoutes.campaigns,
    async show(page) {
      await actOn(page, 'Black Friday: aviso antecipado', 'Ver Detalhes')
      await page.getByRole('link', { name: 'Abrir a página da campanha' }).click()
      await page.getByRole('region', { name: 'Últimos envios' }).waitFor()
    },
  },
  {
    name: 'campanhas-detalhes-vazios',
    path: consoleRoutes.campaigns,
    async show(page) {
      await actOn(page, 'Promoção de verão', 'Ver Detalhes')
      await page.getByText('Nenhum envio encontrado para esta campanha.').waitFor()
    },
  },
  {
    name: 'campanhas-parar',
    path: consoleRoutes.campaigns,
    async show(page) {
      await actOn(page, 'Black Friday: aviso antecipado', 'Parar')
      await page.getByText('Os envios restantes serão cancelados.').waitFor()
    },
  },
  {
    name: 'campanhas-excluir',
    path: consoleRoutes.campaigns,
    async show(page) {
      await actOn(page, 'Lembrete de consulta', 'Excluir')
      await page.getByText('Tem certeza que deseja excluir a campanha').waitFor()
    },
  },
  {
    name: 'nova-campanha-preenchida',
    path: consoleRoutes.campaigns,
    async show(page) {
      await actOn(page, 'Pesquisa pós-venda, outubro', 'Reutilizar')
      await page.getByRole('button', { name: /para 40 pessoas$/ }).waitFor()
    },
  },
  {
    name: 'nova-campanha-recusada',
    path: consoleRoutes.newCampaign,
    async show(page) {
      await press(page, 'Criar Campanha')
      await page.getByText('Escolha uma lista de contatos.').waitFor()
    },
  },
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
    async show(page) {
      await press(page, 'Importar')
      await page.getByLabel('Arquivo CSV').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'contatos-importar-lido',
    path: consoleRoutes.contacts,
    async show(page) {
      await chooseFile(page, [...people, 'Repetida;61970000000;', 'Errada;123;Goiânia'])
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
    async show(page) {
      await page.route(/\/api\/contacts\?/, schoolLists)
      await page.reload()
      await page.getByRole('checkbox', { name: 'Escolher lista 2º ano B' }).check()
      await page.getByRole('checkbox', { name: 'Escolher lista 3º ano A' }).check()
      await page.unroute(/\/api\/contacts\?/, schoolLists)
    },
  },
  {
    name: 'conexoes-menu',
    path: consoleRoutes.connections,
    show: (page) => press(page, 'Ações de Loja 5561999990000'),
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
    async show(page) {
      await press(page, 'Importar')
      await page.getByLabel('Arquivo CSV').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'descadastro-conferir',
    path: consoleRoutes.optOuts,
    async show(page) {
      await chooseFile(page, [...people, 'Repetida;61970000000;', 'Errada;123;Goiânia'])
      await button(page, 'Incluir 412 pessoas').waitFor()
    },
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
  {
    name: 'chat-conversa',
    path: consoleRoutes.chat,
    async show(page) {
      await page.getByRole('button', { name: /Ana Beatriz/ }).click()
      await page.getByText('Vocês abrem amanhã?').waitFor()
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
      // It has played to its end: what is drawn stands still.
      await page.waitForFunction(() => document.querySelector('video')?.ended)
    },
  },
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
