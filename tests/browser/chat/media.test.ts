import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { ana, isFocused, receive } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible, narrow, wide } from '../../support/browser/console.ts'
import { aPdf } from '../../support/uploads/samples.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

describeConsole('media of a chat', (console) => {
  test.each([
    ['wide', wide],
    ['narrow', narrow],
  ])('are picked or dropped, seen before they go, and sent once (%s)', async (kind, viewport) => {
    const user = await console().newUser()
    const { control } = console()
    const phone = kind === 'wide' ? '5561977770101' : '5561977770102'
    const person = kind === 'wide' ? ana : '5561988885555'
    const device = await user.pair(control, phone)
    await receive(user, { id: 'M1', text: 'Tem a tabela?', instance: device, from: person })
    const address = `/chat?instancia=own:${device}&contato=${person}`
    const page = await console().open(address, { user, viewport })
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).click()

    const picking = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Anexar imagem ou arquivo' }).press('Enter')
    const pdf = { name: 'tabela.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf) }
    await (await picking).setFiles(pdf)
    await page.getByRole('button', { name: 'Remover' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Mensagem', { exact: true }).fill('Segue')
    await page.keyboard.press('Enter')
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()
    await talk.getByRole('button', { name: /^Salvar tabela.pdf/ }).waitFor()

    const data = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'fachada.png', { type: 'image/png' }))
      return transfer
    }, pixel)
    await talk.dispatchEvent('dragover', { dataTransfer: data })
    await page.getByText('Solte o arquivo para anexar').waitFor()
    await talk.dispatchEvent('drop', { dataTransfer: data })
    await page.getByText('fachada.png').waitFor()
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    const tile = talk.getByRole('button', { name: /^Abrir Imagem/ })
    await tile.waitFor()
    await expect.poll(() => control.inbox(person).then((all) => all.length)).toBe(2)
    expect(await control.inbox(person)).toMatchObject([{ times: 1 }, { times: 1 }])
    await page.reload()
    await talk.getByRole('button', { name: /^Salvar tabela.pdf/ }).waitFor()
    const widthOf = (picture: Locator) =>
      picture.evaluate((it) => (it instanceof HTMLImageElement ? it.naturalWidth : 0))
    await expect.poll(() => widthOf(tile.locator('img'))).toBe(1)
    await tile.press('Enter')
    const viewer = page.getByRole('dialog', { name: /^Imagem/ })
    await expect.poll(() => widthOf(viewer.getByRole('img', { name: 'Imagem' }))).toBe(1)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Salvar' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('imagem.png')
    await page.goBack()
    await viewer.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(tile)).toBe(true)
    expect(await talk.getByText('Segue', { exact: true }).count()).toBe(1)
    await expectAccessible(page)
  })
})
