import { expect, test } from 'vitest'
import { carla, receive, write } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible } from '../../support/browser/console.ts'

describeConsole('the chat', (console) => {
  test('keeps what was typed for whoever comes back to a talk, and shows the next user none of it', async () => {
    const [first, second] = [await console().newUser(), await console().newUser()]
    for (const user of [first, second]) {
      await user.post('/api/whatsapp/connect', { deviceId: 'loja', connectionName: 'Loja' })
      await receive(user, { id: 'D1', text: 'Oi' })
      await receive(user, { id: 'D2', text: 'Olá', from: carla, name: 'Carla' })
    }
    // A request made just before the sign-out is refused after it.
    const page = await console().open('/chat', { user: first, expectedErrors: [/401/] })
    const text = page.getByLabel('Mensagem')
    const isReal = page.getByRole('switch', { name: 'Enviar pelo WhatsApp' })
    const talkTo = async (name: string) => {
      await page.getByRole('button', { name: new RegExp(name) }).click()
      await page.getByRole('heading', { level: 2, name }).waitFor()
    }
    await talkTo('Ana Beatriz')
    await write(page, 'Segredo da primeira')
    await page.getByRole('dialog', { name: 'Enviar pelo WhatsApp?' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Só anotar' }).click()
    // The list of contacts shows it as well, a moment later.
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    const note = talk.getByRole('listitem').filter({ hasText: 'Segredo da primeira' })
    await note.getByText('Anotação').waitFor()
    await page.getByRole('button', { name: 'Anotar', exact: true }).waitFor()
    await text.fill('Ainda pensando')
    await page.reload()
    await note.getByText('Anotação').waitFor()
    expect(await text.inputValue()).toBe('Ainda pensando')
    await talkTo('Carla')
    expect(await text.inputValue()).toBe('')
    await page.getByRole('button', { name: /Rascunho: Ainda pensando/ }).waitFor()
    await isReal.click()
    await page.getByRole('link', { name: 'Conexões' }).click()
    await page.getByRole('link', { name: 'Chat' }).click()
    await talkTo('Ana Beatriz')
    expect(await text.inputValue()).toBe('Ainda pensando')
    expect(await isReal.getAttribute('aria-checked')).toBe('true')

    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByLabel('E-mail').fill(second.email)
    await page.getByLabel('Senha').fill(second.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('link', { name: 'Chat' }).click()
    await talkTo('Carla')
    expect(await page.getByText('Rascunho').count()).toBe(0)
    await talkTo('Ana Beatriz')
    await talk.getByText('Oi').waitFor()
    expect(await page.getByText('Segredo da primeira').count()).toBe(0)
    expect(await text.inputValue()).toBe('')
    expect(await isReal.getAttribute('aria-checked')).toBe('false')
  })
})
