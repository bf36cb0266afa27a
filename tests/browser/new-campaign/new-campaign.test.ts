import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  campaignsOf,
  confirmButton,
  createFrom,
  fillForm,
  mainButton,
  makeDevice,
  makeList,
  phone,
  preview,
  review,
} from '../../support/browser/campaign-form.ts'
import { describeConsole, expectAccessible, narrow } from '../../support/browser/console.ts'
import { examine } from '../../support/browser/looks.ts'
import { button } from '../../support/browser/places.ts'

describeConsole('the form of a new campaign', (console) => {
  test('shows the message as the first contacts will read it, and creates the campaign once', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    const listId = await makeList(user)
    const page = await console().open('/campaigns/new', { user })
    await fillForm(page, { name: 'Aviso', text: 'Oi ! *Só hoje* em ' })
    await page.getByLabel('Texto', { exact: true }).press('End')
    await button(page, '{cidade}').click()
    await page.getByLabel('Texto', { exact: true }).evaluate((area) => {
      if (area instanceof HTMLTextAreaElement) area.setSelectionRange(3, 3)
    })
    await button(page, '{primeiro_nome}').click()
    const bubble = preview(page)
    await bubble.getByText('Oi Ana!').waitFor()
    expect(await bubble.locator('strong').textContent()).toBe('Só hoje')
    await bubble.getByText('em Brasília').waitFor()
    await bubble.getByText('Contato 1 de 12').waitFor()
    await bubble.getByRole('button', { name: 'Próximo contato' }).click()
    await bubble.getByText('Oi Pessoa!').waitFor()
    await page.getByText('+7 contatos').waitFor()
    await page.getByText('12 contatos, um a cada 60 s: termina por volta de').waitFor()
    await expectAccessible(page)

    await mainButton(page).getByText('Enviar agora para 12 pessoas').waitFor()
    await mainButton(page).dblclick()
    await review(page).getByText('{cidade} está vazio em 1 contato').waitFor()
    await expectAccessible(page)
    await confirmButton(page).dblclick()
    await page.waitForURL('**/campaigns')
    await page.getByText('Campanha criada e agendada com sucesso!').waitFor()
    const campaigns = await campaignsOf(user)
    expect(campaigns).toMatchObject([
      {
        name: 'Aviso',
        texto: 'Oi {primeiro_nome}! *Só hoje* em {cidade}',
        contatos: listId,
        device_id: phone,
        delay: 60,
        imagem: null,
      },
    ])
    expect(campaigns[0]?.data_de_envio).not.toBeNull()
  })

  test('writes a text with marks, columns of the list, an emoji and a template, by keys', async () => {
    const user = await console().newUser()
    const listId = await makeList(user)
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      const page = await console().open('/campaigns/new', { user, viewport })
      await page.getByLabel('Lista', { exact: true }).selectOption(listId)
      await page.getByRole('button', { name: '{cidade}' }).waitFor()
      const text = page.getByLabel('Texto', { exact: true })
      await text.click()
      await page.keyboard.type('Oi {ci')
      await page.getByRole('option', { name: /cidade.*Brasília/, selected: true }).waitFor()
      await expectAboveFoot(page, page.getByRole('listbox', { name: 'Campos da lista' }))
      await examine(page, `editor-campos-${viewport.width}`)
      await page.keyboard.press('Enter')
      await page.keyboard.type(' boa')
      await page.keyboard.press('Control+Shift+ArrowLeft')
      await page.keyboard.press('Control+b')
      expect(await text.inputValue()).toBe('Oi {cidade} *boa*')
      await page.keyboard.press('Control+z')
      expect(await text.inputValue()).toBe('Oi {cidade} boa')
      await page.keyboard.press('End')
      await page.getByRole('button', { name: 'Inserir emoji' }).click()
      await page.getByRole('button', { name: 'rosto sorridente' }).waitFor()
      await expectAboveFoot(page, page.getByRole('group', { name: 'Emojis' }))
      await examine(page, `editor-emoji-${viewport.width}`)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      expect(await text.inputValue()).toBe('Oi {cidade} boa😊')
      await page.getByRole('button', { name: 'Modelos' }).click()
      const name = page.getByLabel('Guardar o texto escrito como')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await page.getByText('Informe o nome do modelo.').waitFor()
      await name.focus()
      await page.keyboard.type(`Oi ${viewport.width}`)
      expect(await name.inputValue()).toBe(`Oi ${viewport.width}`)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Usar Oi ${viewport.width}` }).waitFor()
      await examine(page, `editor-modelos-${viewport.width}`)
      await page.keyboard.press('Escape')
      await text.fill('Outro texto')
      await page.getByRole('button', { name: 'Modelos' }).click()
      await page.getByRole('button', { name: `Usar Oi ${viewport.width}` }).click()
      await button(page, 'Sim').click()
      await expect.poll(() => text.inputValue()).toBe('Oi {cidade} boa😊')
      // The question says that the undo key brings the text back: the field has the focus.
      await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true)
      await page.keyboard.press('Control+z')
      expect(await text.inputValue()).toBe('Outro texto')
      await examine(page, `editor-${viewport.width}`)
    }
  })

  test('says beside each field what is missing, and keeps the rest', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new', { user, viewport: narrow })
    await page.getByText('Nenhuma conexão ainda.').waitFor()
    await page.getByText('Nenhuma lista ainda.').waitFor()
    await page.getByLabel('Texto', { exact: true }).fill('Oi')
    await page.getByLabel('Intervalo').fill('-1')
    await button(page, 'Criar Campanha').click()
    for (const sentence of [
      'Informe o nome da campanha.',
      'Escolha uma conexão de WhatsApp.',
      'Escolha uma lista de contatos.',
      'O intervalo não pode ser negativo.',
    ]) {
      await page.getByText(sentence).waitFor()
    }
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    expect(await page.getByLabel('Texto', { exact: true }).inputValue()).toBe('Oi')
    await expectAccessible(page)
    await button(page, 'Salvar Rascunho').click()
    await page.getByText('Informe o nome da campanha.').waitFor()
    expect(await campaignsOf(user)).toEqual([])

    // The error of a field goes with the first letter that mends it, and no letter is lost.
    const name = page.getByLabel('Nome da campanha')
    await name.pressSequentially('Aviso')
    await page.getByText('Informe o nome da campanha.').waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Aviso')
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByText('O intervalo não pode ser negativo.').waitFor()
  })

  test('sends at the chosen hour, and keeps a campaign without one as a draft', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    await makeList(user)
    const page = await console().open('/campaigns/new', { user, colorScheme: 'light' })
    await fillForm(page, { name: 'Mais tarde', text: 'Oi' })
    await page.getByLabel('Agendar').check()
    await page.getByLabel('Intervalo').fill('2,5')
    await page.getByText('o WhatsApp pode bloquear o seu número').waitFor()
    await mainButton(page).click()
    await page.getByText('Salvar como rascunho?').waitFor()
    await button(page, 'Não').click()
    await page.getByText('Informe a hora do envio.').waitFor()
    await page.getByLabel('Data', { exact: true }).fill('2020-01-31')
    await page.getByLabel('Hora', { exact: true }).fill('09:00')
    await mainButton(page).click()
    await page.getByText('Esta data e hora já passaram.', { exact: true }).waitFor()
    await page.getByLabel('Data', { exact: true }).fill('2090-01-31')
    await page.getByText('A partir de 31/01/2090 09:00').waitFor()
    await expectAccessible(page)
    await mainButton(page).getByText('Agendar para 31/01/2090 09:00').waitFor()
    await createFrom(page)
    await page.waitForURL('**/campaigns')

    await page.goto('/campaigns/new')
    await fillForm(page, { name: 'Sem hora', text: 'Oi' })
    await page.getByLabel('Agendar').check()
    await mainButton(page).click()
    await button(page, 'Sim').click()
    await page.getByText('Rascunho salvo com sucesso!').waitFor()
    expect(await campaignsOf(user)).toMatchObject([
      { name: 'Sem hora', status: 'Rascunho', data_de_envio: null },
      {
        name: 'Mais tarde',
        status: 'Agendada',
        delay: 2.5,
        data_de_envio: '2090-01-31T12:00:00.000Z',
      },
    ])
  })

  test('tells of a campaign that is gone, and of lists and connections that cannot be read', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new?editar=999999', {
      user,
      expectedErrors: [/404/, /503/],
    })
    await page.getByText('Campanha não encontrada.').waitFor()
    await expectAccessible(page)
    const refuse = { status: 503, json: { error: 'x', message: 'Sem disco.', code: 'x' } }
    await page.route('**/api/contacts?**', (route) => route.fulfill(refuse))
    await page.route('**/api/whatsapp/devices', (route) => route.fulfill(refuse))
    await page.getByRole('link', { name: 'Criar uma nova' }).click()
    await page.getByText('Erro ao buscar listas de contatos.').waitFor()
    await page.getByText('Falha ao buscar conexões.').waitFor()
    const reasons = page.getByText('Sem disco.')
    expect(await reasons.count()).toBe(2)
    const size = await reasons.last().evaluate((reason) => getComputedStyle(reason).fontSize)
    expect(parseFloat(size)).toBeGreaterThanOrEqual(13)
    await expectAccessible(page)
    await page.unrouteAll()
    await button(page, 'Tentar novamente').last().click()
    await page.getByText('Nenhuma lista ainda.').waitFor()
  })
})

/** Whatever opens below the text is not covered by the bar at the foot of the window. */
async function expectAboveFoot(page: Page, opened: Locator): Promise<void> {
  const foot = page.getByRole('button', { name: /^Criar Campanha/ })
  await expect
    .poll(async () => {
      const [list, bar] = await Promise.all([opened.boundingBox(), foot.boundingBox()])
      return list && bar && list.y + list.height <= bar.y
    })
    .toBe(true)
}
