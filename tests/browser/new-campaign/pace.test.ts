import { expect, test } from 'vitest'
import { campaignsOf, fillForm, makeDevice, makeList } from '../../support/browser/campaign-form.ts'
import { describeConsole, narrow, wide } from '../../support/browser/console.ts'
import { examine } from '../../support/browser/looks.ts'
import { button, toast } from '../../support/browser/places.ts'

describeConsole('pace and hours', (console) => {
  test('a campaign gets its hours in the form, waits outside them and says until when', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    await makeList(user)
    const page = await console().open('/campaigns/new', { user })
    await fillForm(page, { name: 'Aviso', text: 'Olá' })
    const section = page.getByRole('group', { name: 'Ritmo e horários' })
    await section.getByText('A cada 60 segundos, a qualquer hora.').waitFor()

    await page.getByLabel('Sortear a pausa até').fill('30')
    await button(page, 'Enviar só em certos horários').click()
    const window = page.getByRole('group', { name: 'Horário 1' })
    for (const day of ['seg.', 'ter.', 'qua.', 'qui.', 'sex.']) await window.getByLabel(day).click()
    await page.getByLabel('Das').fill('12:00')
    await page.getByLabel('Até', { exact: true }).fill('08:00')
    await page.locator('form button[type=submit]').click()
    await page.getByText('O intervalo máximo não pode ser menor que o intervalo.').waitFor()
    await page.getByText('O fim precisa ser depois do início.').waitFor()
    await page.getByText('Escolha pelo menos um dia.').waitFor()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      await examine(page, `ritmo-recusado-${viewport.width}`)
    }

    await page.getByLabel('Sortear a pausa até').fill('90')
    // Another day than today, in whatever zone this runs.
    const labels = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.']
    const otherDay = labels[(new Date().getDay() + 3) % 7] ?? ''
    await window.getByLabel(otherDay).click()
    await page.getByLabel('Das').fill('08:00')
    await page.getByLabel('Até', { exact: true }).fill('12:00')
    await page.getByLabel('Fuso dos horários').selectOption('America/Manaus')
    const words = `${otherDay} das 08:00 às 12:00`
    await section.getByText(`A cada 60 a 90 segundos, ${words}`).waitFor()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      await examine(page, `ritmo-${viewport.width}`)
    }
    await page.setViewportSize(wide)
    await page.locator('form button[type=submit]').click()
    const review = page.getByRole('dialog')
    await review.getByRole('button', { name: /^Enviar agora/ }).click()
    await page.waitForURL('**/campaigns')
    expect(await campaignsOf(user)).toMatchObject([
      {
        delay: 60,
        delay_max: 90,
        fuso: 'America/Manaus',
        janelas: [{ inicio: '08:00', fim: '12:00' }],
      },
    ])
  })

  test('a connection gets a name and a limit of new people a day', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    const page = await console().open('/whatsapp/connections', { user })
    await button(page, 'Nome e limites de Loja').click()
    await page.getByLabel('Pessoas novas por dia').fill('0')
    await button(page, 'Salvar').click()
    await page.getByText('O limite diário é um número inteiro de 1').waitFor()
    await page.getByLabel('Pessoas novas por dia').fill('15')
    await page.getByLabel('Nome da conexão').fill('Escola')
    await page.getByRole('switch', { name: 'Aquecer este número' }).click()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      await examine(page, `limites-${viewport.width}`)
    }
    await button(page, 'Salvar').click()
    await toast(page, 'Conexão alterada.').waitFor()
    const card = page.getByLabel('Escola', { exact: true })
    await card.getByText('0 de 15 (em aquecimento)').waitFor()
    await page.setViewportSize(wide)
    await examine(page, 'conexao-com-limite')
  })
})
