import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  type CampaignAnswer,
  campaignsOf,
  createFrom,
  makeDevice,
  makeList,
  phone,
  preview,
} from '../../support/browser/campaign-form.ts'
import { describeConsole, expectAccessible, wide } from '../../support/browser/console.ts'
import { button } from '../../support/browser/places.ts'

/** Runs in the page: drops or pastes an image into the form. */
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

describeConsole('the draft of a campaign', (console) => {
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
    await page.getByText('Crie uma lista para ver').waitFor()
    expect(await page.getByText('Rascunho recuperado').count()).toBe(0)
  })

  test('takes an image by picker, paste or drop, and refuses what is none', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new', { user })
    const picker = page.getByLabel('Escolher imagem')
    await picker.setInputFiles({
      name: 'nota.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
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
      // The name also shows during the upload, when a save would be asked to wait.
      await page.getByRole('progressbar').waitFor({ state: 'detached' })
    }
    await page.getByLabel('Nome da campanha').fill('Com foto')
    await button(page, 'Salvar Rascunho').click()
    await page.waitForURL('**/campaigns')
    const [campaign] = await campaignsOf(user)
    expect(campaign?.imagem).toMatch(/\/uploads\/.+\.png$/)
  })

  test('changes a campaign, and offers a new one where it has started meanwhile', async () => {
    const user = await console().newUser()
    await makeDevice(user)
    const contatos = await makeList(user)
    const { id } = await user.post<CampaignAnswer>('/api/campaigns', {
      ...{ name: 'Primeira', texto: 'Oi', contatos, device_id: phone, delay: 30 },
      status: 'Rascunho',
    })
    const page = await console().open(`/campaigns/new?editar=${id}`, {
      user,
      viewport: wide,
      expectedErrors: [/409/, /ERR_FAILED/],
    })
    await page.getByRole('heading', { level: 1, name: 'Editar campanha' }).waitFor()
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

    const late = await user.post<CampaignAnswer>('/api/campaigns', {
      ...{ name: 'Segunda', texto: 'Oi', contatos, device_id: phone, status: 'Rascunho' },
    })
    await page.route('**/api/events*', (route) => route.abort())
    await page.goto(`/campaigns/new?editar=${late.id}`)
    await page.getByLabel('Texto', { exact: true }).fill('Atrasada')
    await user.patch(`/api/campaigns/${late.id}`, { status: 'Agendada' })
    await createFrom(page, 'Salvar alterações')
    await page.getByText('Erro ao criar campanha: Esta campanha já começou').waitFor()
    expect(await page.getByLabel('Texto', { exact: true }).inputValue()).toBe('Atrasada')
    await button(page, 'Salvar como nova').waitFor()
    await page.getByRole('link', { name: 'Campanhas', exact: true }).first().click()
    await button(page, 'Sim').click()
    await page.waitForURL('**/campaigns')

    await page.goto(`/campaigns/new?reutilizar=${id}`)
    await page.getByLabel('Nome da campanha').fill('De novo')
    // The audience preview comes a moment later and moves what is below it.
    await page.getByRole('button', { name: /Enviar agora para/ }).waitFor()
    await button(page, 'Salvar Rascunho').click()
    await page.waitForURL('**/campaigns')
    expect((await campaignsOf(user)).map(({ name }) => name)).toEqual([
      'De novo',
      'Segunda',
      'Primeira',
      'Primeira',
    ])
  })
})
