import { openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { campaignApi } from '../../contract/api/campaigns/campaign-api.ts'
import { campaignEditApi } from '../../contract/api/campaigns/campaign-edit-api.ts'
import { sendApi } from '../../contract/api/campaigns/send-api.ts'
import { contactApi } from '../../contract/api/contact-api.ts'
import { deviceApi } from '../../contract/api/device-api.ts'
import { uploadApi } from '../../contract/api/upload-api.ts'
import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { CampaignBody } from '../../contract/campaigns/campaign-body.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { Send } from '../../contract/campaigns/send.ts'
import type { ContactReport } from '../../contract/contacts/contact-list.ts'
import { DeviceStatus } from '../../contract/devices/device.ts'
import { formatCount, formatPhone, formatQuantity } from '../../contract/display.ts'
import { packagePath } from '../../package-root.ts'
import { watchCampaign } from '../campaigns/watch.ts'
import type { Client } from '../client.ts'
import type { Context } from '../run.ts'
import { CommandError } from '../terminal/outcome.ts'
import { formatTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { demoText, isReader, senderPhone } from './cast.ts'
import type { Stage } from './stage.ts'
import { createStep } from './step.ts'

const PAIRING_LIMIT_MS = 20_000
/** Receipts still come in for a moment after the last message has been accepted. */
const RECEIPTS_LIMIT_MS = 8_000
const POLL_INTERVAL_MS = 150

export type DemoOutcome = {
  /** Rows of the CSV below its header. */
  readonly rowCount: number
  readonly report: ContactReport
  readonly campaign: Campaign
  readonly sends: readonly Send[]
  readonly client: Client
}

/** Imports, pairs, uploads, sends, and waits for the receipts. */
export async function runDemoCampaign(context: Context, stage: Stage): Promise<DemoOutcome> {
  const { terminal } = context
  const { client } = stage
  const step = createStep(terminal)
  const { report, rowCount } = await importExample(client)
  step(describeImport(report, rowCount))
  terminal.print(describeRefusals(terminal, report))
  await pair(context, stage)
  step(`WhatsApp ${formatPhone(senderPhone)} conectado: o celular leu o QR`)
  const imageUrl = await uploadExample(client)
  step('Imagem enviada: promocao.jpg')

  const created = await client.call(campaignEditApi.createCampaign, {
    body: z.encode(CampaignBody, {
      name: 'Semana do cliente',
      text: demoText,
      imageUrl,
      contactListId: report.id,
      deviceId: senderPhone,
      intervalSeconds: 0,
      status: CampaignStatus.immediate,
      scheduledAt: null,
    }),
  })
  step(`Campanha "${created.name}" criada, com imagem e texto:`)
  terminal.print(demoText.replace(/^/gm, '    '))
  const ended = await watchCampaign(context, client, { campaign: created, hasLines: false })
  step(
    `Campanha ${ended.status}: ${formatQuantity(ended.sentCount, 'enviada', 'enviadas')}, ${formatQuantity(ended.errorCount, 'erro', 'erros')}`,
  )
  const campaign = await waitForReceipts(context, stage, ended)
  step(
    `Confirmações recebidas: ${formatCount(campaign.deliveredCount)} entregues, ${formatCount(campaign.readCount)} lidas`,
  )
  const sends = await client.call(sendApi.listSends, { params: { id: campaign.id } })
  return { rowCount, report, campaign, sends, client }
}

async function importExample(client: Client) {
  const path = packagePath('docs/exemplos/contatos.csv')
  const lines = (await readFile(path, 'latin1')).split(/\r?\n/)
  const form = new FormData()
  form.set('name', 'Clientes de exemplo')
  form.set('file', await openAsBlob(path, { type: 'text/csv' }), 'contatos.csv')
  const report = await client.upload(contactApi.importContacts, form)
  return { report, rowCount: lines.slice(1).filter((line) => line.trim() !== '').length }
}

function describeImport({ added, duplicates, invalid }: ContactReport, rowCount: number): string {
  const parts = [
    formatQuantity(added, 'contato', 'contatos'),
    formatQuantity(duplicates, 'repetido', 'repetidos'),
    formatQuantity(invalid.length, 'inválido', 'inválidos'),
  ]
  const last = parts.pop()
  return `CSV importado: ${formatQuantity(rowCount, 'linha', 'linhas')} = ${parts.join(' + ')} + ${last}`
}

function describeRefusals(terminal: Terminal, { invalid }: ContactReport): string {
  if (invalid.length === 0) return ''
  const narrow = { ...terminal, width: terminal.width === null ? null : terminal.width - 4 }
  return formatTable(narrow, invalid, [
    { header: 'Linha', value: ({ line }) => formatCount(line ?? 0), align: 'right' },
    { header: 'Nome', value: ({ name }) => name, shrinksTo: 10 },
    { header: 'Telefone', value: ({ phone }) => phone, shrinksTo: 10 },
    { header: 'Motivo', value: ({ reason }) => reason, shrinksTo: 16 },
  ]).replace(/^/gm, '    ')
}

async function pair({ signal }: Context, { client, simulator }: Stage): Promise<void> {
  const params = { id: senderPhone }
  await client.call(deviceApi.connectDevice, {
    body: { deviceId: senderPhone, connectionName: 'Loja Demonstração' },
  })
  const qr = await poll(signal, PAIRING_LIMIT_MS, async () => {
    return (await client.call(deviceApi.deviceQr, { params })).qr ?? undefined
  })
  if (qr === undefined) throw new CommandError('O QR para conectar o WhatsApp não apareceu.')
  await simulator.control.scan({ qr, phone: senderPhone, name: 'Loja Demonstração' })
  const isConnected = await poll(signal, PAIRING_LIMIT_MS, async () => {
    const { status } = await client.call(deviceApi.deviceStatus, { params })
    return status === DeviceStatus.connected ? true : undefined
  })
  if (!isConnected) throw new CommandError('O WhatsApp simulado não se conectou a tempo.')
}

async function uploadExample(client: Client): Promise<string> {
  const form = new FormData()
  const file = await openAsBlob(packagePath('docs/exemplos/promocao.jpg'), { type: 'image/jpeg' })
  form.set('image', file, 'promocao.jpg')
  return (await client.upload(uploadApi.uploadImage, form)).imageUrl
}

/** The campaign once every accepted message was delivered, and read wherever a phone read it. */
async function waitForReceipts(
  { signal }: Context,
  { client, simulator }: Stage,
  ended: Campaign,
): Promise<Campaign> {
  let latest = ended
  await poll(signal, RECEIPTS_LIMIT_MS, async () => {
    latest = await client.call(campaignApi.getCampaign, { params: { id: ended.id } })
    let [received, read, willRead] = [0, 0, 0]
    for await (const message of simulator.control.inboxes()) {
      received += 1
      if (message.read) read += 1
      if (isReader(message.phone)) willRead += 1
    }
    const isQuiet = received >= latest.sentCount && read >= willRead
    const isSettled = latest.deliveredCount >= latest.sentCount && latest.readCount >= read
    return isQuiet && isSettled ? true : undefined
  })
  return latest
}

async function poll<Value>(
  signal: AbortSignal,
  limitMs: number,
  look: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const giveUpAtMs = performance.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined || performance.now() > giveUpAtMs) return found
    await sleep(POLL_INTERVAL_MS, undefined, { signal })
  }
}
