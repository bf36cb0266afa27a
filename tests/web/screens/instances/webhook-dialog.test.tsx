import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  sentWebhookEvents,
  webhookEvents,
} from '../../../../src/contract/gateways/evolution-webhook.ts'
import {
  eventGroups,
  eventSentence,
} from '../../../../web/screens/instances/webhooks/event-words.ts'
import { keepDevice } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'

const SHOP = '5561988880000'
const own = `/api/evolution/own/proxy/webhook`
const url = 'https://loja.example.com/avisos'

/** The form of a shop's webhook that gets these events. */
async function aForm(events: readonly string[] | null, enabled = true) {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  if (events) {
    await console.api('POST', `${own}/set/${SHOP}`, { webhook: { url, enabled, events } })
  }
  const { user, page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  await user.click(await card.findByRole('button', { name: 'Webhook' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Webhook de Atendimento' }))
  await dialog.findByLabelText('URL')
  const save = () => user.click(dialog.getByRole('button', { name: 'Salvar webhook' }))
  const kept = async () => (await console.api('GET', `${own}/find/${SHOP}`)).events
  const checked = () =>
    dialog
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter(({ checked: isChecked }) => isChecked)
      .map(({ parentElement }) => parentElement?.querySelector('small')?.textContent)
  return { user, page, dialog, save, kept, checked }
}

test('each event is a sentence, and those that are chosen are delivered', async () => {
  const { user, page, dialog, save, kept, checked } = await aForm(['MESSAGES_UPSERT'])
  expect(checked()).toEqual(['MESSAGES_UPSERT'])
  await user.click(dialog.getByRole('checkbox', { name: /^A conexão cai ou volta/ }))
  await user.click(dialog.getByRole('checkbox', { name: /^Chega uma mensagem/ }))
  await user.click(dialog.getByRole('checkbox', { name: /^Alguém liga/ }))
  await save()
  await page.findByText('Webhook configurado com sucesso!')
  expect(await kept()).toEqual(['CONNECTION_UPDATE', 'CALL'])
  await user.click(page.getByRole('button', { name: 'Enviar um teste' }))
  await page.findByRole('dialog', { name: 'Enviar um teste' })
})

test('a webhook that is switched off is saved without a test to come next', async () => {
  const { user, page, dialog, save } = await aForm(['MESSAGES_UPSERT'])
  await user.click(dialog.getByRole('switch', { name: 'Ativo' }))
  await save()
  await page.findByText('Webhook configurado com sucesso!')
  expect(page.queryByRole('button', { name: 'Enviar um teste' })).toBeNull()
})

test('a webhook leads to what signs its events, without losing what was typed', async () => {
  const { user, page, dialog } = await aForm(null)
  await user.clear(dialog.getByLabelText('URL'))
  await user.type(dialog.getByLabelText('URL'), url)
  await user.click(dialog.getByRole('button', { name: /^Assinatura/ }))
  const signature = within(await page.findByRole('dialog', { name: 'Assinatura do webhook' }))
  await signature.findByText(/quem assina é o token/)
  await user.click(signature.getByText('Fechar', { selector: 'button' }))
  expect(dialog.getByLabelText<HTMLInputElement>('URL').value).toBe(url)
})

test('a webhook without any event is refused, since none would mean all of them', async () => {
  const { user, page, dialog, save, kept } = await aForm(['CALL'])
  await user.click(dialog.getByRole('checkbox', { name: /^Alguém liga/ }))
  await save()
  await dialog.findByText('Marque pelo menos um evento.')
  expect(await kept()).toEqual(['CALL'])
  await user.click(dialog.getByRole('button', { name: 'Marcar todos' }))
  expect(dialog.queryByText('Marque pelo menos um evento.')).toBeNull()
  await save()
  await page.findByText('Webhook configurado com sucesso!')
  expect(await kept()).toHaveLength(sentWebhookEvents.length)
})

test('a webhook that is switched off needs no event, and offers new messages when it is switched on', async () => {
  const { checked } = await aForm([], false)
  expect(checked()).toEqual(['MESSAGES_UPSERT'])
})

test('a choice that was not saved is asked about, also one made for all at once', async () => {
  const { user, page, dialog } = await aForm(null)
  await user.click(dialog.getByRole('button', { name: 'Marcar todos' }))
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await page.findByText('O que foi digitado ainda não foi salvo. Sair sem salvar?')
})

test('what this server never sends is only there where somebody asked for it, and stays', async () => {
  const { dialog, save, kept, page } = await aForm(['MESSAGES_UPSERT', 'TYPEBOT_START'])
  dialog.getByText('Não enviados por este servidor')
  expect(dialog.queryByRole('checkbox', { name: /Typebot é pausado/ })).toBeNull()
  await save()
  await page.findByText('Webhook configurado com sucesso!')
  expect(await kept()).toEqual(['MESSAGES_UPSERT', 'TYPEBOT_START'])
})

test('another gateway offers every event that there is, and says what is lost without messages', async () => {
  const console = await aConsole()
  const body = { url: 'https://gateway.example.com', apikey: 'chave' }
  const gateway = await console.api('POST', '/api/evolution', body)
  const setting = { url: gateway.webhook_url, enabled: true, events: ['MESSAGES_UPSERT', 'NOVO'] }
  const sent: unknown[] = []
  console.intercept(async (request) => {
    if (!request.url.includes(`/${gateway.id}/proxy/`)) return undefined
    if (request.url.includes('fetchInstances')) return Response.json([{ name: 'balcao' }])
    if (request.url.includes('webhook/set')) {
      sent.push(await request.json())
      return Response.json({}, { status: 201 })
    }
    if (request.url.includes('webhook/find')) return Response.json(setting)
    return Response.json({ instance: { state: 'open' } })
  })
  const { user, page } = await console.open(`/instances?gateway=${gateway.id}`)
  const card = within(await page.findByRole('region', { name: 'balcao' }))
  await user.click(await card.findByRole('button', { name: 'Webhook' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Webhook de balcao' }))
  const offered = await dialog.findAllByRole('checkbox')
  expect(offered).toHaveLength(webhookEvents.length + 1)
  expect(dialog.queryByText(/não aparecem no Chat/)).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: /^Chega uma mensagem/ }))
  dialog.getByText(/não aparecem no Chat/)
  await user.click(dialog.getByRole('button', { name: 'Salvar webhook' }))
  await passes(() => expect(sent).toMatchObject([{ webhook: { events: ['NOVO'] } }]))
})

test('no event is without its sentence and its group', () => {
  expect(webhookEvents.filter((event) => eventSentence(event) === null)).toEqual([])
  const grouped = eventGroups(false, []).flatMap(({ events }) => events)
  expect(grouped.toSorted()).toEqual([...webhookEvents].toSorted())
})
