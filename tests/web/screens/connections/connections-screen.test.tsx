import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { keepCampaign, keepDevice, runCampaign } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'
import { gapsOf, ownTime } from '../../../support/web/time.ts'

test('connections are read anew every 30 seconds', async () => {
  const { open, calls, isAtRest } = await aConsole()
  const { pass } = ownTime(isAtRest)
  const { page } = await open('/whatsapp/connections')
  await pass(100)
  page.getByText(/Nenhuma conexão encontrada\./)
  expect(gapsOf(calls, '/devices')).toEqual([30, 30, 30])
})

test('cannot delete a connection that the server keeps', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { connectionName: 'Loja' })
  const { user, page } = await console.open('/whatsapp/connections')
  console.intercept(({ url, method }) =>
    method === 'DELETE' && url.endsWith('/auth') ? refusal('Sem disco.') : undefined,
  )
  await user.click(await page.findByRole('button', { name: 'Ações de Loja' }))
  await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  await page.findByRole('dialog', { name: 'Excluir conexão Loja' })
  await user.click(page.getByRole('button', { name: 'Sim' }))
  await page.findByText('Não foi possível excluir a conexão.', toast)
  await page.findByText('Conectado')
  expect(console.complaints.take(/^error: Não foi possível excluir a conexão/)).toHaveLength(1)
})

test('what is asked about a connection says which one', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { connectionName: 'Loja' })
  const { user, page } = await console.open('/whatsapp/connections')
  for (const [item, title] of [
    ['Enviar mensagem de teste', 'Testar Loja'],
    ['Desconectar', 'Desconectar Loja'],
  ] as const) {
    await user.click(await page.findByRole('button', { name: 'Ações de Loja' }))
    await user.click(page.getByRole('menuitem', { name: item }))
    const dialog = within(await page.findByRole('dialog', { name: title }))
    const [close] = dialog.getAllByRole('button', { name: 'Fechar' })
    if (close) await user.click(close)
    await passes(() => expect(page.queryByRole('dialog')).toBeNull())
  }
  await user.click(page.getByRole('button', { name: 'Testar Loja' }))
  await page.findByRole('dialog', { name: 'Testar Loja' })
  await user.keyboard('{Escape}')
  await user.click(page.getByRole('button', { name: 'Nome e limites de Loja' }))
  await page.findByRole('dialog', { name: 'Nome e limites de Loja' })
})

test('shows when the last message came and left', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  const deviceKey = (await console.parts.devices.findKey(console.id, deviceId)) ?? ''
  const { pass } = ownTime(console.isAtRest)
  const { page } = await console.open('/whatsapp/connections')
  await pass(1)
  const card = within(page.getByRole('region', { name: 'Loja' }))
  expect(card.queryByText('Última mensagem')).toBeNull()
  console.parts.deviceTraffic.onSent({ deviceKey, atMs: Date.now() - 2 * 60_000 })
  await pass(30)
  card.getByText('Última mensagem')
  card.getByText('há 2 min')
})

test('asks twice before it deletes what a campaign uses', async () => {
  const console = await aConsole()
  await runCampaign(console, console, await keepDevice(console, console))
  const { user, page } = await console.open('/whatsapp/connections')
  await user.click(await page.findByRole('button', { name: /^Ações de/ }))
  await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText(/Uma campanha em andamento usa esta conexão/)
  await user.click(page.getByRole('button', { name: 'Sim' }))
  await page.findByText('Conexão excluída com sucesso!')
})

test('a lost connection says what waits for it, there and where the campaign is', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console, { state: 'disconnected' })
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Natal', deviceId, status: CampaignStatus.scheduled },
    scheduledAt: '2099-12-24T12:00:00.000Z',
  })
  const { user, page } = await console.open('/whatsapp/connections')
  await page.findByText('Sem esta conexão não sai: Natal.')
  await user.click(page.getByRole('link', { name: 'Campanhas' }))
  await page.findByText('A conexão Loja está desconectada: nada sai até ela voltar.')
  // Comes last, since the connection begins to connect again then.
  await user.click(page.getByRole('link', { name: 'Conexões' }))
  await user.click(await page.findByRole('button', { name: 'Reconectar Loja' }))
  await page.findByRole('dialog')
})

test('a phone of another number is told, and used only once its owner says so', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console, { state: 'pending' })
  const key = (await console.parts.devices.findKey(console.id, deviceId)) ?? ''
  const { user, page } = await console.open('/whatsapp/connections')
  await user.click(await page.findByRole('button', { name: 'Ver QR Code de Loja' }))
  await page.findByRole('img', { name: /^Código QR/ })
  await console.whatsapp.linkOther(key, '5561977770000')

  const dialog = within(page.getByRole('dialog'))
  await dialog.findByText(/lido por um celular de outro número/)
  await dialog.findByRole('button', { name: 'Usar este número mesmo assim' })
  expect(dialog.queryByRole('button', { name: 'Tentar novamente' })).toBeNull()
  const [close] = dialog.getAllByRole('button', { name: 'Fechar' })
  if (close) await user.click(close)
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  expect(console.whatsapp.isLinked(key)).toBe(true)

  await page.findByText(/97777-0000/)
  expect(page.queryByRole('button', { name: 'Reconectar Loja' })).toBeNull()
  await user.click(page.getByRole('button', { name: 'Usar este número mesmo assim' }))
  await page.findByText('Conectado')
  expect(console.complaints.take(/^error: A conexão não se completou/)).toHaveLength(1)
})

