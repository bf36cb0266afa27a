import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow, wide } from '../support/console.ts'
import type { User } from '../support/user.ts'

type Campaign = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly texto: string
  readonly imagem: string | null
  readonly delay: number
  readonly contatos: string | null
  readonly device_id: string | null
  readonly data_de_envio: string | null
}

const phone = '5561999990000'
const campaignsOf = (user: User) => user.get<Campaign[]>('/api/campaigns')

/** 12 people; the second has no city. */
async function makeList(user: User): Promise<string> {
  const contatos = Array.from({ length: 12 }, (_, index) => ({
    name: index === 0 ? 'Ana Beatriz' : `Pessoa ${index}`,
    phone: `55619${90000000 + index}`,
    ...(index === 1 ? {} : { campos: { Cidade: 'Brasília' } }),
  }))
  const { id } = await user.post<{ id: string }>('/api/contacts', { name: 'Clientes', contatos })
  return id
}

async function makeDevice(user: User): Promise<void> {
  await user.post('/api/whatsapp/connect', { deviceId: phone, connectionName: 'Loja' })
}

async function fill(page: Page, { name, text }: { name: string; text: string }): Promise<void> {
  await page.getByLabel('Nome da campanha').fill(name)
  await page.getByLabel('Conexão WhatsApp').selectOption(phone)
  await page.getByLabel('Texto', { exact: true }).fill(text)
  await page.getByLabel('Lista', { exact: true }).selectOption({ label: 'Clientes · 12 contatos' })
}

