import type { Page, Route } from 'playwright-core'
import { consoleRoutes } from '../../../../src/contract/console-routes.ts'
import { narrow } from '../console.ts'
import { press, type Scene } from './scene.ts'

/** Acts on a campaign by its card, or by the menu of its line. */
async function actOn(page: Page, campaign: string, action: string): Promise<void> {
  // Without the search a phone would have to scroll to the campaign.
  await page.getByRole('searchbox').fill(campaign)
  const card = page.getByRole('article', { name: campaign, exact: true })
  if (page.viewportSize()?.width !== narrow.width) {
    const own = card.getByRole('link').or(card.getByRole('button'))
    return await own.filter({ hasText: action }).click()
  }
  await card.getByRole('button', { name: `Ações de ${campaign}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Repeats the server's campaigns until they are more than a select shows. */
async function yearsOfCampaigns(route: Route): Promise<void> {
  const response = await route.fetch()
  const campaigns: readonly { readonly id: string }[] = await response.json()
  const json = Array.from({ length: 40 }, (_, year) =>
    campaigns.map((campaign) => ({ ...campaign, id: `${campaign.id}${year}` })),
  ).flat()
  await route.fulfill({ response, json })
}

/** Campaigns and what comes of them. */
export const campaignScenes: readonly Scene[] = [
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
    isMadeUp: true,
    async show(page) {
      const all = '**/api/campaigns/with-stats*'
      // Not routed only once: that once may be a call which the reload aborts.
      await page.route(all, yearsOfCampaigns)
      await page.reload()
      await page.getByLabel('Campanha', { exact: true }).selectOption('Procurar outra…')
      await page.getByLabel('Buscar por nome ou descrição').fill('asa norte')
      await page.getByText(/^\d+ de \d+ campanhas$/).waitFor()
      // Waits while the route still answers a call.
      await page.unrouteAll({ behavior: 'wait' })
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
]
