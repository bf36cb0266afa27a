import type { Page } from 'playwright-core'
import type { User } from '../daemon/user.ts'

/** The form of a campaign, as its tests fill it in. */

export type CampaignAnswer = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly sentCount: number
  readonly texto: string
  readonly imagem: string | null
  readonly delay: number
  readonly contatos: string | null
  readonly listas: readonly string[]
  readonly filtro: readonly unknown[]
  readonly excluir: unknown
  readonly device_id: string | null
  readonly data_de_envio: string | null
}

/** The phone of the one device, which need not be connected for a form. */
export const phone = '5561999990000'
export const campaignsOf = (user: User) => user.get<CampaignAnswer[]>('/api/campaigns')

/** 12 people; the second has no city. */
export async function makeList(user: User): Promise<string> {
  const contatos = Array.from({ length: 12 }, (_, index) => ({
    name: index === 0 ? 'Ana Beatriz' : `Pessoa ${index}`,
    phone: `55619${90000000 + index}`,
    ...(index === 1 ? {} : { campos: { Cidade: 'Brasília' } }),
  }))
  const { id } = await user.post<{ id: string }>('/api/contacts', { name: 'Clientes', contatos })
  return id
}

export async function makeDevice(user: User): Promise<void> {
  await user.post('/api/whatsapp/connect', { deviceId: phone, connectionName: 'Loja' })
}

export async function fillForm(
  page: Page,
  { name, text }: { name: string; text: string },
): Promise<void> {
  await page.getByLabel('Nome da campanha').fill(name)
  await page.getByLabel('Conexão WhatsApp').selectOption(phone)
  await page.getByLabel('Texto', { exact: true }).fill(text)
  await page.getByLabel('Lista', { exact: true }).selectOption({ label: 'Clientes · 12 contatos' })
}

export const preview = (page: Page) =>
  page.getByRole('complementary', { name: 'Prévia da mensagem' })

/** The form's last button: its text says below its name what it does. */
export const mainButton = (page: Page, name = 'Criar Campanha') =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })
export const review = (page: Page) => page.getByRole('dialog', { name: 'Revisão' })
/** The button of the review that creates the campaign. */
export const confirmButton = (page: Page) =>
  review(page)
    .getByRole('button', { name: /^(Enviar agora|Agendar para|Salvar alterações)/ })
    .last()

/** Presses the form's last button, and the review's. */
export async function createFrom(page: Page, name?: string): Promise<void> {
  await mainButton(page, name).click()
  await confirmButton(page).click()
}