test('a connection tells its health, and how many new people still fit into the day', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  await console.api('PATCH', `/api/whatsapp/devices/${deviceId}`, { limite_diario: 40 })
  const { page } = await console.open('/whatsapp/connections')
  await page.findByText('Sem restrições')
  page.getByText('Cabem mais 40 pessoas novas nas próximas 24 horas.')
  expect(page.queryByRole('button', { name: 'Reconectar Loja' })).toBeNull()
})

test('a connection tells which server holds it, where there are several', async () => {
  const console = await aConsole({ nodeName: 'no-1' })
  await keepDevice(console, console)
  const { page } = await console.open('/whatsapp/connections')
  const card = within(await page.findByRole('region', { name: 'Loja' }))
  card.getByText('Servidor')
  card.getByText('no-1')
})

test('a connection of a server that is alone names none', async () => {
  const console = await aConsole()
  await keepDevice(console, console)
  const { page } = await console.open('/whatsapp/connections')
  const card = within(await page.findByRole('region', { name: 'Loja' }))
  expect(card.queryByText('Servidor')).toBeNull()
})

test('the connection that needs a hand comes first, and the title counts who does', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: '5561988880000', connectionName: 'Loja' })
  const clinic = { deviceId: '5561988880001', connectionName: 'Clínica' }
  await keepDevice(console, console, { ...clinic, state: 'pending' })
  const { page } = await console.open('/whatsapp/connections')
  await page.findByText('1 conectada · 1 precisa de você')
  const main = within(page.getByRole('main'))
  const names = main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Clínica', 'Loja'])
  const card = within(page.getByRole('region', { name: 'Clínica' }))
  card.getByText('Falta ler o QR Code com o celular deste número.')
  card.getByRole('button', { name: 'Ver QR Code de Clínica' })
})

test('people written to today stand once, against the limit where there is one', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  await console.api('PATCH', `/api/whatsapp/devices/${deviceId}`, { limite_diario: 40 })
  const { page } = await console.open('/whatsapp/connections')
  await page.findByText('0 de 40')
  expect(page.getAllByText('Pessoas novas em 24 h')).toHaveLength(1)
})

test('where there is no connection yet, one button leads to the first', async () => {
  const { open } = await aConsole()
  const { page } = await open('/whatsapp/connections')
  await page.findByText(/Nenhuma conexão encontrada\./)
  const main = within(page.getByRole('main'))
  expect(main.getAllByRole('link', { name: 'Conectar WhatsApp' })).toHaveLength(1)
})

test('a connection that is held back tells what to do, and how much of its limits is used', async () => {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console, { connectionName: 'Loja' })
  const kept = await console.api('GET', '/api/whatsapp/devices')
  const [device] = kept.devices
  const held = {
    ...device,
    restricao: { tipo: 'RECUSAS', ate: null, desde: '2026-11-27T12:00:00.000Z' },
    cota: { total: 50, usadas: 12, situacao: 'NONE', fim_do_ciclo: null },
    ...{ limite_diario: 40, aquecimento: false, limite_de_hoje: 40, primeiras_mensagens_24h: 10 },
  }
  const lost = {
    ...{ ...device, deviceId: `${deviceId}1`, connection_name: 'Banida', status: 'disconnected' },
    ...{ reason: 'O WhatsApp baniu este número.', reason_code: 'banned' },
  }
  console.intercept(({ url }) =>
    url.endsWith('/devices') ? Response.json({ devices: [held, lost] }) : undefined,
  )
  const { page } = await console.open('/whatsapp/connections')
  const card = within(await page.findByRole('region', { name: 'Loja' }))
  card.getByText(/“Nome e limites” aquece o número/)
  const used = card
    .getAllByRole('progressbar')
    .map((bar) => [
      bar.getAttribute('aria-label'),
      bar.getAttribute('aria-valuenow'),
      bar.getAttribute('aria-valuemax'),
    ])
  expect(used).toEqual([
    ['Pessoas novas de hoje em Loja', '10', '40'],
    ['Conversas novas que o WhatsApp permite a Loja', '12', '50'],
  ])
  // The reason why a connection needs attention is a note of its own.
  const banned = within(page.getByRole('region', { name: 'Banida' }))
  expect(banned.getByRole('note').textContent).toBe('O WhatsApp baniu este número.')
})
