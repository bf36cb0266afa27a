import { expect, test } from 'vitest'
import {
  campaignsOf,
  confirmButton,
  fillForm,
  mainButton,
  makeDevice,
  makeList,
  phone,
  preview,
  review,
} from '../../support/browser/campaign-form.ts'
import { describeConsole, narrow, wide } from '../../support/browser/console.ts'
import { examine } from '../../support/browser/looks.ts'
import { button } from '../../support/browser/places.ts'
import { aPdf } from '../../support/uploads/samples.ts'

describeConsole('several texts', (console) => {
  test('are written, previewed one by one, and compared in the details', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    await makeList(user)
    const page = await console().open('/campaigns/new', { user })
    await fillForm(page, { name: 'Convite', text: 'Oi, {nome}!' })
    const second = page.getByLabel('Variação 2', { exact: true })
    const third = page.getByLabel('Variação 3', { exact: true })
    await button(page, 'Adicionar variação').click()
    await page.keyboard.type('Bom dia, ')
    await button(page, '{primeiro_nome}').click()
    expect(await second.inputValue()).toBe('Bom dia, {primeiro_nome}')
    await preview(page).getByText('Bom dia, Ana', { exact: true }).waitFor()
    await preview(page).getByText('Variação 2 de 2').waitFor()
    await button(page, 'Variação anterior').click()
    await preview(page).getByText('Oi, Ana Beatriz!').waitFor()

    await button(page, 'Adicionar variação').click()
    await mainButton(page).click()
    await page.getByText('Escreva o texto da variação 3, ou remova-a.').waitFor()
    await third.fill('Olá, {apelido}')
    const warnings = page.getByRole('list', { name: 'Avisos sobre a variação 3' })
    await warnings.getByText('{apelido} não é uma coluna desta lista').waitFor()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      await examine(page, `variacoes-${viewport.width}`)
    }
    await page.setViewportSize(wide)
    await button(page, 'Remover variação 2').click()
    expect(await second.inputValue()).toBe('Olá, {apelido}')
    await second.fill('Olá!')
    const pdf = { name: 'tabela.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf) }
    await page.getByLabel('Escolher imagem ou arquivo').setInputFiles(pdf)
    await preview(page).getByText('tabela.pdf').waitFor()

    await mainButton(page).click()
    await review(page).getByText('2 variações, em partes iguais').waitFor()
    await review(page).getByText('tabela.pdf · documento · 1 kB').waitFor()
    await examine(page, 'variacoes-revisao')
    await confirmButton(page).click()
    await page.waitForURL('**/campaigns')
    expect(await campaignsOf(user)).toMatchObject([{ texto: 'Oi, {nome}!', variantes: ['Olá!'] }])

    // The device is not connected, so the campaign has begun and waits.
    await page.getByRole('link', { name: 'Ver Detalhes' }).click()
    await page.getByRole('link', { name: 'Abrir a página da campanha' }).click()
    const table = page.getByRole('region', { name: 'Tabela de variações' })
    await table.getByRole('row', { name: /^2 6 0 / }).waitFor()
    await page.getByText('A campanha ainda não terminou: os números podem mudar.').waitFor()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      await examine(page, `variacoes-detalhes-${viewport.width}`)
    }

    await user.pair(console().control, phone)
    const rows = page.getByRole('table', { name: 'Envios' }).getByRole('row')
    await rows
      .getByText(/^Variação [12]$/)
      .first()
      .waitFor()
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport)
      await page.getByLabel('Variação do texto').scrollIntoViewIfNeeded()
      await examine(page, `variacoes-envios-${viewport.width}`)
    }
  })
})
