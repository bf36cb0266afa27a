import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { describeConsole } from '../support/browser/console.ts'
import { dialogLooks, examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { button } from '../support/browser/places.ts'
import type { User } from '../support/daemon/user.ts'

const DAY_MS = 24 * 3_600_000

async function aList(user: User): Promise<string> {
  const names = ['Ana Lima', 'Bruno Sá', 'Carla Nunes', 'Davi Prado', 'Eva Melo', 'Fábio Reis']
  const contatos = Array.from({ length: 312 }, (_, place) => ({
    name: `${names[place % names.length]} ${Math.floor(place / names.length) || ''}`.trim(),
    phone: `55619${String(80_000_000 + place)}`,
    campos: { turma: `${(place % 9) + 1}º ano`, turno: place % 7 ? 'manhã' : '' },
  }))
  for (const place of [3, 17, 101]) {
    await user.post('/api/optouts', { phone: `55619${String(80_000_000 + place)}`, nome: 'X' })
  }
  return (await user.post<{ id: string }>('/api/contacts', { name: 'Pais e mães', contatos })).id
}

/** At noon of the day after tomorrow. */
function noon(): string {
  const at = new Date(Date.now() + 2 * DAY_MS)
  at.setHours(12, 0, 0, 0)
  return at.toISOString()
}

async function aPlanned(user: User, device: string, further: object = {}): Promise<string> {
  const { id } = await user.post<{ id: string }>('/api/campaigns', {
    ...{ name: 'Reunião de pais', contatos: await aList(user), device_id: device, delay: 60 },
    texto: 'Olá, {primeiro_nome}! A reunião do *{turma}* ({turno}) é na sexta às 19h.',
    ...{ delay_max: 90, status: CampaignStatus.scheduled, data_de_envio: noon() },
    ...further,
  })
  return id
}

/** Where the title stands in the page, however far that is scrolled. */
const topOfTitle = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .evaluate((title) => Math.round(title.getBoundingClientRect().top + scrollY))

describeConsole('the page of a campaign to come', (console) => {
  test('tells what will happen, and stays as it is when that begins', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561977773301')
    const id = await aPlanned(user, device)
    const page = await console().open(`/campaigns/${id}`, { user })
    const { keyboard } = page
    await page.getByText('1 a 20 de 309').waitFor()
    const phone = page.getByRole('complementary', { name: 'Prévia da mensagem' })
    await phone.getByText('Olá, Ana!').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `campanha-agendada-${look.look}`)
    }
    const [wide] = screenLooks
    if (wide) await lookAt(page, wide)

    await phone.getByRole('button', { name: 'Próximo contato' }).focus()
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await phone.getByText('Olá, Carla!').waitFor()
    await keyboard.press('Enter')
    // The preview skips Davi, who has opted out.
    await phone.getByText('Olá, Eva!').waitFor()

    await button(page, 'Mudar horário').focus()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Mudar horário' })
    await dialog.getByLabel('Hora').fill('22:30')
    for (const look of dialogLooks) {
      await lookAt(page, look)
      await examine(page, `campanha-mudar-horario-${look.look}`)
    }
    if (wide) await lookAt(page, wide)
    await dialog.getByLabel('Hora').focus()
    await keyboard.press('Enter')
    await page.getByText(/^A esta hora as pessoas dormem/).waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `campanha-agendada-de-noite-${look.look}`)
    }
    if (wide) await lookAt(page, wide)
    await page.getByRole('button', { name: /^Mudar para / }).click()
    await page.getByText(/^A esta hora as pessoas dormem/).waitFor({ state: 'detached' })

    const before = await topOfTitle(page)
    await button(page, 'Começar agora').click()
    const asked = page.getByRole('dialog', { name: 'Começar agora' })
    await asked.getByRole('button', { name: 'Começar agora' }).click()
    await page.getByRole('heading', { name: 'Andamento' }).waitFor()
    await page.getByText('Olá, {primeiro_nome}!').waitFor()
    expect(await topOfTitle(page)).toBe(before)
    await examine(page, 'campanha-comecada')
  })

  test('says of a draft, and of one that is cancelled, what comes next', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561977773302')
    const id = await aPlanned(user, device, { status: CampaignStatus.draft, data_de_envio: null })
    const page = await console().open(`/campaigns/${id}`, { user })
    await page.getByText('1 a 20 de 309').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `campanha-rascunho-${look.look}`)
    }
    const { id: bare } = await user.post<{ id: string }>('/api/campaigns', {
      ...{ name: 'Sem nada', status: CampaignStatus.draft },
    })
    await page.goto(`/campaigns/${bare}`)
    await page.getByText('Ninguém para receber ainda').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `campanha-rascunho-vazio-${look.look}`)
    }
  })
})
