import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consoleScreens } from '../../src/contract/console-routes.ts'
import {
  describeConsole,
  expectAccessible,
  narrow,
  type PageOptions,
  wide,
} from '../support/browser/console.ts'
import { holdToasts } from '../support/browser/places.ts'
import { openPalette } from '../support/browser/scenes/frame.ts'
import { aPromise } from '../support/promise.ts'

describeConsole('the frame', (console) => {
  test('sends whoever is not signed in to the login, which remembers where they wanted to go', async () => {
    const page = await console().open('/contacts')
    await page.waitForURL('**/login?de=%2Fcontacts')
  })

  test.each(Object.entries(consoleScreens))(
    'names at %s the script of its screen, which need not be asked for later',
    async (path, folder) => {
      const html = await (await fetch(`${console().url}${path}`)).text()
      const name = folder.split('/').at(-1)
      expect(html).toMatch(new RegExp(`rel="modulepreload" href="/assets/${name}-screen-[^"]+js"`))
    },
  )

  test.each([wide, narrow])(
    'the document shows the frame until its scripts do, at the same places ($width px)',
    async (viewport) => {
      const { page, release } = await openHeld('/contacts', {
        user: await console().newUser(),
        viewport,
      })
      const held = { top: page.locator('.frame-top'), side: page.locator('.frame-side p') }
      await held.top.waitFor()
      expect(await held.side.isVisible()).toBe(viewport === wide)
      const before = await placesOf(held)
      await release()
      await page.getByRole('heading', { level: 1, name: 'Contatos' }).waitFor()
      const brand = page.getByText('disparo', { exact: true })
      expect(await placesOf({ top: page.getByRole('banner'), side: brand })).toEqual(before)
      expect(await held.top.count()).toBe(0)
    },
  )

  test('whoever is not signed in sees no frame before the sign-in', async () => {
    const { page, release } = await openHeld('/login')
    await expect
      .poll(() => page.evaluate(() => document.querySelector('.frame') !== null))
      .toBe(true)
    expect(await page.locator('.frame').isVisible()).toBe(false)
    await release()
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  })

  test('a script of the start that does not come is asked for again', async () => {
    let failureCount = 0
    const page = await console().open('/login', {
      ...{ isNew: true, expectedErrors: [/net::ERR_FAILED/] },
      prepare: async (fresh) => {
        await fresh.route('**/assets/start-*.js', async (route) => {
          failureCount += 1
          if (failureCount <= 3) await route.abort()
          else await route.continue()
        })
      },
    })
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
    expect(failureCount).toBe(4)
  })

  /** A page whose script does not come before it is released. */
  async function openHeld(path: string, options: PageOptions = {}) {
    const held = aPromise()
    let opening: Promise<Page> | undefined
    const page = await new Promise<Page>((resolve) => {
      opening = console().open(path, {
        ...options,
        isNew: true,
        async prepare(fresh) {
          await fresh.route('**/assets/main-*.js', async (route) => {
            await held.promise
            await route.continue()
          })
          resolve(fresh)
        },
      })
    })
    const release = async () => {
      held.keep()
      await opening
    }
    return { page, release }
  }

  test('leads to every screen from the sidebar, and out', async () => {
    const user = await console().newUser()
    // Requests that a screen still makes when its user signs out are refused.
    const page = await console().open('/', { user, expectedErrors: [/401/] })
    const sidebar = page.getByRole('navigation', { name: 'Principal' })
    for (const [link, title] of [
      ['Contatos', 'Contatos'],
      ['Conexões', 'Conexões'],
      ['Conectar WhatsApp', 'Conectar WhatsApp'],
      ['Campanhas', 'Campanhas'],
      ['Instâncias', 'Instâncias'],
      ['Chat', 'Chat'],
      ['Configurações', 'Configurações'],
      ['Dashboard', 'Painel de Controle'],
    ] as const) {
      await sidebar.getByRole('link', { name: link, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await expectAccessible(page)
    }
    await page.getByText(user.email).waitFor()
    await page.getByText('Modo simulador').waitFor()
    await sidebar.getByRole('button', { name: 'Log Out' }).click()
    await page.waitForURL('**/login**')
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token')
  })

  test('the sidebar is a drawer on a phone, opened and closed by keyboard', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings', { user, viewport: narrow })
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
    await page.getByRole('button', { name: 'Abrir menu' }).press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Campanhas' }).click()
    await page.getByRole('heading', { level: 1, name: 'Campanhas' }).waitFor()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
  })

  test.each([wide, narrow])(
    'the field of the palette stays in its place ($width px)',
    async (viewport) => {
      const page = await console().open('/', { user: await console().newUser(), viewport })
      await openPalette(page)
      const field = page.getByRole('combobox', { name: 'O que você procura?' })
      const place = await field.boundingBox()
      expect(place).not.toBeNull()
      for (const [typed, answer] of [
        ['xyz', /^Nada encontrado para “xyz”/],
        ['conexões', /encontrados?$/],
      ] as const) {
        await field.fill(typed)
        await page.getByRole('dialog').getByText(answer).waitFor({ state: 'attached' })
        expect(await field.boundingBox()).toEqual(place)
      }
    },
  )

  test('begins a screen at its top, however far down the one before was', async () => {
    const user = await console().newUser()
    const page = await console().open('/', { user, viewport: narrow })
    const go = async (link: string, title: string) => {
      await page.getByRole('button', { name: 'Abrir menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: link }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    }
    await page.getByText('Primeiros passos').waitFor()
    await go('Configurações', 'Configurações')
    await page.getByRole('heading', { name: 'Meus dados' }).scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await go('Dashboard', 'Painel de Controle')
    await page.getByText('Primeiros passos').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('closes by Back what is open, asks before something typed is lost, and then goes back', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings', { user, viewport: narrow })
    const at = (path: string) => page.waitForURL((url) => url.pathname === path)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await menu.waitFor()
    await page.goBack()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await menu.getByRole('link', { name: 'Contatos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contatos' }).waitFor()

    await page.getByRole('button', { name: 'Novo Contato' }).first().click()
    const adding = page.getByRole('dialog', { name: 'Novo Contato' })
    const name = adding.getByLabel('Nome do contato 1', { exact: true })
    await name.fill('Ana')
    await page.goBack()
    const question = page.getByText('Os contatos digitados ainda não foram salvos.')
    await question.waitFor()
    await page.goBack()
    await question.waitFor({ state: 'hidden' })
    expect(await name.inputValue()).toBe('Ana')
    await page.goBack()
    await page.getByRole('button', { name: 'Sim', exact: true }).click()
    await adding.waitFor({ state: 'hidden' })
    await at('/contacts')
    // Nothing is open any more: Back is Back, and once is enough.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()

    await page.setViewportSize(wide)
    await page.getByRole('link', { name: 'Campanhas' }).click()
    await page.getByRole('link', { name: 'Nova Campanha' }).first().click()
    const title = page.getByLabel('Nome da campanha')
    await title.fill('Aurora')
    await page.goBack()
    await page.getByText('Sair sem salvar esta campanha?').waitFor()
    await page.getByRole('button', { name: 'Não', exact: true }).click()
    expect(await title.inputValue()).toBe('Aurora')
    await page.goBack()
    await page.getByRole('button', { name: 'Sim', exact: true }).click()
    await at('/campaigns')
    await page.getByRole('heading', { level: 1, name: 'Campanhas' }).waitFor()
    await page.goBack()
    await at('/settings')
  })

  test('shows toasts in its own colours, which a finger swipes away', async () => {
    const user = await console().newUser()
    await user.createCampaign({ name: 'Um', status: 'Rascunho' })
    const page = await console().open('/campaigns', { user, viewport: narrow })
    await holdToasts(page)
    await page.getByRole('button', { name: 'Ações de Um' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('button', { name: 'Sim', exact: true }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Campanha excluída com sucesso!' })
    await toast.waitFor()
    const colours = await toast.evaluate((element) => {
      const sample = element.ownerDocument.body.appendChild(document.createElement('i'))
      sample.style.color = 'var(--ok)'
      const icon = element.querySelector('.Toastify__toast-icon svg')
      const bar = element.querySelector('.Toastify__progress-bar--animated')
      if (!icon || !bar) throw new Error('neither icon nor bar')
      return {
        ok: getComputedStyle(sample).color,
        icon: getComputedStyle(icon).fill,
        bar: getComputedStyle(bar).backgroundColor,
      }
    })
    expect(colours).toMatchObject({ icon: colours.ok, bar: colours.ok })
    const box = (await page.locator('.Toastify__toast').boundingBox()) ?? { x: 0, width: 0 }
    expect(box.x).toBeGreaterThan(0)
    expect(box.x + box.width).toBeLessThan(narrow.width)
    const close = toast.getByRole('button', { name: 'Fechar aviso' })
    const { width, height } = (await close.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
    await expectAccessible(page)
    await close.click()
    await toast.waitFor({ state: 'detached' })
  })

  test('clears a broken stored session and says so at the console', async () => {
    const page = await console().open('/login', { expectedErrors: [/sessão salva/] })
    // Once this button shows, the page has already looked for a session.
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    await page.evaluate(() => {
      localStorage.setItem('token', 'x')
      localStorage.setItem('user', '{"id":')
    })
    const told = page.waitForEvent('console', (message) =>
      message.text().startsWith('Falha ao carregar a sessão salva'),
    )
    await page.goto('/')
    await told
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})

/** Where elements stand; null where one is not shown. */
async function placesOf(elements: Readonly<Record<string, Locator>>) {
  return await Promise.all(Object.values(elements).map((element) => element.boundingBox()))
}
