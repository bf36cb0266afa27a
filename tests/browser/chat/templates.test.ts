import { expect, test } from 'vitest'
import { ana, isFocused, receive } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible, narrow } from '../../support/browser/console.ts'
import { button, toast } from '../../support/browser/places.ts'

describeConsole('templates in the chat', (console) => {
  test('a slash brings a template by keys alone, its gap is filled in, and that is what the person gets', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561977774321')
    await receive(user, { id: 'T1', text: 'Que horas é a aula?', instance: device })
    for (const [nome, texto] of [
      ['Lembrete de aula', 'Oi, {primeiro_nome}!\nA aula começa às {hora}.'],
      ['Chave Pix', 'A chave é 61 99999-0000.'],
    ]) {
      await user.post('/api/modelos', { nome, texto })
    }
    const page = await console().open('/chat', { user })
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).click()
    const text = page.getByLabel('Mensagem')
    await text.click()
    await page.keyboard.type('/')
    await page.getByRole('option', { name: /^Chave Pix/, selected: true }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /^Lembrete/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    expect(await text.inputValue()).toBe('Oi, Ana!\nA aula começa às {hora}.')

    // Undo takes back an inserted template like typed text.
    await page.keyboard.press('Control+z')
    expect(await text.inputValue()).toBe('/')
    await page.keyboard.press('End')
    await page.keyboard.type('aula')
    await page.getByRole('option', { name: /^Lembrete/, selected: true }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText(/O texto ainda tem \{hora\}/).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(text)).toBe(true)
    await page.keyboard.type('19h')
    expect(await text.inputValue()).toBe('Oi, Ana!\nA aula começa às 19h.')
    expect(await console().control.inbox(ana)).toEqual([])
    await page.keyboard.press('Enter')
    await expect
      .poll(() => console().control.inbox(ana))
      .toMatchObject([{ text: 'Oi, Ana!\nA aula começa às 19h.', times: 1 }])
  })

  test('on a phone a template comes by its button, and a message that was sent becomes one', async () => {
    const user = await console().newUser()
    await user.post('/api/whatsapp/connect', { deviceId: 'loja', connectionName: 'Loja' })
    await receive(user, { id: 'T2', text: 'Oi' })
    const page = await console().open('/chat', { user, viewport: narrow })
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    const text = page.getByLabel('Mensagem')
    await text.fill('Abrimos das 9h às 18h.')
    await button(page, 'Enviar').click()
    await button(page, 'Só anotar').click()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    const own = talk.getByRole('listitem').filter({ hasText: 'Abrimos das 9h' })
    await own.hover()
    await own.getByRole('button', { name: 'Guardar como modelo' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('Horário')
    await expectAccessible(page)
    await button(page, 'Salvar modelo').click()
    await toast(page, 'Modelo salvo.').waitFor()

    await text.fill('Bom dia!')
    await button(page, 'Usar um modelo (/)').click()
    await page.getByRole('option', { name: /^Horário/ }).click()
    expect(await text.inputValue()).toBe('Bom dia! Abrimos das 9h às 18h.')
    expect(await isFocused(text)).toBe(true)

    await button(page, 'Usar um modelo (/)').click()
    await page.getByRole('link', { name: 'Gerenciar' }).click()
    await button(page, 'Ações de Horário').click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByText('Nenhum modelo ainda').waitFor()
    await button(page, 'Desfazer').click()
    await button(page, 'Editar Horário').waitFor()
    await page.goBack()
    // The text typed before is still in the field.
    await expect.poll(() => text.inputValue()).toBe('Bom dia! Abrimos das 9h às 18h.')
  })
})
