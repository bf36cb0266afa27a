import { expect, test } from 'vitest'
import { write } from '../support/browser/chat.ts'
import { describeConsole, narrow } from '../support/browser/console.ts'
import { dialogLooks, examine, lookAt, screenLooks } from '../support/browser/looks.ts'

const EVA = '5561966665555'

describeConsole('the page of a person', (console) => {
  test('leads to a first message by the connection that is chosen, and sends nothing by itself', async () => {
    const user = await console().newUser()
    const { control } = console()
    const shop = await user.pair(control, '5561977772201')
    await user.pair(control, '5561977772202')
    const contatos = [{ name: 'Eva Prado', phone: EVA }]
    await user.post('/api/contacts', { name: 'Clientes', contatos })
    const page = await console().open(`/people/${EVA}`, { user })
    const first = page.getByRole('button', { name: 'Enviar mensagem' })
    await first.waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `pessoa-sem-conversa-${look.look}`)
    }
    await user.post('/api/optouts', { phone: EVA, nome: 'Eva Prado' })
    await page.getByText(/^Não recebe campanhas desde/).waitFor()
    await first.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Escrever para Eva Prado' })
    await dialog.getByText(/^Eva Prado não recebe campanhas desde/).waitFor()
    for (const look of dialogLooks) {
      await lookAt(page, look)
      await examine(page, `pessoa-por-qual-conexao-${look.look}`)
      if (look.viewport !== narrow) continue
      const box = await dialog.getByRole('link').first().boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await first.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByRole('link', { name: new RegExp(`^Loja ${shop}`) }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Chat' }).waitFor()
    await page.getByLabel('Mensagem').waitFor()
    expect(await control.inbox(EVA)).toEqual([])
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).click()
    await write(page, 'Oi, Eva')
    await expect.poll(() => control.inbox(EVA)).toMatchObject([{ text: 'Oi, Eva', times: 1 }])
    // There is a chat now.
    await page.goto(`/people/${EVA}`)
    await page.getByRole('link', { name: 'Abrir a conversa' }).waitFor()
  })
})
