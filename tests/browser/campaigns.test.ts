import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toCampaignWire } from '../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { describeConsole, expectAccessible, narrow, wide } from '../support/browser/console.ts'
import { examine } from '../support/browser/looks.ts'
import { card, dialogButton, toast, tryAgain } from '../support/browser/places.ts'
import { until } from '../support/daemon/user.ts'
import { aCampaign } from '../support/domain/builders.ts'

const answer = (page: Page, word: 'Sim' | 'Não') => dialogButton(page, word).click()

describeConsole('the screen of campaigns', (console) => {
  test('finds campaigns by words and status, and keeps both in the address', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns', { user })
    await page.getByText('Nenhuma campanha encontrada').waitFor()
    await page.getByRole('link', { name: 'Criar campanha' }).waitFor()
    await expectAccessible(page)

    const draft = (name: string, texto: string) =>
      user.createCampaign({ name, texto, status: 'Rascunho' })
    const summer = await draft('Promoção de Verão', 'Sol')
    await draft('Aviso', 'Não abrimos na segunda')
    // The events bring both campaigns into the list without a reload.
    await card(page, 'Aviso').waitFor()

    await page.getByRole('searchbox').fill('promocao de VERAO')
    await card(page, 'Aviso').waitFor({ state: 'hidden' })
    await card(page, 'Promoção de Verão').waitFor()
    await page.waitForURL(/busca=promocao/)
    await page.getByRole('searchbox').fill('nao abrimos')
    await card(page, 'Aviso').waitFor()

    await page.getByLabel('Status').selectOption('Concluída com erros')
    await page.getByText('Nenhuma campanha combina').waitFor()
    await expectAccessible(page)
    await page.waitForURL(/status=Conclu/)
    await page.reload()
    expect(await page.getByRole('searchbox').inputValue()).toBe('nao abrimos')
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await card(page, 'Promoção de Verão').waitFor()
    expect(new URL(page.url()).search).toBe('')

    const link = (name: string) => card(page, 'Promoção de Verão').getByRole('link', { name })
    expect(await link('Reutilizar').getAttribute('href')).toBe(
      `/campaigns/new?reutilizar=${summer.id}`,
    )
    expect(await link('Editar').getAttribute('href')).toBe(`/campaigns/new?editar=${summer.id}`)
    expect(await card(page, 'Aviso').getByRole('button', { name: 'Parar' }).count()).toBe(0)
  })

  test('follows a running campaign, stops it and deletes it, each after a question', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561970000001')
    await console().control.setBehaviour('5561981000001', { readDelayMs: 4_000 })
    const list = await user.createList(phonesFrom('5561981000', 120))
    await user.createCampaign({ name: 'Aurora', device_id: device, contatos: list, delay: 1 })
    const page = await console().open('/campaigns', { user })
    const aurora = card(page, 'Aurora')
    await aurora.getByText(/^[1-9]\d* de 120 enviados$/).waitFor()
    await aurora.getByText(/^faltam cerca de \d+ (s|min)$/).waitFor()
    expect(await aurora.getByRole('link', { name: 'Editar' }).count()).toBe(0)
    await expectAccessible(page)

    await aurora.getByRole('link', { name: 'Ver Detalhes' }).click()
    const details = page.getByRole('dialog', { name: 'Aurora' })
    // The rows come and change while somebody looks on.
    const rowCount = async () =>
      Number.parseInt((await details.getByText(/^\d+ envios?$/).textContent()) ?? '', 10)
    const countBefore = await rowCount()
    await expect.poll(rowCount).toBeGreaterThan(countBefore)
    await details.getByRole('row', { name: /Cliente 1 .* Lido/ }).waitFor()
    await details.getByRole('button', { name: 'Fechar' }).click()
    await details.waitFor({ state: 'hidden' })

    await aurora.getByRole('button', { name: 'Parar' }).click()
    await page
      .getByText(
        'Tem certeza que deseja parar esta campanha? Os envios restantes serão cancelados.',
      )
      .waitFor()
    await expectAccessible(page)
    await answer(page, 'Não')
    await aurora.getByText('Em Andamento').waitFor()
    await aurora.getByRole('button', { name: 'Parar' }).click()
    await answer(page, 'Sim')
    await toast(page, 'Sinal de parada enviado para a campanha.').waitFor()
    await aurora.getByText('Cancelada', { exact: true }).waitFor()
    for (const name of ['Parar', 'Reutilizar', 'Editar']) {
      expect(await aurora.getByText(name, { exact: true }).count()).toBe(0)
    }

    await aurora.getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Tem certeza que deseja excluir a campanha Aurora?').waitFor()
    await answer(page, 'Sim')
    await toast(page, 'Campanha excluída com sucesso!').waitFor()
    await page.getByText('Nenhuma campanha encontrada').waitFor()
  })

  test('says why a campaign waits, and why one came to nothing', async () => {
    const user = await console().newUser()
    const control = console().control
    const device = await user.pair(control, '5561970000002')
    await control.setBehaviour('5561982000*', { absent: true })
    const nobody = await user.createList(phonesFrom('5561982000', 3), 'Ninguém')
    await user.createCampaign({ name: 'Engano', device_id: device, contatos: nobody })
    const page = await console().open('/campaigns', { user })
    const ended = await user.waitForEnd(
      (await user.get<{ id: string }[]>('/api/campaigns'))[0]?.id ?? '',
    )
    expect(ended.motivo).not.toBeNull()
    await card(page, 'Engano')
      .getByText(ended.motivo ?? '')
      .waitFor()

    await user.remove(`/api/whatsapp/session/${device}`)
    await user.createCampaign({ name: 'Espera', device_id: device, contatos: nobody })
    await card(page, 'Espera').getByText('Esperando a conexão com o WhatsApp voltar.').waitFor()
    await expectAccessible(page)
  })

  test('shows four campaigns on a phone: a tap opens one, its menu is in reach of a finger', async () => {
    const user = await console().newUser()
    const deviceId = await user.pair(console().control, '5561970000078')
    const contatos = await user.createList(phonesFrom('5561982078', 3))
    const planned = { device_id: deviceId, contatos, delay: 600 }
    await user.createCampaign({ ...planned, name: 'Rascunho', status: 'Rascunho' })
    for (const [name, data_de_envio] of [
      ['Páscoa', '2090-03-15T12:00:00.000Z'],
      ['Natal', '2090-12-01T12:00:00.000Z'],
    ]) {
      await user.createCampaign({ ...planned, name, data_de_envio })
    }
    const { id } = await user.createCampaign({ ...planned, name: 'Aurora' })
    await until(
      () => user.campaign(id),
      ({ sentCount }) => sentCount === 1,
    )
    const page = await console().open('/campaigns', { user, viewport: narrow })
    await card(page, 'Rascunho').waitFor()
    const ends = async () => {
      const boxes = await Promise.all(
        (await page.getByRole('article').all()).map((each) => each.boundingBox()),
      )
      return boxes.map((box) => (box ? box.y + box.height : 0))
    }
    // Cards move to their places once they are measured.
    await expect.poll(async () => Math.max(...(await ends()))).toBeLessThan(narrow.height)
    expect(await ends()).toHaveLength(4)
    await examine(page, 'campanhas-quatro-estreito')

    const natal = card(page, 'Natal')
    const menu = natal.getByRole('button', { name: 'Ações de Natal' })
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await menu.click()
      for (const item of await natal.getByRole('menuitem').all()) {
        const box = await item.boundingBox()
        expect(box?.height).toBeGreaterThanOrEqual(44)
        expect(box?.x).toBeGreaterThanOrEqual(0)
      }
      await examine(page, `campanhas-menu-${width}`)
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize(narrow)
    await natal.click({ position: { x: 40, y: 90 } })
    await page.getByRole('heading', { level: 1, name: 'Natal' }).waitFor()
    await page.goBack()
    await natal.waitFor()
  })

  test('shows the result of every recipient in a dialog that has an address', async () => {
    const user = await console().newUser()
    const control = console().control
    const device = await user.pair(control, '5561970000003')
    await control.setBehaviour('5561983000*', { absent: true })
    await control.setBehaviour('5561984000000', { ackError: 479 })
    const phones = [...phonesFrom('5561984000', 4), ...phonesFrom('5561983000', 230)]
    const list = await user.createList(phones)
    const { id } = await user.createCampaign({
      name: 'Loja Aurora',
      texto: 'Só *hoje*, {nome}',
      device_id: device,
      contatos: list,
    })
    await user.waitForEnd(id)
    const page = await console().open('/campaigns', { user })
    await card(page, 'Loja Aurora').getByRole('link', { name: 'Ver Detalhes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Loja Aurora' })
    await dialog.getByRole('table', { name: 'Envios' }).waitFor()
    await dialog.locator('strong', { hasText: 'hoje' }).waitFor()
    await dialog.getByText('100,00%').waitFor()
    expect(await dialog.getByRole('columnheader').allTextContents()).toEqual([
      'Contato',
      'Status',
      'Data de Envio',
      'Erro',
    ])
    await expectAccessible(page)

    await dialog.getByText('200 envios carregados até agora').waitFor()
    await dialog.getByLabel('Status do envio').selectOption('Erro')
    await dialog.getByText('231 de 234 envios').waitFor()
    await dialog.getByRole('searchbox').fill('61 98400-0000')
    await dialog.getByText('1 de 234 envios').waitFor()
    await expect.poll(() => dialog.getByRole('row').count()).toBe(2)
    const cut = dialog.getByRole('button', { name: /^O WhatsApp recusou/ })
    const whole = (await cut.getAttribute('title')) ?? ''
    expect(whole.length).toBeGreaterThan(40)
    expect(await cut.textContent()).toBe(`${whole.slice(0, 40)}…`)
    await cut.press('Enter')
    expect(await cut.textContent()).toBe(whole)
    await dialog.getByLabel('Status do envio').selectOption('Lido')
    await dialog.getByText('Nenhum envio combina').waitFor()
    await dialog.getByRole('button', { name: 'Limpar filtros' }).click()
    await dialog.getByText('234 envios', { exact: true }).waitFor()

    await dialog.getByRole('link', { name: 'Abrir a página da campanha' }).click()
    await page.waitForURL(`**/campaigns/${id}`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV para Excel' }).click()
    expect((await saved).suggestedFilename()).toBe('envios-Loja_Aurora.csv')
    const csv = await readFile(await (await saved).path(), 'utf8')
    expect(csv.startsWith('\uFEFFNome;Telefone;Status;Enviado em;')).toBe(true)
    expect(csv.trim().split('\r\n')).toHaveLength(235)

    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Relatório' }).click()
    const report = await opened
    await report.getByText('Loja Aurora').first().waitFor()
    // On a phone each send is a card: no word is broken to fit into a column.
    await report.setViewportSize(narrow)
    await expect
      .poll(() =>
        report
          .locator('.sends td')
          .nth(4)
          .evaluate((cell) => cell.clientWidth),
      )
      .toBeGreaterThan(240)
    await report.close()

    await page.goBack()
    await dialog.getByRole('table').waitFor()

    await page.reload()
    await dialog.getByRole('table').waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/campaigns')
    await page.goto(`/campaigns?detalhes=${id}`)
    await dialog.getByRole('table').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForURL((url) => url.search === '')

    await page.setViewportSize(narrow)
    await page.goto(`/campaigns?detalhes=${id}`)
    await dialog.getByRole('table').waitFor()
    await expectAccessible(page)
  })

  test('tells what failed in the words of the server, and tries again', async () => {
    const user = await console().newUser()
    await user.createCampaign({ name: 'Aurora', status: 'Rascunho' })
    const refusal = { error: 'Recusado.', message: 'Recusado.', code: 'unexpected' }
    const page = await console().open('/login', {
      user,
      expectedErrors: [/Failed to load resource/],
    })
    const list = '**/api/campaigns/with-stats'
    await page.route(list, (route) => route.fulfill({ status: 400, json: refusal }))
    await page.goto('/campaigns')
    await page.getByText('Falha ao carregar as campanhas.').waitFor()
    await page.getByText('Recusado.').waitFor()
    await expectAccessible(page)
    await tryAgain(page, list, page.getByRole('button', { name: 'Tentar novamente' }))
    await card(page, 'Aurora').waitFor()

    const remove = async () => {
      await card(page, 'Aurora').getByRole('button', { name: 'Excluir' }).click()
      await answer(page, 'Sim')
    }
    await page.route('**/api/campaigns/*', (route) => route.fulfill({ status: 500, json: refusal }))
    await remove()
    await toast(page, 'Erro ao excluir campanha: Recusado.').waitFor()
    await page.unroute('**/api/campaigns/*')
    await page.route('**/api/campaigns/*', (route) => route.abort())
    await remove()
    await toast(
      page,
      'Erro ao excluir campanha: Ocorreu um erro na comunicação com o servidor.',
    ).waitFor()
    await page.unroute('**/api/campaigns/*')
    await page.route('**/api/campaigns/*', (route) => route.fulfill({ status: 401, json: refusal }))
    await remove()
    await toast(page, 'Erro: Usuário não autenticado. Por favor, faça login novamente.').waitFor()
    await page.waitForURL('**/login**')
  })

  test('stays light with ten thousand campaigns', async () => {
    const user = await console().newUser()
    const campaigns = Array.from({ length: 10_000 }, (_, index) =>
      toCampaignWire(
        aCampaign({ id: String(index), name: `Campanha ${index}`, status: CampaignStatus.done }),
      ),
    )
    const page = await console().open('/settings', { user, viewport: wide })
    await page.route('**/api/campaigns/with-stats', (route) => route.fulfill({ json: campaigns }))
    await page.goto('/campaigns')
    await page.getByText('10.000 campanhas').waitFor()
    await card(page, 'Campanha 0').waitFor()
    expect(await page.getByRole('article').count()).toBeLessThan(40)
    // Cards on the way to the end are measured only now, which may make the page longer.
    const end = async () => {
      await page.keyboard.press('End')
      return await card(page, 'Campanha 9999').count()
    }
    await expect.poll(end).toBe(1)
    expect(await page.getByRole('article').count()).toBeLessThan(40)
    await page.getByRole('searchbox').pressSequentially('campanha 123')
    await page.getByText('11 de 10.000 campanhas', { exact: true }).waitFor()
    await card(page, 'Campanha 123').waitFor()
  })
})

function phonesFrom(prefix: string, count: number): string[] {
  const width = '5561999990000'.length - prefix.length
  return Array.from({ length: count }, (_, index) => prefix + String(index).padStart(width, '0'))
}