const preview = (page: Page) => page.getByRole('complementary', { name: 'Prévia da mensagem' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** In the page: gives the form an image as the mouse, or the clipboard, does. */
function handOver({ base64, name }: { readonly base64: string; readonly name: string }): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const files = new DataTransfer()
  files.items.add(new File([bytes], name, { type: 'image/png' }))
  const how = { bubbles: true, cancelable: true }
  const event =
    name === 'solta.png'
      ? new DragEvent('drop', { ...how, dataTransfer: files })
      : new ClipboardEvent('paste', { ...how, clipboardData: files })
  document.querySelector('form')?.dispatchEvent(event)
}

describeConsole('new campaign', (console) => {
  test('shows the message as the first contacts will read it, and creates the campaign once', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    const listId = await makeList(user)
    const page = await console().open('/campaigns/new', { user })
    await fill(page, { name: 'Aviso', text: 'Oi ! *Só hoje* em ' })
    await page.getByLabel('Texto', { exact: true }).press('End')
    await button(page, '{cidade}').click()
    await page.getByLabel('Texto', { exact: true }).evaluate((area) => {
      if (area instanceof HTMLTextAreaElement) area.setSelectionRange(3, 3)
    })
    await button(page, '{primeiro_nome}').click()
    const bubble = preview(page)
    await bubble.getByText('Oi Ana!').waitFor()
    expect(await bubble.locator('strong').textContent()).toBe('Só hoje')
    await bubble.getByText('em Brasília').waitFor()
    await bubble.getByText('Contato 1 de 12').waitFor()
    await bubble.getByRole('button', { name: 'Próximo contato' }).click()
    await bubble.getByText('Oi Pessoa!').waitFor()
    await page.getByText('+7 contatos').waitFor()
    await page.getByText('12 contatos, um a cada 60 s: termina por volta de').waitFor()
    await expectAccessible(page)

    await button(page, 'Criar Campanha').dblclick()
    const question = page.getByRole('dialog', { name: 'Confira a mensagem' })
    await question.getByText('{cidade} está vazio em 1 contato').waitFor()
    await expectAccessible(page)
    await button(page, 'Sim').dblclick()
    await page.waitForURL('**/campaigns')
    await page.getByText('Campanha criada e agendada com sucesso!').waitFor()
    const campaigns = await campaignsOf(user)
    expect(campaigns).toMatchObject([
      {
        name: 'Aviso',
        texto: 'Oi {primeiro_nome}! *Só hoje* em {cidade}',
        contatos: listId,
        device_id: phone,
        delay: 60,
        imagem: null,
      },
    ])
    expect(campaigns[0]?.data_de_envio).not.toBeNull()
    await page.context().close()
  })

  test('says beside each field what is missing, and keeps the rest', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new', { user, viewport: narrow })
    await page.getByText('Nenhuma conexão ainda.').waitFor()
    await page.getByText('Nenhuma lista ainda.').waitFor()
    await page.getByLabel('Texto', { exact: true }).fill('Oi')
    await page.getByLabel('Intervalo').fill('-1')
    await button(page, 'Criar Campanha').click()
    for (const sentence of [
      'Informe o nome da campanha.',
      'Escolha uma conexão de WhatsApp.',
      'Escolha uma lista de contatos.',
      'O intervalo não pode ser negativo.',
    ]) {
      await page.getByText(sentence).waitFor()
    }
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    expect(await page.getByLabel('Texto', { exact: true }).inputValue()).toBe('Oi')
    await expectAccessible(page)
    await button(page, 'Salvar Rascunho').click()
    await page.getByText('Informe o nome da campanha.').waitFor()
    expect(await campaignsOf(user)).toEqual([])
    await page.context().close()
  })

  test('sends at the chosen hour, and keeps a campaign without one as a draft', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    await makeList(user)
    const page = await console().open('/campaigns/new', { user, colorScheme: 'light' })
    await fill(page, { name: 'Mais tarde', text: 'Oi' })
    await page.getByLabel('Agendar').check()
    await page.getByLabel('Intervalo').fill('2,5')
    await page.getByText('o WhatsApp pode bloquear o seu número').waitFor()
    await button(page, 'Criar Campanha').click()
    await page.getByText('Salvar como rascunho?').waitFor()
    await button(page, 'Não').click()
    await page.getByText('Informe a hora do envio.').waitFor()
    await page.getByLabel('Data', { exact: true }).fill('2020-01-31')
    await page.getByLabel('Hora', { exact: true }).fill('09:00')
    await button(page, 'Criar Campanha').click()
    await page.getByText('Esta data e hora já passaram.', { exact: true }).waitFor()
    await page.getByLabel('Data', { exact: true }).fill('2090-01-31')
    await page.getByText('A partir de 31/01/2090 09:00').waitFor()
    await expectAccessible(page)
    await button(page, 'Criar Campanha').click()
    await page.waitForURL('**/campaigns')

    await page.goto('/campaigns/new')
    await fill(page, { name: 'Sem hora', text: 'Oi' })
    await page.getByLabel('Agendar').check()
    await button(page, 'Criar Campanha').click()
    await button(page, 'Sim').click()
    await page.getByText('Rascunho salvo com sucesso!').waitFor()
    expect(await campaignsOf(user)).toMatchObject([
      { name: 'Sem hora', status: 'Rascunho', data_de_envio: null },
      {
        name: 'Mais tarde',
        status: 'Agendada',
        delay: 2.5,
        data_de_envio: '2090-01-31T12:00:00.000Z',
      },
    ])
    await page.context().close()
  })

  test('keeps what was typed until it is saved, also past the end of the session', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new', {
      user,
      expectedErrors: [/401/],
    })
    const name = page.getByLabel('Nome da campanha')
    await name.fill('Não me perca')
    await page.getByRole('link', { name: 'Contatos', exact: true }).click()
    await page.getByText('Sair sem salvar esta campanha?').waitFor()
    await button(page, 'Não').click()
    expect(await name.inputValue()).toBe('Não me perca')

    const session = await page.evaluate(async () => {
      const token = localStorage.getItem('token') ?? ''
      await fetch('/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      return localStorage.getItem('user') ?? ''
    })
    await button(page, 'Salvar Rascunho').click()
    await page.waitForURL('**/login?de=%2Fcampaigns%2Fnew')
    await page.getByText('Erro ao criar campanha: Sessão expirada').waitFor()

    await page.evaluate(
      ({ token, account }) => {
        localStorage.setItem('token', token)
        localStorage.setItem('user', account)
      },
      { token: user.apikey, account: session },
    )
    await page.goto('/campaigns/new')
    await page.getByText('Rascunho recuperado').waitFor()
    expect(await name.inputValue()).toBe('Não me perca')
    await expectAccessible(page)
    await button(page, 'Descartar').click()
    expect(await name.inputValue()).toBe('')
    await page.reload()
    await page.getByText('Escolha uma lista para ver').waitFor()
    expect(await page.getByText('Rascunho recuperado').count()).toBe(0)
    await page.context().close()
  })

  test('takes an image by picker, paste or drop, and refuses what is none', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new', { user })
    const picker = page.getByLabel('Escolher imagem')
    await picker.setInputFiles({
      name: 'nota.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    })
    await page.getByText('A imagem precisa ser JPEG, PNG, WebP ou GIF.').waitFor()
    const buffer = await sharp({
      create: { width: 120, height: 80, channels: 3, background: '#d9b45b' },
    })
      .png()
      .toBuffer()
    await picker.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer })
    await page.getByText('foto.png').waitFor()
    await page.getByText('120 × 80').waitFor()
    await preview(page).getByRole('img', { name: 'Imagem da mensagem' }).waitFor()
    await expectAccessible(page)
    await button(page, 'Remover').click()
    await page.getByText('Escolher imagem').waitFor()

    for (const name of ['solta.png', 'colada.png']) {
      await page.evaluate(handOver, { base64: buffer.toString('base64'), name })
      await page.getByText(name).waitFor()
    }
    await page.getByLabel('Nome da campanha').fill('Com foto')
    await button(page, 'Salvar Rascunho').click()
    await page.waitForURL('**/campaigns')
    const [campaign] = await campaignsOf(user)
    expect(campaign?.imagem).toMatch(/\/uploads\/.+\.png$/)
    await page.context().close()
  })

  test('changes a campaign, and offers a new one where it has started meanwhile', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    const contatos = await makeList(user)
    const { id } = await user.post<Campaign>('/api/campaigns', {
      ...{ name: 'Primeira', texto: 'Oi', contatos, device_id: phone, delay: 30 },
      status: 'Rascunho',
    })
    const page = await console().open(`/campaigns/new?editar=${id}`, {
      user,
      viewport: wide,
      expectedErrors: [/409/, /ERR_FAILED/],
    })
    await page.getByRole('heading', { level: 1, name: 'Editar Campanha' }).waitFor()
    await page.getByLabel('Texto', { exact: true }).fill('Olá')
    await button(page, 'Salvar Rascunho').click()
    await page.waitForURL('**/campaigns')
    expect(await campaignsOf(user)).toMatchObject([{ id, texto: 'Olá', delay: 30 }])

    await page.goto(`/campaigns/new?editar=${id}`)
    await page.getByLabel('Texto', { exact: true }).fill('Tarde demais')
    await user.patch(`/api/campaigns/${id}`, { status: 'Agendada' })
    await page.getByText('Esta campanha já começou ou terminou').waitFor()
    await expectAccessible(page)
    await button(page, 'Salvar como nova').click()
    await page.getByText('Rascunho salvo com sucesso!').waitFor()
    expect(await campaignsOf(user)).toMatchObject([
      { name: 'Primeira', texto: 'Tarde demais', status: 'Rascunho' },
      { id, texto: 'Olá' },
    ])

    const late = await user.post<Campaign>('/api/campaigns', {
      ...{ name: 'Segunda', texto: 'Oi', contatos, device_id: phone, status: 'Rascunho' },
    })
    await page.route('**/api/events', (route) => route.abort())
    await page.goto(`/campaigns/new?editar=${late.id}`)
    await page.getByLabel('Texto', { exact: true }).fill('Atrasada')
    await user.patch(`/api/campaigns/${late.id}`, { status: 'Agendada' })
    await button(page, 'Criar Campanha').click()
    await page.getByText('Erro ao criar campanha: Esta campanha já começou').waitFor()
    expect(await page.getByLabel('Texto', { exact: true }).inputValue()).toBe('Atrasada')
    await button(page, 'Salvar como nova').waitFor()
    await page.getByRole('link', { name: 'Campanhas', exact: true }).first().click()
    await button(page, 'Sim').click()
    await page.waitForURL('**/campaigns')

    await page.goto(`/campaigns/new?reutilizar=${id}`)
    await page.getByLabel('Nome da campanha').fill('De novo')
    await button(page, 'Salvar Rascunho').click()
    await page.waitForURL('**/campaigns')
    expect((await campaignsOf(user)).map(({ name }) => name)).toEqual([
      'De novo',
      'Segunda',
      'Primeira',
      'Primeira',
    ])
    await page.context().close()
  })

  test('tells of a campaign that is gone, and of lists and connections that cannot be read', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new?editar=999999', {
      user,
      expectedErrors: [/404/, /503/],
    })
    await page.getByText('Campanha não encontrada.').waitFor()
    await expectAccessible(page)
    const refuse = { status: 503, json: { error: 'x', message: 'Sem disco.', code: 'x' } }
    await page.route('**/api/contacts?**', (route) => route.fulfill(refuse))
    await page.route('**/api/whatsapp/devices', (route) => route.fulfill(refuse))
    await page.getByRole('link', { name: 'Criar uma nova' }).click()
    await page.getByText('Erro ao buscar listas de contatos.').waitFor()
    await page.getByText('Falha ao buscar conexões.').waitFor()
    await expectAccessible(page)
    await page.unrouteAll()
    await button(page, 'Tentar novamente').last().click()
    await page.getByText('Nenhuma lista ainda.').waitFor()
    await page.context().close()
  })
})
