import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeOwnConsole,
  expectAccessible,
  narrow,
  toldAtConsole,
  wide,
} from '../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { button, card, toast } from '../support/browser/places.ts'
import { phones } from '../support/daemon/user.ts'

/** Chromium itself logs refused and unanswered requests. */
const refusals = [/Failed to load resource/]

describeOwnConsole('the console in an outage', (console) => {
  test('breaks one screen alone, and brings it back', async () => {
    const user = await console().newUser()
    const page = await console().open('/', {
      user,
      isNew: true,
      expectedErrors: [...refusals, /Uma tela falhou/, /dynamically imported/, /preload/],
    })
    const files = /\/assets\/settings-screen-[^/]+\.(js|css)$/
    // The screen also loads by itself once the server answers again: its files are held until the
    // press.
    await page.evaluate(() => {
      const press = ({ target }: Event) => {
        if (target instanceof HTMLButtonElement) document.documentElement.dataset.pressed = 'yes'
      }
      document.addEventListener('click', press, { capture: true })
    })
    await page.route(files, async (route) => {
      const isPressed = await page.evaluate(() => 'pressed' in document.documentElement.dataset)
      await (isPressed ? route.continue() : route.abort())
    })
    await toldAtConsole(page, /Uma tela falhou/, () =>
      page.getByRole('link', { name: 'Configurações' }).click(),
    )
    const failure = page.getByRole('alert').filter({ hasText: 'Esta tela não pôde ser carregada' })
    await failure.waitFor()
    await expectAccessible(page)
    await failure.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
    await page.unroute(files)
    // With its style, too.
    const tabs = page.getByRole('tablist')
    await expect.poll(() => tabs.evaluate((list) => getComputedStyle(list).display)).toBe('flex')

    await page.route('**/assets/chat-screen-*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Chat' }).click()
    await failure.waitFor()
    await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
    await page.getByText('Nenhuma campanha encontrada').waitFor()
  })

  test('says so when a screen breaks by itself', async () => {
    const user = await console().newUser()
    const page = await console().open('/', {
      user,
      isNew: true,
      expectedErrors: [/Uma tela falhou/, /broken on purpose/],
    })
    await page.route(/\/assets\/settings-screen-[^/]+\.js$/, async (route) => {
      const answer = await route.fetch()
      const script = (await answer.text()).replace(
        /export\{\w+ as SettingsScreen(.*?)\}/,
        'export{broken as SettingsScreen$1};function broken(){throw new Error("broken on purpose")}',
      )
      await route.fulfill({ response: answer, body: script })
    })
    await toldAtConsole(page, /Uma tela falhou/, () =>
      page.getByRole('link', { name: 'Configurações' }).click(),
    )
    const failure = page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' })
    await failure.waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
    await page.getByText('Nenhuma campanha encontrada').waitFor()
  })

  test('works without the scripts that load after the first screen, until they load', async () => {
    const user = await console().newUser()
    const late = /\/assets\/after-first-[^/]+\.(js|css)$/
    let refusedCount = 0
    const page = await console().open('/settings', {
      user,
      isNew: true,
      expectedErrors: [...refusals, /Uma parte do console não carregou/],
      prepare: (fresh) =>
        fresh.route(late, async (route) => {
          refusedCount += 1
          await route.abort()
        }),
    })
    await expect.poll(() => refusedCount).toBeGreaterThan(3)
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
    await page.unroute(late)
    await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
    await page.getByText('Nenhuma campanha encontrada').waitFor()
    await user.createCampaign({ name: 'Aurora', status: 'Rascunho' })
    await card(page, 'Aurora').waitFor()
    await button(page, 'Excluir').click()
    await button(page, 'Sim').click()
    await toast(page, 'Campanha excluída com sucesso!').waitFor()
  })

  // Must be the last test: the restart moves the control of the simulator to another address.
  test('outlives the server: says so on every screen, and is live again once it is back', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561975550005')
    const contatos = await user.createList(phones(4, 22))
    await user.createCampaign({ name: 'Aurora', device_id: device, contatos, delay: 600 })
    const expectedErrors = [
      ...refusals,
      /Falha ao buscar os dados/,
      /não carregou/,
      /Uma tela falhou/,
      /dynamically imported/,
      /preload/,
    ]
    const page = await console().open('/campaigns', { user, expectedErrors })
    await card(page, 'Aurora').getByText('1 de 4 enviados').waitFor()
    const stranger = await console().open('/login', { expectedErrors })
    const visitor = await console().open('/signup', { expectedErrors })
    await visitor.getByRole('heading', { level: 1, name: 'Criar conta' }).waitFor()

    const away = page.getByRole('status').filter({ hasText: 'Sem conexão com o servidor.' })
    await console().daemon.kill()
    await away.waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `campanhas-sem-conexao-${look.look}`)
    }
    await page.setViewportSize(wide)
    const figures = page.locator('[data-live]').first()
    const filter = () => figures.evaluate((element) => getComputedStyle(element).filter)
    await expect.poll(filter).toContain('grayscale')
    // A screen whose script cannot be loaded now opens by itself later.
    await page.getByRole('link', { name: 'Configurações' }).click()
    await page.getByRole('heading', { name: 'Esta tela não pôde ser carregada' }).waitFor()
    await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
    await button(page, 'Parar').click()
    await button(page, 'Sim').click()
    await toast(page, 'Não foi possível parar a campanha.').waitFor()
    await card(page, 'Aurora').getByText('Em Andamento', { exact: true }).waitFor()
    await expectUnanswered(
      stranger,
      'Falha ao fazer login. Por favor, verifique suas credenciais.',
      async (field) => {
        await field('E-mail').fill(user.email)
        await field('Senha').fill(user.password)
        await button(stranger, 'Entrar').click()
      },
    )
    await expectUnanswered(
      visitor,
      'Falha ao criar uma conta. Por favor, tente novamente.',
      async (field) => {
        await field('Nome completo').fill('Loja')
        await field('E-mail').fill('loja@exemplo.com.br')
        await field('Senha').fill(user.password)
        await field('Confirmar senha').fill(user.password)
        await button(visitor, 'Criar conta').click()
      },
    )

    // The page may already be trying by itself at this moment.
    await button(page, 'Tentar agora').click()
    await away.waitFor()
    await console().daemon.restartInPlace()
    await button(stranger, 'Entrar').click()
    await stranger.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
    // The first page is not reloaded: it notices the restart by itself.
    await away.waitFor({ state: 'hidden' })
    await toast(page, 'Conexão com o servidor restabelecida.').waitFor()
    await expect.poll(filter).toBe('none')
    expect(await page.getByText('O disparo foi atualizado.').count()).toBe(0)
    const [campaign] = await user.get<{ id: string }[]>('/api/campaigns')
    await user.post(`/api/campaigns/${campaign?.id}/stop`, {})
    await card(page, 'Aurora').getByText('Cancelada', { exact: true }).waitFor()
  })

  test('says that the server was updated, and loads the new console where that is wanted', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns', {
      ...{ user, isNew: true, viewport: narrow, expectedErrors: refusals },
    })
    await page.getByText('Nenhuma campanha encontrada').waitFor()
    // As another build names it.
    await page.route('**/login', async (route) => {
      const html = await (await route.fetch()).text()
      await route.fulfill({ body: html.replace(/main-[\w-]+\.js/, 'main-NOVO.js') })
    })
    await console().daemon.stop()
    await console().daemon.restartInPlace()
    const notice = page.getByRole('status').filter({ hasText: 'O disparo foi atualizado.' })
    await notice.waitFor()
    await expectAccessible(page)
    await page.unroute('**/login')
    const loaded = page.waitForEvent('load')
    await notice.getByRole('button', { name: 'Recarregar' }).click()
    await loaded
    await page.getByText('Nenhuma campanha encontrada').waitFor()
    expect(await notice.count()).toBe(0)
  })
})

/** A form that nobody answers says so, and keeps what was typed. */
async function expectUnanswered(
  page: Page,
  sentence: string,
  send: (field: (label: string) => Locator) => Promise<void>,
): Promise<void> {
  await send((label) => page.getByLabel(label, { exact: true }))
  const alert = page.getByRole('alert').filter({ hasText: sentence })
  await alert.getByText('Sem resposta do servidor.').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).not.toBe('')
}
