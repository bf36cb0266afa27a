import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toCampaignWire } from '../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { toSendWire } from '../../src/contract/campaigns/send.ts'
import { describeConsole, expectAccessible, wide } from '../support/browser/console.ts'
import type { User } from '../support/daemon/user.ts'
import { aCampaign, aSend } from '../support/domain/builders.ts'

/** The narrowest page that everything is drawn for. */
const narrowest = { width: 360, height: 740 }
const oneWord = 'Pneumoultramicroscopicossilicovulcanoconiótico'.repeat(2)
const sentence =
  'Inauguração da filial do Setor Comercial Sul, bloco B, sala 1204, em novembro de 2026'

async function withLongNames(newUser: () => Promise<User>): Promise<User> {
  const user = await newUser()
  await user.post('/api/whatsapp/connect', { deviceId: '5561988880000', connectionName: sentence })
  for (const name of [oneWord, sentence]) {
    await user.createCampaign({ name, texto: oneWord, status: 'Rascunho' })
    await user.post('/api/contacts', { name, contatos: [{ name, phone: '5561999990000' }] })
  }
  return user
}

const withLongSend = async (page: Page) => {
  const json = toCampaignWire(aCampaign({ name: oneWord, status: CampaignStatus.doneWithErrors }))
  const send = aSend({ name: oneWord, status: 'error', errorText: `${sentence} ${oneWord}` })
  await page.route('**/api/campaigns/with-stats', (route) => route.fulfill({ json: [json] }))
  await page.route('**/api/campaigns/1', (route) => route.fulfill({ json }))
  await page.route('**/api/campaigns/1/sends?*', (route) =>
    route.fulfill({ json: [toSendWire(send)] }),
  )
}

describeConsole('long names', (console) => {
  test('stay inside every screen, on a phone and on a desk', async () => {
    const user = await withLongNames(() => console().newUser())
    for (const viewport of [narrowest, wide]) {
      for (const [path, first] of [
        ['/', (page) => page.getByRole('rowheader')],
        ['/campaigns', (page) => page.getByRole('article')],
        ['/campaigns/new', (page) => page.getByRole('option', { name: sentence })],
        ['/contacts', (page) => page.getByRole('region', { name: oneWord })],
      ] as const satisfies readonly (readonly [
        string,
        (page: Page) => ReturnType<Page['locator']>,
      ])[]) {
        const page = await console().open(path, { user, viewport })
        await first(page).first().waitFor({ state: 'attached' })
        await expectAccessible(page)
      }
    }
  })

  test('are whole in the details, whose cross stays where it is', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns?detalhes=1', {
      user,
      viewport: narrowest,
      prepare: withLongSend,
    })
    const dialog = page.getByRole('dialog', { name: oneWord })
    await dialog.getByText(oneWord).first().waitFor()
    const [cut] = sentence.match(/^.{40}/) ?? []
    const error = dialog.getByRole('button', { name: `${cut}…`, exact: true })
    await error.click()
    await dialog.getByRole('button', { name: oneWord }).waitFor()
    await expectAccessible(page)
    const overhang = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(overhang).toBe(0)
    const top = (await dialog.boundingBox())?.y ?? 0
    const cross = await dialog.getByRole('button', { name: 'Fechar', exact: true }).boundingBox()
    expect((cross?.y ?? 0) - top).toBeLessThan(16)
  })
})
