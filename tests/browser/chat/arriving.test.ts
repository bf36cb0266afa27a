import { expect, test } from 'vitest'
import { ana, receive } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible } from '../../support/browser/console.ts'

describeConsole('the chat', (console) => {
  test('says how to begin, and shows what arrives the moment it does', async () => {
    const user = await console().newUser()
    const page = await console().open('/chat', { user })
    await page.getByText('Nenhuma conversa ainda').waitFor()
    await expectAccessible(page)

    await receive(user, { id: 'A1', text: 'Oi! Vocês abrem *amanhã*?' })
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await talk.getByText('amanhã', { exact: true }).waitFor()
    await talk.getByText('Hoje').waitFor()

    await receive(user, { id: 'A2', text: 'E no domingo?' })
    await receive(user, { id: 'A2', text: 'E no domingo?' })
    await talk.getByText('E no domingo?').waitFor()
    expect(await talk.getByText('E no domingo?').count()).toBe(1)
    await receive(user, { id: 'A3', message: { imageMessage: { mimetype: 'image/png' } } })
    await talk.getByText('Este arquivo só pode ser aberto no celular.').waitFor()
    await expectAccessible(page)

    const send = page.getByRole('button', { name: 'Enviar', exact: true })
    expect(await send.isDisabled()).toBe(true)
    await page.getByLabel('Mensagem').fill('   ')
    expect(await send.isDisabled()).toBe(true)
    await page.getByLabel('Mensagem').fill('Abrimos, sim!')
    await page.keyboard.press('Enter')
    await talk.getByText('Abrimos, sim!').waitFor()
    await talk.getByText('só nesta tela').waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
  })

  test('shows at once what somebody edits or takes back on the phone', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561977771238')
    const { control } = console()
    const says = { from: ana, to: '5561977771238', pushName: 'Ana Beatriz' }
    const asked = await control.sendInbound({ ...says, text: 'Abre às 9h?' })
    const regretted = await control.sendInbound({ ...says, text: 'E de graça?' })
    const page = await console().open(`/chat?instancia=own:${device}`, { user })
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await talk.getByText('E de graça?').waitFor()
    await control.sendInbound({ ...says, text: 'Abre às 10h?', edits: asked.messageId })
    await talk.getByText('Abre às 10h?').waitFor()
    await talk.getByText('Editada').waitFor()
    const gone = { ...says, text: '-', takesBack: regretted.messageId }
    await control.sendInbound(gone)
    await talk.getByText('Esta mensagem foi apagada').waitFor()
    expect(await talk.getByText(/às 9h|de graça/).count()).toBe(0)
    await expectAccessible(page)
  })
})
