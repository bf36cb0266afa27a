import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../support/browser/console.ts'
import type { User } from '../support/daemon/user.ts'

const ana = '5561988887777'
const carla = '5561988886666'
const turma = { name: 'Turma A', contatos: [{ name: 'Ana Lima', phone: ana }] }

describeConsole('chat', (console) => {
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
    await talk.getByText('[Imagem]').waitFor()
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

  test('really sends through a connected account once somebody says so, and shows a failure', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561977771234')
    await receive(user, { id: 'B1', text: 'Quero saber o preço', instance: device })
    const absent = '5561900000001'
    await console().control.setBehaviour(absent, { absent: true })
    await receive(user, {
      id: 'B2',
      text: 'Alô',
      instance: device,
      from: absent,
      name: 'Sem WhatsApp',
    })

    const page = await console().open('/chat', { user, expectedErrors: [/422/] })
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    const isReal = page.getByRole('switch', { name: 'Enviar pelo WhatsApp' })
    expect(await isReal.getAttribute('aria-checked')).toBe('false')
    await isReal.click()
    await write(page, 'São R$ 20,00.')
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()
    expect(await console().control.inbox(ana)).toMatchObject([{ text: 'São R$ 20,00.', times: 1 }])
    await expectAccessible(page)

    await page.getByRole('button', { name: /Sem WhatsApp/ }).click()
    await write(page, 'Olá')
    await page.getByText('Número não está no WhatsApp.').waitFor()
    await expectAccessible(page)
    await console().control.setBehaviour(absent, {})
    await page.reload()
    await page.getByText('Número não está no WhatsApp.').waitFor()
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()

    await page.reload()
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).waitFor()
    expect(await isReal.getAttribute('aria-checked')).toBe('true')
  })

  test('shows how far each message has come, in one bubble, also after a reload', async () => {
    const user = await console().newUser()
    const { control } = console()
    const device = await user.pair(control, '5561977775678')
    const image = Buffer.from('a picture').toString('base64')
    await control.sendInbound({ from: carla, to: device, text: 'Olha', image, pushName: 'Carla' })
    await control.setBehaviour(carla, { ackDelayMs: 1_500, undelivered: true })

    const page = await console().open('/chat', { user })
    await page.getByRole('button', { name: /Carla/ }).click()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    const picture = talk.getByRole('img', { name: 'Miniatura' })
    await picture.waitFor()
    const drawn = await picture.evaluate((element) =>
      element instanceof HTMLImageElement
        ? [element.naturalWidth, element.clientWidth, element.clientHeight]
        : [],
    )
    expect(drawn).toEqual([48, 200, 150])

    // What has ever stood in the thread, a frame that nobody would see included.
    await talk.evaluate((region) => {
      const counts: number[] = []
      Object.assign(globalThis, { counts })
      const note = () => {
        const bubbles = [...region.querySelectorAll('li')]
        counts.push(bubbles.filter(({ innerText }) => innerText.includes('Linda!')).length)
      }
      new MutationObserver(note).observe(region, { childList: true, subtree: true })
    })
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).click()
    await write(page, 'Linda!')
    await talk.getByRole('img', { name: 'Enviando' }).waitFor()
    await talk.getByRole('img', { name: 'Enviada' }).waitFor()
    await control.setBehaviour(carla, {})
    const row = page.getByRole('button', { name: /^Carla/ })
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()
    await row.getByRole('img', { name: 'Entregue' }).waitFor()
    await control.markRead(carla)
    await talk.getByRole('img', { name: 'Lida' }).waitFor()
    await row.getByRole('img', { name: 'Lida' }).waitFor()
    const counts = await page.evaluate(() => Reflect.get(globalThis, 'counts'))
    expect(new Set(counts)).toEqual(new Set([1]))
    await expectAccessible(page)

    await page.reload()
    await talk.getByRole('img', { name: 'Lida' }).waitFor()
    await picture.waitFor()
  })

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
    await write(page, 'Que bom!')
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar pelo WhatsApp' }).click()
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Voltar aos contatos' }).click()
    await row(/Ana Lima.*Você: Que bom!/s).waitFor()
    await expectAccessible(page)
    await page.goBack()
    await question.getByRole('link', { name: 'Campanha Rematrícula' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rematrícula' }).waitFor()
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

  test('shows contacts and the talk one after the other on a phone, and Back goes between them', async () => {
    const user = await console().newUser()
    for (let index = 0; index < 30; index += 1) {
      await receive(user, { id: `C${index}`, text: `Mensagem ${index}` })
    }
    const page = await console().open('/chat', { user, viewport: narrow })
    const choice = page.getByLabel('Instância')
    await choice.waitFor()
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    // The talk has the room of the choice among the connections.
    await choice.waitFor({ state: 'detached' })
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    // Exactly: "Mensagem 3" beside "02:31" holds "Mensagem 30" as well.
    const message = (index: number) => talk.getByText(`Mensagem ${index}`, { exact: true })
    await message(29).waitFor()
    expect(await message(29).isVisible()).toBe(true)
    const end = () =>
      talk.evaluate((region) => region.scrollHeight - region.scrollTop - region.clientHeight)
    expect(await end()).toBeLessThan(2)
    await expectAccessible(page)

    await talk.evaluate((region) => region.scrollTo(0, 0))
    // The page has seen that its reader is not at the end any more.
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

  test('keeps what was typed for whoever comes back to a talk, and shows the next user none of it', async () => {
    const [first, second] = [await console().newUser(), await console().newUser()]
    for (const user of [first, second]) {
      await user.post('/api/whatsapp/connect', { deviceId: 'loja', connectionName: 'Loja' })
      await receive(user, { id: 'D1', text: 'Oi' })
      await receive(user, { id: 'D2', text: 'Olá', from: carla, name: 'Carla' })
    }
    // What was asked for just before the sign-out is denied after it.
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

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((it) => it === document.activeElement)
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Mensagem').fill(text)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
}

async function receive(
  user: User,
  report: {
    readonly id: string
    readonly text?: string
    readonly message?: object
    readonly instance?: string
    readonly from?: string
    readonly name?: string
  },
): Promise<void> {
  const { id, text, message, instance = 'loja', from = ana, name = 'Ana Beatriz' } = report
  const { url } = await user.get<{ url: string }>('/api/webhooks')
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      event: 'messages.upsert',
      instance,
      data: {
        key: { remoteJid: `${from}@s.whatsapp.net`, fromMe: false, id },
        pushName: name,
        message: message ?? { conversation: text },
        messageTimestamp: Math.floor(Date.now() / 1000),
      },
    }),
  })
  expect(response.status).toBe(200)
}
