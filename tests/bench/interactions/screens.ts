import type { Page } from 'playwright-core'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import { LARGE_CAMPAIGN, LONG_CHAT, ROWS, ROWS_HELD } from './crowded-account.ts'
import { clear, click, everywhere, key, type Step, scrolling, search } from './presses.ts'

/** A screen that shows ten thousand of something. */
export type Screen = {
  readonly name: string
  readonly path: string
  /** Waits until all of it is shown; called first, and again before each round. */
  readonly whole: (page: Page) => Promise<void>
  /** Steps that leave the screen as they found it. */
  readonly steps: readonly Step[]
}

const count = ROWS.toLocaleString('pt-BR')
const searchBox = (page: Page) => page.getByRole('searchbox')
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first()
const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true })
const table = (page: Page) => page.getByRole('table').or(page.getByRole('grid')).first()

/** Waits until the screen says how much it shows. */
async function says(page: Page, words: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: words }).first().waitFor()
}

export function screensOf(lists: {
  readonly long: string
  readonly held: string
}): readonly Screen[] {
  return [
    listOf(lists.long, ROWS),
    listOf(lists.held, ROWS_HELD),
    ...[campaign, campaigns, dashboard, chat, optOuts],
  ]
}

function listOf(id: string, size: number): Screen {
  const chooseAll = field('Escolher todos os que aparecem')
  return {
    name: `a list of ${size.toLocaleString('en-US')} contacts`,
    path: `/contacts/${id}`,
    whole: (page) => says(page, `${size.toLocaleString('pt-BR')} contatos`),
    steps: [
      ...search(searchBox, ['c', 'l']),
      click('sort by a column', button('Nome')),
      click('sort downwards', button('Nome')),
      click('its own order', button('Nome')),
      key('choose a column to filter by', 'ArrowDown', field('Filtrar pela coluna')),
      key('type what to filter by', '9', field('Valor do filtro')),
      key('no filter', 'ArrowUp', field('Filtrar pela coluna')),
      click('choose all', chooseAll),
      click('choose none', chooseAll),
      ...scrolling(table, chooseAll),
      click('press a cell', button(/^Nome de /)),
      key('type into it', 'x'),
      key('keep it', 'Enter'),
      click('discard it', button('Descartar')),
      click('open a dialog', button('Exportar')),
      key('close it', 'Escape'),
      ...everywhere,
    ],
  }
}

const person = (page: Page) => page.getByTitle('Ver a mensagem').first()

const campaign: Screen = {
  name: 'a campaign of 10,000 recipients',
  path: `/campaigns/${LARGE_CAMPAIGN}`,
  whole: async (page) => {
    const step = page.getByRole('button', { name: /^Lidos/ })
    // Choosing a filter makes the page read all sends.
    await step.click()
    await says(page, `de ${count} envios`)
    await step.click()
    await says(page, `${count} envios`)
  },
  steps: [
    click('filter by the funnel', button(/^Lidos/)),
    click('all of them again', button(/^Lidos/)),
    click('filter by the errors', button(/^Erros/)),
    click('all of them again', button(/^Erros/)),
    click('filter by the answers', button(/^Responderam/)),
    click('all of them again', button(/^Responderam/)),
    ...search(searchBox, ['c', 'l']),
    key('choose a status', 'ArrowDown', field('Status do envio')),
    key('any status', 'ArrowUp', field('Status do envio')),
    ...scrolling(table, person),
    click('open a message', person),
    key('close it', 'Escape'),
    ...everywhere,
  ],
}

const cards = (page: Page) => page.getByRole('list', { name: 'Campanhas' })

const campaigns: Screen = {
  name: '10,000 campaigns',
  path: '/campaigns',
  whole: (page) => says(page, `${count} campanhas`),
  steps: [
    ...search(searchBox, ['c', 'a']),
    key('choose a status', 'ArrowDown', field('Status')),
    key('any status', 'ArrowUp', field('Status')),
    ...scrolling(cards, (page) => page.getByRole('link', { name: 'Ver Detalhes' }).first()),
    click('open a menu', button(/^Ações de /)),
    key('close it', 'Escape'),
    click('open the details', (page) => page.getByRole('link', { name: 'Ver Detalhes' }).first()),
    key('close them', 'Escape'),
    ...everywhere,
  ],
}

const dashboard: Screen = {
  name: 'the dashboard of 10,000 campaigns',
  path: '/',
  whole: async (page) => {
    await page.getByText(`de ${count}`).first().waitFor()
  },
  steps: [
    click('other days', button('7 dias')),
    click('30 days again', button('30 dias')),
    key('choose a campaign', 'ArrowDown', field('Campanha')),
    key('all of them again', 'ArrowUp', field('Campanha')),
    key('look for another one', 'End', field('Campanha')),
    key('type a letter', 'c'),
    key('close it', 'Escape'),
    click('more rows', button('Mostrar mais')),
    click('open a menu', button(/^Ações de /)),
    key('close it', 'Escape'),
    ...scrolling(table, button('Mostrar mais')),
    ...everywhere,
  ],
}

const chats = (page: Page) => page.getByRole('region', { name: 'Contatos', exact: true })
const thread = (page: Page) => page.getByRole('region', { name: 'Conversa', exact: true })
const message = field('Mensagem')

const chat: Screen = {
  name: 'a chat of 10,000 messages among 10,000 chats',
  path: `/chat?${new URLSearchParams({
    instancia: `${OWN_GATEWAY_ID}:${LONG_CHAT.instance}`,
    contato: LONG_CHAT.remoteJid,
  })}`,
  whole: async (page) => {
    await thread(page).getByRole('listitem').first().waitFor()
  },
  steps: [
    ...search(searchBox, ['c', 'l']),
    click('open another chat', (page) => chats(page).getByRole('button').nth(1)),
    click('open the long one', (page) => chats(page).getByRole('button').first()),
    ...scrolling(chats, chats),
    ...scrolling(thread, thread),
    key('type a message', 'o', message),
    key('type on', 'i'),
    clear('clear it', message),
    ...everywhere,
  ],
}

const optOuts: Screen = {
  name: '10,000 opt-outs',
  path: '/optouts',
  whole: async (page) => {
    const read = page.getByRole('status').filter({ hasText: 'pessoas' })
    while ((await read.textContent()) !== `${count} pessoas`) await page.mouse.wheel(0, 1e6)
    await page.evaluate('scrollTo({ top: 0 })')
  },
  steps: [
    ...scrolling(table, (page) => page.getByRole('button', { name: /^Voltar a enviar/ }).first()),
    // Nothing is typed into the dialog: it would ask before it closes.
    click('open a dialog', button('Incluir pessoa')),
    key('close it', 'Escape'),
    ...everywhere,
    // These letters leave only the first person on the screen.
    ...search(searchBox, ['p', 'e']),
  ],
}
