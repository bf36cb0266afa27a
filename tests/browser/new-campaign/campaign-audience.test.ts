import { expect, test } from 'vitest'
import {
  campaignsOf,
  createFrom,
  fillForm,
  mainButton,
  makeList,
  phone,
  review,
} from '../../support/browser/campaign-form.ts'
import { describeConsole, narrow, wide } from '../../support/browser/console.ts'
import { examine } from '../../support/browser/looks.ts'
import { button } from '../../support/browser/places.ts'
import { eventually, passes } from '../../support/eventually.ts'

const MORE = 'Mais listas, filtros e quem fica de fora'

describeConsole('the audience of a campaign', (console) => {
  /** Opens the form with a connected device and two lists that share a person. */
  async function aForm(viewport = wide) {
    const user = await console().newUser()
    await makeList(user)
    const contatos = [
      { name: 'Ana de novo', phone: '5561990000000', campos: { Cidade: 'Brasília' } },
      { name: 'John', phone: '+14155552671', campos: { Cidade: 'Brasília' } },
    ]
    const { id: leads } = await user.post<{ id: string }>('/api/contacts', {
      name: 'Leads',
      contatos,
    })
    await user.post('/api/whatsapp/connect', { deviceId: phone, connectionName: 'Loja' })
    // A scan whose answer was late may still have linked the device, so its status decides.
    await passes(async () => {
      const { status } = await user.get<{ status: string }>(`/api/whatsapp/status/${phone}`)
      if (status === 'connected') return
      await user.post('/api/simulator/scan', { deviceId: phone })
      throw new Error(`scanned when ${status}`)
    })
    const page = await console().open('/campaigns/new', { user, viewport })
    await fillForm(page, { name: 'Aviso', text: 'Oi, {nome}!' })
    await page.getByText(MORE).click()
    await page.getByLabel('Outras listas').selectOption({ label: 'Leads · 2 contatos' })
    return { user, leads, page }
  }

  test.each([
    ['wide', wide],
    ['narrow', narrow],
  ])(
    'is looked over, and kept as it was when the review is closed (%s)',
    async (width, viewport) => {
      const { user, page } = await aForm(viewport)
      await button(page, 'Adicionar filtro').click()
      await page.getByLabel('Coluna do filtro 1').selectOption('Cidade')
      await page.getByLabel('Valor do filtro 1').fill('brasilia')
      await mainButton(page).getByText('Enviar agora para 12 pessoas').waitFor()
      await examine(page, `nova-campanha-publico-${width}`)

      await mainButton(page).click()
      for (const sentence of [
        '12 pessoas',
        'Clientes, Leads',
        'Loja · +55 (61) 99999-0000',
        '1 repetido',
        '1 fora do filtro',
        '1 número é de outro país.',
        '12 pessoas nunca receberam mensagem deste número.',
      ]) {
        await review(page).getByText(sentence).first().waitFor()
      }
      await examine(page, `nova-campanha-revisao-${width}`)
      await button(page, 'Voltar').click()
      await review(page).waitFor({ state: 'detached' })
      expect(await page.getByLabel('Valor do filtro 1').inputValue()).toBe('brasilia')
      expect(await campaignsOf(user)).toEqual([])

      await button(page, 'Enviar teste').click()
      await examine(page, `nova-campanha-teste-${width}`)
      await button(page, 'Enviar').click()
      await page.getByText('Mensagem de teste enviada para +55 (61) 99999-0000.').waitFor()
    },
  )

  test('leaves out whom a campaign has reached', async () => {
    const { user, leads, page } = await aForm()
    await page.getByLabel('recebeu campanha nos últimos dias').fill('7')
    await mainButton(page).getByText('Enviar agora para 13 pessoas').waitFor()
    await createFrom(page)
    await page.waitForURL('**/campaigns')
    const [campaign] = await campaignsOf(user)
    expect(campaign).toMatchObject({ listas: [leads], excluir: { dias: 7, campanhas: [] } })
    await eventually(async () => (await campaignsOf(user))[0]?.sentCount === 1)

    await page.goto(`/campaigns/new?reutilizar=${campaign?.id}`)
    await page.getByText('1 já recebeu').waitFor()
    await page.getByLabel('recebeu campanha nos últimos dias').fill('0')
    await mainButton(page).click()
    await page.getByText('Os dias são um número inteiro de 1 a 365.').waitFor()
  })

  test('a campaign of the night is offered the next morning', async () => {
    const user = await console().newUser()
    await makeList(user)
    await user.post('/api/whatsapp/connect', { deviceId: phone, connectionName: 'Loja' })
    const page = await console().open('/campaigns/new', { user })
    await fillForm(page, { name: 'De madrugada', text: 'Oi' })
    await page.getByLabel('Agendar').check()
    await page.getByLabel('Data', { exact: true }).fill('2090-01-31')
    await page.getByLabel('Hora', { exact: true }).fill('23:10')
    await mainButton(page).click()
    await review(page).getByText('A esta hora as pessoas dormem').waitFor()
    await review(page).getByText('Com a conexão desligada').waitFor()
    await examine(page, 'nova-campanha-revisao-noite')
    await button(page, 'Agendar para 01/02/2090 08:00').click()
    await page.waitForURL('**/campaigns')
    expect(await campaignsOf(user)).toMatchObject([
      { status: 'Agendada', data_de_envio: '2090-02-01T11:00:00.000Z' },
    ])
  })
})
