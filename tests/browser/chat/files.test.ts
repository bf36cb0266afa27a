import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ana, isFocused } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible, narrow, wide } from '../../support/browser/console.ts'
import { silence } from '../../support/browser/talk-of-files.ts'
import { aPdf } from '../../support/uploads/samples.ts'

const BIA = '5561988885556'

describeConsole('files of a chat', (console) => {
  test.each([
    ['wide', wide],
    ['narrow', narrow],
  ])('that a phone sent are opened and saved, or say why not (%s)', async (kind, viewport) => {
    const user = await console().newUser()
    const { control } = console()
    const [phone, person] =
      kind === 'wide' ? ['5561977770111', ana] : (['5561977770112', BIA] as const)
    const device = await user.pair(control, phone)
    const photo = await sharp({
      create: { width: 320, height: 200, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer()
    const pdf = Buffer.from(aPdf)
    const sends = (file: Parameters<typeof control.sendInbound>[0]['file']) =>
      control.sendInbound({ from: person, to: device, text: '', ...(file && { file }) })
    await sends({ kind: 'image', bytes: photo.toString('base64'), mimeType: 'image/jpeg' })
    await sends({
      ...{ kind: 'document', bytes: pdf.toString('base64') },
      ...{ mimeType: 'application/pdf', name: 'Tabela de preços.pdf' },
    })
    await sends({ kind: 'image', bytes: photo.toString('base64'), mimeType: 'image/jpeg' })
    const page = await console().open(`/chat?instancia=own:${device}&contato=${person}`, {
      ...{ user, viewport },
      // Logged each time that WhatsApp has deleted the file.
      expectedErrors: [/status of (409|410)/],
    })
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    const tile = talk.getByRole('button', { name: /^Abrir Imagem/ }).first()
    await tile.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: /^Imagem/ })
    const picture = viewer.getByRole('img', { name: 'Imagem', exact: true })
    await picture.waitFor()
    const widthOf = () =>
      picture.evaluate((it) => (it instanceof HTMLImageElement ? it.naturalWidth : 0))
    await expect.poll(widthOf).toBe(320)
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => viewer.getByRole('button', { name: 'Próxima' }).isDisabled()).toBe(true)
    await expect.poll(widthOf).toBe(320)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Salvar' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('imagem.jpg')
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(tile)).toBe(true)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      talk.getByRole('button', { name: /^Salvar Tabela de preços.pdf/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Tabela de preços.pdf')
    expect(await readFile(await download.path())).toEqual(pdf)

    await sends({
      ...{ kind: 'audio', bytes: silence(5).toString('base64') },
      ...{ mimeType: 'audio/ogg; codecs=opus', seconds: 5, isVoice: true },
    })
    await talk.getByRole('button', { name: /^Ouvir/ }).press('Enter')
    await talk.getByRole('button', { name: /^Pausar/ }).press('Enter')
    await talk.getByRole('button', { name: /^Ouvir/ }).waitFor()
    await talk.getByRole('slider', { name: 'Posição no áudio' }).press('ArrowRight')
    await talk.getByText(/^0:0[1-4] de 0:05$/).waitFor()

    await sends({ kind: 'image', bytes: photo.toString('base64'), mimeType: 'image/jpeg' })
    const last = talk.getByRole('button', { name: /^Abrir Imagem/ }).nth(2)
    await last.waitFor()
    await control.setFaults({ failDownloads: { status: 410, count: 1 }, phoneFiles: 'lost' })
    await last.press('Enter')
    await talk.getByText('Peça para a pessoa enviar de novo.').waitFor()
    await user.remove(`/api/whatsapp/session/${device}`)
    await control.setFaults({ failDownloads: { status: 410, count: 1 } })
    await last.press('Enter')
    await talk.getByText('Conecte este WhatsApp para pedir outra ao celular.').waitFor()
    await expectAccessible(page)
    // A file that WhatsApp still has needs no connection.
    await talk.getByRole('button', { name: 'Tentar de novo' }).click()
    await viewer.waitFor()
    await control.setFaults({ phoneFiles: null })
  })

  test('are pasted into the field, seen there, and sent', async () => {
    const user = await console().newUser()
    const { control } = console()
    const device = await user.pair(control, '5561977770113')
    const person = '5561988885557'
    await control.sendInbound({ from: person, to: device, text: 'Manda a foto?' })
    const page = await console().open(`/chat?instancia=own:${device}&contato=${person}`, { user })
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await talk.getByText('Manda a foto?').waitFor()
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).click()
    const photo = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const field = page.getByLabel('Mensagem', { exact: true })
    await field.evaluate((it, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      const options = { clipboardData, bubbles: true, cancelable: true }
      it.dispatchEvent(new ClipboardEvent('paste', options))
    }, photo.toString('base64'))
    await page.getByRole('button', { name: 'Remover' }).waitFor()
    await expect.poll(() => isFocused(page.getByLabel('Mensagem', { exact: true }))).toBe(true)
    await page.keyboard.type('Aqui')
    await page.keyboard.press('Enter')
    await talk.getByRole('button', { name: /^Abrir Imagem/ }).waitFor()
    await expect.poll(() => control.inbox(person).then((all) => all.length)).toBe(1)
    expect(await control.inbox(person)).toMatchObject([
      { type: 'image', caption: 'Aqui', times: 1 },
    ])
  })
})
