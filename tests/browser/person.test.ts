import { expect, test } from 'vitest'
import { write } from '../support/browser/chat.ts'
import { describeConsole, narrow, wide } from '../support/browser/console.ts'
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

  test('tells what happens while one looks, some kinds at a time, with notes of one’s own', async () => {
    const user = await console().newUser()
    const { control } = console()
    const shop = await user.pair(control, '5561977772203')
    await user.pair(control, '5561977772204')
    const list = await user.post<{ id: string }>('/api/contacts', {
      name: 'Clientes',
      contatos: [{ name: 'Eva Prado', phone: EVA }],
    })
    const campaign = await user.createCampaign({
      ...{ name: 'Feira de outubro', device_id: shop, contatos: list.id, texto: 'Oi, {nome}' },
    })
    await user.waitForEnd(campaign.id)
    const page = await console().open(`/people/${EVA}`, { user })
    const time = page.getByRole('region', { name: 'Linha do tempo' })
    const rows = time.getByRole('listitem')
    await time.getByText('Feira de outubro').waitFor()
    await control.sendInbound({ from: EVA, to: shop, text: 'Ainda dá tempo?', pushName: 'Eva' })
    await time.getByText('1 recebida', { exact: false }).waitFor()
    expect(await rows.count()).toBe(2)

    await time.getByLabel('Nova anotação').fill('Prefere manhã')
    await time.getByRole('button', { name: 'Guardar anotação' }).click()
    await time.getByText('Prefere manhã').waitFor()
    await time.getByRole('button', { name: 'Excluir a anotação' }).click()
    await page.getByText('Anotação excluída.').waitFor()
    // The toast may show a moment before the note goes, which takes the focus of its buttons along.
    await time.getByText('Prefere manhã').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await time.getByText('Prefere manhã').waitFor()
    await time.getByRole('button', { name: 'Fixar a anotação' }).focus()
    await page.keyboard.press('Enter')
    const pinned = time.getByRole('list', { name: 'Anotação fixada' })
    await pinned.getByText('Prefere manhã').waitFor()
    const unpin = pinned.getByRole('button', { name: 'Não fixar mais a anotação' })
    await expect
      .poll(() => unpin.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await page.reload()
    await pinned.getByText('Prefere manhã').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `pessoa-com-anotacao-fixada-${look.look}`)
    }
    await lookAt(page, { look: 'largo', viewport: wide, colorScheme: 'dark' })
    await unpin.click()
    await pinned.waitFor({ state: 'detached' })
    // Leaving asks about a note that was typed and not saved.
    await time.getByLabel('Nova anotação').fill('Liga')
    await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
    const leaving = page.getByRole('dialog', { name: 'Sair desta tela' })
    await leaving.getByRole('button', { name: 'Não' }).click()
    await time.getByRole('button', { name: 'Cancelar' }).click()

    await page.route(/\/timeline\?/, async (route) => {
      const answer = await route.fetch()
      const told: { eventos: { tipo: string }[] } = await answer.json()
      const eventos = told.eventos.filter(({ tipo }) => tipo !== 'conversa')
      await route.fulfill({ response: answer, json: { eventos, faltam: ['conversa'] } })
    })
    await page.reload()
    const unread = time.getByRole('alert')
    await unread.getByText('Não foi possível ler todas as conversas.').waitFor()
    await time.getByRole('button', { name: 'Editar a anotação' }).click()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `pessoa-sem-as-conversas-${look.look}`)
    }
    await page.unroute(/\/timeline\?/)
    await unread.getByRole('button', { name: 'Tentar novamente' }).click()
    await time.getByText('1 recebida', { exact: false }).waitFor()
    await time.getByRole('button', { name: 'Cancelar' }).click()

    await time.getByRole('button', { name: 'Conversas' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.reload()
    await time.getByText('1 recebida', { exact: false }).waitFor()
    expect(await rows.count()).toBe(1)
    await time.getByRole('button', { name: 'Anotações' }).focus()
    await page.keyboard.press('Space')
    await time.getByText('Prefere manhã').waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `pessoa-com-dois-tipos-${look.look}`)
    }
    await lookAt(page, { look: 'estreito', viewport: narrow, colorScheme: 'dark' })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBeLessThanOrEqual(narrow.width)
    await time.getByRole('link', { name: 'Ver na conversa' }).click()
    await page.getByRole('heading', { level: 1, name: 'Chat' }).waitFor()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await talk.locator('[aria-current]', { hasText: 'Ainda dá tempo?' }).waitFor()
    await examine(page, 'chat-em-um-momento-estreito')
    // The mark goes away by itself.
    await talk.locator('[aria-current]').waitFor({ state: 'detached' })
  })
})
