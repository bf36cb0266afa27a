import { setTimeout as pause } from 'node:timers/promises'
import { CampaignEvent } from '../../../src/contract/webhooks/campaign-event.ts'
import type { SimulatorControl } from '../../../src/simulator/control/control.ts'
import type { User } from '../../support/daemon/user.ts'
import type { HookReceiver } from './hook-receiver.ts'

const FIRST_PHONE = 5_511_970_000_000
const INTERVAL_SECONDS = 1
/** Campaigns of the devices are of different lengths, so that ends and starts spread. */
const SHORTEST = 40
const LONGER_EACH = 5
/** Of each campaign's people, who are in the device's next one as well. */
const KNOWN_SHARE = 0.25
const LOOK_EVERY_MS = 3_000
const INBOUND_EVERY_MS = 10_000
const LONGEST_FACTOR = 5
const LONGEST_MS = 300_000

/** Everything that was asked of the daemon, and every complaint about what came of it. */
export type Traffic = ReturnType<typeof startTraffic>

type Place = { readonly user: User; readonly control: SimulatorControl }

/** One campaign after the other on each device, and people who write to it. */
export function startTraffic(place: Place, devices: readonly string[]) {
  const complaints: string[] = []
  const campaigns: string[] = []
  const inbound: string[] = []
  /** Message id → who was to get it. */
  const sent = new Map<string, string>()
  let lastPhone = FIRST_PHONE
  let isOver = false
  const lanes = devices.map((device, at) => sendOn(device, SHORTEST + at * LONGER_EACH))
  const writers = devices.map(writeTo)

  return {
    campaigns,
    inbound,
    sent,
    complaints,
    /** Begins nothing further; resolves once all that was begun is over. */
    async end(): Promise<void> {
      isOver = true
      await Promise.all([...lanes, ...writers])
    },
  }

  async function sendOn(device: string, count: number): Promise<void> {
    let audience: string[] = []
    while (!isOver) {
      const known = audience.slice(0, count * KNOWN_SHARE)
      audience = [...known, ...Array.from({ length: count - known.length }, nextPhone)]
      await sendOne(device, audience).catch((error) => {
        complaints.push(`${device}: ${error}`)
        return pause(LOOK_EVERY_MS)
      })
    }
  }

  async function sendOne(device: string, audience: readonly string[]): Promise<void> {
    const { user } = place
    const list = await user.createList(audience, `Clientes de ${device}`)
    const { id } = await user.createCampaign({
      device_id: device,
      contatos: list,
      delay: INTERVAL_SECONDS,
    })
    campaigns.push(id)
    const limitMs = LONGEST_MS + LONGEST_FACTOR * audience.length * INTERVAL_SECONDS * 1_000
    const { status, sentCount, errorCount } = await user.waitForEnd(id, limitMs, LOOK_EVERY_MS)
    const rows = await user.sends(id)
    for (const { message_id, contato } of rows) sent.set(message_id ?? '', contato)
    const phones = new Set(rows.map(({ contato }) => contato))
    const isWhole = [sentCount, rows.length, phones.size].every((each) => each === audience.length)
    if (!isWhole || errorCount > 0 || audience.some((phone) => !phones.has(phone))) {
      complaints.push(
        `campaign ${id}, ${status}: ${audience.length} people, ${sentCount} sent, ` +
          `${errorCount} errors, ${rows.length} rows, ${phones.size} phones`,
      )
    }
    await user.remove(`/api/contacts/${list}`)
  }

  /** Whoever got a message lately answers, and sometimes a stranger writes. */
  async function writeTo(device: string, at: number): Promise<void> {
    await pause((INBOUND_EVERY_MS * at) / devices.length)
    for (let turn = 0; !isOver; turn += 1) {
      const lately = [...sent.values()].slice(-devices.length * 10)
      const known = lately[Math.floor(Math.random() * lately.length)]
      const from = turn % 4 > 0 && known ? known : nextPhone()
      try {
        const message = { from, to: device, text: `Oi, mensagem ${turn}`, pushName: 'Bruna' }
        inbound.push((await place.control.sendInbound(message)).messageId)
      } catch (error) {
        complaints.push(`a message to ${device}: ${error}`)
      }
      await pause(INBOUND_EVERY_MS)
    }
  }

  function nextPhone(): string {
    lastPhone += 1
    return String(lastPhone)
  }
}

/** Complaints about what phones and webhooks got of it all. */
export async function judge(
  { campaigns, inbound, sent, complaints }: Traffic,
  { control, hooks }: { readonly control: SimulatorControl; readonly hooks: HookReceiver },
): Promise<readonly string[]> {
  const read = new Set<string>()
  const found = [...complaints]
  for await (const { phone, messageId, times } of control.inboxes()) {
    if (sent.get(messageId) !== phone) found.push(`${phone} got ${messageId}, which has no row`)
    if (times > 1) found.push(`${phone} got ${messageId} ${times} times`)
    read.add(messageId)
  }
  for (const id of sent.keys()) if (!read.has(id)) found.push(`nobody got ${id}`)
  return [...found, ...missing({ campaigns, inbound, sent }, hooks)]
}

/** What the webhooks have not been told. */
export function missing(
  { campaigns, inbound, sent }: Pick<Traffic, 'campaigns' | 'inbound' | 'sent'>,
  { hasHeard }: HookReceiver,
): readonly string[] {
  const wanted: readonly (readonly [kind: string, ids: Iterable<string>])[] = [
    ['send.message', sent.keys()],
    ['messages.upsert', inbound],
    [CampaignEvent.started, campaigns],
    [CampaignEvent.ended, campaigns],
  ]
  return wanted.flatMap(([kind, ids]) =>
    [...ids].filter((id) => !hasHeard(kind, id)).map((id) => `no webhook ${kind} of ${id}`),
  )
}
