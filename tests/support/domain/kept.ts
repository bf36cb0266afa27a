import type { Campaign } from '../../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import { eventually } from '../eventually.ts'
import { aCampaign } from './builders.ts'
import type { Parts } from './parts.ts'

/** Records that a user already has when a test begins. */

type Owner = { readonly id: string }

/** `pending` shows its code, `connecting` does not yet, and `lost` cannot connect again. */
type PlayedState = 'connected' | 'disconnected' | 'connecting' | 'pending' | 'lost'

/** A device, brought into its state by its owner and by WhatsApp. */
export async function keepDevice(
  { parts, whatsapp }: Pick<Parts, 'parts' | 'whatsapp'>,
  { id: userId }: Owner,
  {
    deviceId = '5561988880000',
    connectionName = 'Loja',
    state = 'connected',
    phone = deviceId,
  }: {
    readonly deviceId?: string
    readonly connectionName?: string
    readonly state?: PlayedState
    readonly phone?: string
  } = {},
): Promise<string> {
  const { devices } = parts
  await devices.connect(userId, { deviceId, connectionName })
  const key = (await devices.findKey(userId, deviceId)) ?? ''
  if (state === 'connected') await whatsapp.link(key, phone)
  if (state === 'pending') await whatsapp.showQr(key)
  if (state === 'lost') await whatsapp.loseWay(key)
  if (state === 'disconnected') await devices.close(userId, deviceId)
  return deviceId
}

/** A campaign as its record says, whether or not anything was sent. */
export async function keepCampaign(
  { storage }: Pick<Parts, 'storage'>,
  { id: userId }: Owner,
  fields: Partial<Campaign> = {},
): Promise<void> {
  const campaign = aCampaign(fields)
  const number = Number(campaign.id)
  // The next campaign must get a number of its own.
  if (number > storage.settings.lastCampaignNumber()) {
    await storage.settings.skipCampaignNumbers(number)
  }
  await storage.campaigns.save(userId, { ...campaign, isSettled: true, startTries: 0 })
}

/** A fact without its recipient and moment. */
type Happened<Fact = SendFact> = Fact extends SendFact ? Omit<Fact, 'index' | 'atMs'> : never

export const success: readonly Happened[] = [
  { type: 'sending', messageId: '3EB0', jid: '5561999990000@s.whatsapp.net' },
  { type: 'accepted' },
]

/** The recipients of a campaign, and what has happened to each. */
export async function keepSends(
  { storage }: Pick<Parts, 'storage'>,
  { id: userId }: Owner,
  {
    campaignId = '1',
    text = 'Olá, {nome}',
    atMs = Date.UTC(2026, 0, 15, 12),
    sends,
  }: {
    readonly campaignId?: string
    readonly text?: string
    readonly atMs?: number
    readonly sends: readonly {
      readonly name?: string
      readonly phone?: string
      readonly fields?: Readonly<Record<string, string>>
      readonly facts?: readonly Happened[]
    }[]
  },
): Promise<void> {
  const header = {
    ...{ campaignId, campaignNumber: Number(campaignId), userId, text },
    ...{ deviceKey: 'key', deviceId: '5561988880000', imageName: null, knownFields: [] },
    startedAt: new Date(atMs).toISOString(),
  }
  const people = sends.map(({ name = 'Ana', phone = '5561999990000', fields }) => ({
    ...{ name, phone },
    ...(fields && { fields }),
  }))
  const ledger = await storage.ledgers.create(header, people)
  await Promise.all(
    sends.flatMap(({ facts = success }, index) =>
      facts.map((fact) => ledger.record({ ...fact, index, atMs })),
    ),
  )
  storage.ledgers.release(campaignId)
}

/** A list of two people. */
export async function keepList(
  { storage }: Pick<Parts, 'storage'>,
  { id: userId }: Owner,
): Promise<string> {
  const id = crypto.randomUUID()
  const createdAt = '2026-01-15T12:00:00.000Z'
  await storage.lists.create(userId, { id, name: 'Clientes', createdAt })
  const contacts = ['5561999990001', '5561999990002'].map((phone) => ({
    ...{ name: 'Ana', phone, createdAt },
    origin: 'api' as const,
  }))
  await storage.lists.append(userId, id, { contacts, onDuplicate: 'keep' })
  return id
}

/** A campaign under way on a device of its owner, slow enough to stay so. */
export async function runCampaign(
  { parts, storage }: Pick<Parts, 'parts' | 'storage'>,
  { id: userId }: Owner,
  deviceId: string,
): Promise<string> {
  const contactListId = await keepList({ storage }, { id: userId })
  const { id } = await parts.campaigns.create(
    { id: userId, instanceName: 'loja' },
    {
      ...{ name: 'Natal', text: 'Olá', deviceId, contactListId, intervalSeconds: 600 },
      status: CampaignStatus.scheduled,
    },
  )
  await eventually(async () => {
    const { status } = await parts.campaigns.get(userId, id)
    return status === CampaignStatus.running && parts.sending.runningCount() > 0
  })
  return id
}
