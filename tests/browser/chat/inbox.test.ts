import { expect, test } from 'vitest'
import { ana, carla, isFocused, receive, write } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible, narrow } from '../../support/browser/console.ts'
import { dialogButton } from '../../support/browser/places.ts'

const turma = { name: 'Turma A', contatos: [{ name: 'Ana Lima', phone: ana }] }

describeConsole('the inbox of the chat', (console) => {
  test('is one inbox of several connections: what is unread, and what campaigns asked', async () => {
    const user = await console().newUser()
    const { control } = console()
    const device = await user.pair(control, '5561977779012')
    const id = (await user.post<{ id: string }>('/api/contacts', turma)).id
    const asked = { name: 'Rematrícula', texto: 'Oi, {primeiro_nome}! Vai continuar?' }
    const campaign = await user.createCampaign({ ...asked, device_id: device, contatos: id })
    await user.waitForEnd(campaign.id)
    await control.sendInbound({ from: ana, to: device, text: 'Sim!', pushName: 'Aninha' })
    await receive(user, { id: 'E1', text: 'Olá', instance: 'filial', from: carla, name: 'Carla' })

    const page = await console().open('/optouts', { user })
    await page.getByRole('link', { name: /^Chat\b.* 2 conversas não lidas$/ }).waitFor()
    await expect.poll(() => page.title()).toBe('(2) Descadastro · disparo')
    await page.getByRole('link', { name: /^Chat/ }).click()
    const row = (name: RegExp) => page.getByRole('button', { name })
    await row(/Ana Lima.*1 não lida.*Loja 5561977779012/s).click()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    const question = talk.getByRole('listitem').filter({ hasText: 'Oi, Ana! Vai continuar?' })
    await question.getByRole('link', { name: 'Campanha Rematrícula' }).waitFor()
    await question.getByRole('img', { name: 'Lida' }).waitFor()
    await talk.getByText('Sim!').waitFor()
    await expect.poll(() => page.title()).toBe('(1) Chat · disparo')
    await row(/Carla.*1 não lida.*filial/s).waitFor()
    await expectAccessible(page)

    await page.getByLabel('Instância').selectOption('filial')
    await row(/Carla/).waitFor()
    expect(await row(/Ana Lima/).count()).toBe(0)
    await page.setViewportSize(narrow)
    await page.goto(page.url().replace(/[?].*/, `?instancia=own:${device}&contato=${ana}`))
    await page.getByRole('heading', { level: 2, name: 'Ana Lima' }).waitFor()
    // On a phone the talk fills the room below the page's header, whose title only screen readers
    // get.
    const pane = page.getByRole('region', { name: 'Mensagens', exact: true })
    const room = await pane.boundingBox()
    expect(room).toMatchObject({ x: 0, y: 58, width: narrow.width, height: narrow.height - 58 })
    expect(await page.getByRole('heading', { level: 1, name: 'Chat' }).count()).toBe(1)
    // The time stands beside short words.
    const said = talk.getByRole('listitem').filter({ hasText: 'Sim!' })
    const [words, time] = [said.getByText('Sim!'), said.locator('time')]
    const [left, right] = [await words.boundingBox(), await time.boundingBox()]
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBeGreaterThan(left?.width ?? 0)
    expect((right?.y ?? 0) - (left?.y ?? 0)).toBeLessThan(left?.height ?? 0)
    await write(page, 'Que bom!')
    await dialogButton(page, 'Enviar pelo WhatsApp').click()
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Voltar aos contatos' }).click()
    await row(/Ana Lima.*Você: Que bom!/s).waitFor()
    await expectAccessible(page)
    await page.goBack()
    await question.getByRole('link', { name: 'Campanha Rematrícula' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rematrícula' }).waitFor()
  })

  test('shows contacts and the talk one after the other on a phone, and Back goes between them', async () => {
    const user = await console().newUser()
    for (let index = 0; index < 30; index += 1) {
      await receive(user, { id: `C${index}`, text: `Mensagem ${index}` })
    }
    const page = await console().open('/chat', { user, viewport: narrow })
    const choice = page.getByLabel('Instância')
    await choice.waitFor()
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    // The talk takes the room of the select of instances.
    await choice.waitFor({ state: 'detached' })
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    // Exact match: "Mensagem 3" followed by the time "02:31" would also match "Mensagem 30".
    const message = (index: number) => talk.getByText(`Mensagem ${index}`, { exact: true })
    await message(29).waitFor()
    expect(await message(29).isVisible()).toBe(true)
    const end = () =>
      talk.evaluate((region) => region.scrollHeight - region.scrollTop - region.clientHeight)
    expect(await end()).toBeLessThan(2)
    await expectAccessible(page)

    await talk.evaluate((region) => region.scrollTo(0, 0))
    // Shows once the page knows that the reader is no longer at the end.
    await page.getByRole('button', { name: 'Mensagens mais novas' }).waitFor()
    await receive(user, { id: 'C30', text: 'Mensagem 30' })
    await message(30).waitFor()
    expect(await end()).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Mensagens mais novas' }).click()
    expect(await end()).toBeLessThan(2)
    await page.getByLabel('Mensagem').fill('Um\nDois\nTrês\nQuatro')
    await expect.poll(end).toBeLessThan(2)
    const below = (await page.getByLabel('Mensagem').boundingBox())?.y ?? 0
    const last = await message(30).boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(below)

    await page.goBack()
    await page.getByRole('searchbox').waitFor()
    const row = page.getByRole('button', { name: /Ana Beatriz.*Rascunho: Um Dois/ })
    await row.press('Enter')
    await expect.poll(() => isFocused(page.getByLabel('Mensagem'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(row)).toBe(true)
    await page.getByRole('searchbox').fill('ninguém')
    await page.getByText('Nenhum contato encontrado').waitFor()
    await page.getByRole('searchbox').fill('beatriz')
    await page.getByRole('button', { name: /Ana Beatriz/ }).waitFor()
  })
})
