import { setTimeout as pause } from 'node:timers/promises'
import type { SimulatorControl } from '../../../src/simulator/control/control.ts'
import { SimulatorError } from '../../../src/simulator/simulator-error.ts'
import { until } from '../../support/daemon/user.ts'
import type { Calls } from './calls.ts'

const FIRST_PHONE = 5_511_970_000_000
const INTERVAL_SECONDS = 1
/** Campaigns of the devices differ in length, so that ends and starts spread. */
const SHORTEST = 40
const LONGER_EACH = 5
/** Share of each campaign's recipients that the device's next campaign has, too. */
const KNOWN_SHARE = 0.25
const LOOK_EVERY_MS = 3_000
const INBOUND_EVERY_MS = 10_000
const LONGEST_FACTOR = 5
const LONGEST_MS = 20 * 60_000
const ended = /^(Conclu|Não|Cancelada)/

type Campaign = { readonly status: string; readonly sentCount: number; readonly errorCount: number }

/** Everything that was asked of the daemon, with the results. */
export type Traffic = ReturnType<typeof startTraffic>

export type Place = { readonly calls: Calls; readonly control: SimulatorControl }

/** Runs one campaign after another on each device, while contacts write to it. */
export function startTraffic({ calls, control }: Place, devices: readonly string[]) {
  const complaints: string[] = []
  /** By campaign id: its name, which is unique. */
  const campaigns = new Map<string, string>()
  /** Lists that are not removed yet, by their names. */
  const lists = new Set<string>()
  const inbound: string[] = []
  /** Texts that the simulator may or may not have sent. */
  const uncertain: string[] = []
  /** By message id: the recipient. */
  const sent = new Map<string, string>()
  const lost: string[] = []
  const double: string[] = []
  let lastPhone = FIRST_PHONE
  let lastText = 0
  let isOver = false
  const lanes = devices.map((device, at) => sendOn(device, SHORTEST + at * LONGER_EACH))
  const writers = devices.map(writeTo)

  return {
    campaigns,
    lists,
    inbound,
    uncertain,
    sent,
    lost,
    double,
    complaints,
    /** Begins nothing further; resolves once everything begun has ended. */
    async end(): Promise<void> {
      isOver = true
      await Promise.all([...lanes, ...writers])
    },
  }

  async function sendOn(device: string, count: number): Promise<void> {
    let audience: string[] = []
    for (let turn = 1; !isOver; turn += 1) {
      const known = audience.slice(0, count * KNOWN_SHARE)
      audience = [...known, ...Array.from({ length: count - known.length }, nextPhone)]
      await sendOne({ device, name: `${device}, ${turn}` }, audience).catch((error) => {
        complaints.push(`${device}: ${error}`)
        return pause(LOOK_EVERY_MS)
      })
    }
  }

  async function sendOne(
    { device, name }: { readonly device: string; readonly name: string },
    audience: readonly string[],
  ): Promise<void> {
    lists.add(name)
    const contacts = audience.map((phone, at) => ({ name: `Cliente ${at}`, phone }))
    const list = await calls.post<{ id: string }>('/api/contacts', { name, contatos: contacts })
    const { id } = await calls.post<{ id: string }>('/api/campaigns', {
      name,
      texto: 'Olá, {nome}!',
      status: 'Agendada',
      device_id: device,
      contatos: list.id,
      delay: INTERVAL_SECONDS,
    })
    campaigns.set(id, name)
    const limitMs = LONGEST_MS + LONGEST_FACTOR * audience.length * INTERVAL_SECONDS * 1_000
    const campaign = await until(
      () => calls.get<Campaign>(`/api/campaigns/${id}`),
      ({ status }) => ended.test(status),
      limitMs,
      LOOK_EVERY_MS,
    )
    await compare(id, { campaign, audience })
    await calls.remove(`/api/contacts/${list.id}`)
    lists.delete(name)
  }

  /** Compares the campaign's sends with its recipients. */
  async function compare(
    id: string,
    { campaign, audience }: { readonly campaign: Campaign; readonly audience: readonly string[] },
  ): Promise<void> {
    const rows = await calls.get<{ message_id: string | null; contato: string }[]>(
      `/api/campaigns/${id}/sends`,
    )
    const phones = new Set<string>()
    for (const { message_id, contato } of rows) {
      sent.set(message_id ?? '', contato)
      if (phones.has(contato)) double.push(`${contato} has two rows of campaign ${id}`)
      phones.add(contato)
    }
    for (const phone of audience) {
      if (!phones.has(phone)) lost.push(`${phone} has no row of campaign ${id}`)
    }
    const { status, sentCount, errorCount } = campaign
    if (sentCount !== audience.length || errorCount > 0) {
      complaints.push(
        `campaign ${id}, ${status}: ${audience.length} people, ${sentCount} sent, ${errorCount} errors`,
      )
    }
  }

  /** A recent recipient answers, and sometimes a stranger writes. */
  async function writeTo(device: string, at: number): Promise<void> {
    await pause((INBOUND_EVERY_MS * at) / devices.length)
    for (let turn = 0; !isOver; turn += 1) {
      const lately = [...sent.values()].slice(-devices.length * 10)
      const known = lately[Math.floor(Math.random() * lately.length)]
      const from = turn % 4 > 0 && known ? known : nextPhone()
      await write({ from, to: device })
      await pause(INBOUND_EVERY_MS)
    }
  }

  async function write(people: { readonly from: string; readonly to: string }): Promise<void> {
    lastText += 1
    const text = `Oi, mensagem ${lastText}`
    const answer = await calls.counted(() =>
      control.sendInbound({ ...people, text, pushName: 'Bruna' }).catch((error) => {
        if (error instanceof SimulatorError) return error
        throw error
      }),
    )
    if (answer === undefined) uncertain.push(text)
    else if (!(answer instanceof SimulatorError)) inbound.push(answer.messageId)
    else {
      calls.counts.refused += 1
      complaints.push(`a message to ${people.to}: ${answer}`)
    }
  }

  function nextPhone(): string {
    lastPhone += 1
    return String(lastPhone)
  }
}
