import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { campaignsOf, preview } from '../support/browser/campaign-form.ts'
import { describeOwnConsole } from '../support/browser/console.ts'
import { button } from '../support/browser/places.ts'
import { startSubPathProxy } from '../support/browser/sub-path-proxy.ts'

const proxy = await startSubPathProxy('/disparo')
afterAll(() => proxy.close())

describeOwnConsole(
  'the console',
  (console) => {
    for (const path of ['strips', 'passes'] as const) {
      test(`is whole under a path that a proxy ${path}`, async () => {
        proxy.leadTo({ url: console().url, path })
        const user = await console().newUser()
        const loaded: string[] = []
        const page = await console().open(`${proxy.url}/campaigns`, {
          expectedErrors: [/404/],
          isNew: true,
          prepare: async (fresh) =>
            fresh.on('request', (asked) => {
              if (asked.url().startsWith('http')) loaded.push(asked.url())
            }),
        })
        await page.waitForURL(`${proxy.url}/login?de=%2Fcampaigns`)
        await page.getByLabel('E-mail').fill(user.email)
        await page.getByLabel('Senha').fill(user.password)
        await button(page, 'Entrar').click()
        await page.waitForURL(`${proxy.url}/campaigns`)
        await page.getByText('Nenhuma campanha encontrada').waitFor()

        // Events arrive.
        const { id } = await user.createCampaign({ name: 'De fora', status: 'Rascunho' })
        await page.getByRole('article', { name: 'De fora' }).waitFor()
        await user.remove(`/api/campaigns/${id}`)
        await page.getByText('Nenhuma campanha encontrada').waitFor()

        // Screens that are loaded when they are opened, and one of their dialogs.
        await page.getByRole('link', { name: 'Contatos', exact: true }).click()
        await page.waitForURL(`${proxy.url}/contacts`)
        await button(page, 'Importar').first().click()
        await button(page, 'Escolher arquivo').waitFor()
        await page.keyboard.press('Escape')

        await saveWithImage(page)
        await page.waitForURL(`${proxy.url}/campaigns`)
        const [campaign] = await campaignsOf(user)
        expect(campaign?.imagem?.startsWith(`${proxy.url}/uploads/`)).toBe(true)
        const image = await fetch(campaign?.imagem ?? '')
        expect(image.headers.get('content-type')).toBe('image/png')

        // A reload anywhere, and an address that does not exist.
        await page.goto(`${proxy.url}/settings`)
        await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
        await page.goto(proxy.url)
        await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
        await page.getByRole('row', { name: /Com foto/ }).waitFor()
        await page.goto(`${proxy.url}/nada/aqui`)
        await page.getByRole('link', { name: 'Voltar ao painel' }).click()
        await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
        expect(new URL(page.url()).pathname.replace(/\/$/, '')).toBe('/disparo')

        await page.context().close()
        expect(loaded.filter((address) => !address.startsWith(proxy.url))).toEqual([])
        expect(proxy.astray).toEqual([])
      })
    }

    test('shows the documents of the API, with their icon, under the path too', async () => {
      proxy.leadTo({ url: console().url, path: 'strips' })
      const page = await console().open(`${proxy.url}/docs`, { isNew: true })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const hrefs = await page
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      expect(hrefs.length).toBeGreaterThan(0)
      expect(hrefs.filter((href) => href.startsWith('/') && !href.startsWith('/disparo'))).toEqual(
        [],
      )
      await page.context().close()
      expect(proxy.astray).toEqual([])
    })
  },
  async () => ({ DISPARO_PUBLIC_URL: proxy.url }),
)

/** A draft whose image was uploaded, shown, kept and shown again. */
async function saveWithImage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
  await page.getByRole('link', { name: 'Nova Campanha' }).click()
  await page.getByLabel('Nome da campanha').fill('Com foto')
  const create = { width: 120, height: 80, channels: 3, background: '#d9b45b' } as const
  await page.getByLabel('Escolher imagem').setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: await sharp({ create }).png().toBuffer(),
  })
  await page.getByText('120 × 80').waitFor()
  const shown = preview(page).getByRole('img', { name: 'Imagem da mensagem' })
  await expect
    .poll(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(120)
  await button(page, 'Salvar Rascunho').click()
}
