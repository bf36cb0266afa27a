import { z } from 'zod'
import type { SendHours } from '../../../src/contract/campaigns/send-window.ts'
import { type ActNeeds, pauses, pickFrom } from './acts.ts'
import { type CampaignModel, newCampaign, type PersonModel } from './model.ts'

const Created = z.object({ id: z.string() })

const MINUTE_MS = 60_000

/** What people do with their campaigns, and what that promises them. */
export function createCampaignActs({ machine: { timeline }, program, model, random }: ActNeeds) {
  const pause = pauses(timeline)

  return { create, createSome, createRivals, stop, pauseOne, resume, move, remove, regret, waver }

  /** @param dueInMs null: the campaign begins at once */
  async function create(
    person: PersonModel,
    dueInMs: number | null = random.chance(0.5) ? random.between(1, 90) * MINUTE_MS : null,
  ): Promise<CampaignModel | undefined> {
    const list = pickFrom(random, person.lists)
    const deviceId = [...person.devices].at(-1)
    if (!list || deviceId === undefined) return undefined
    const tag = `${person.name}c${person.campaigns.size}x${random.between(0, 999_999)}`
    const notBefore = Math.ceil(timeline.now() + (dueInMs ?? 0))
    const intervalSeconds = random.pick([0, 0, 1, 5, 20])
    const { phones } = list.value
    const askedMs = timeline.elapsed()
    const hours = random.chance(0.3) ? someHours() : null
    const textCount = random.chance(0.3) ? random.between(2, 6) : 1
    const excluded = random.chance(0.2) ? pickSome(person) : []
    const answer = await program.call({
      method: 'POST',
      path: '/api/campaigns',
      apiKey: person.apiKey,
      body: {
        name: `Campanha de ${person.name} ${tag}`,
        texto: `Olá, {nome}! #${tag}#`,
        ...(textCount > 1 && { variantes: furtherTexts(tag, textCount) }),
        contatos: list.key,
        device_id: deviceId,
        delay: intervalSeconds,
        ...(hours && {
          janelas: hours.windows.map(({ days, start, end }) => ({
            dias: days,
            inicio: start,
            fim: end,
          })),
          fuso: hours.timeZone,
        }),
        ...(excluded.length > 0 && { excluir: exclusionOf(excluded) }),
        status: 'Agendada',
        data_de_envio: dueInMs === null ? null : new Date(notBefore).toISOString(),
      },
    })
    if (answer?.status !== 201) return undefined
    const campaign = newCampaign({
      owner: person.name,
      id: Created.parse(answer.body).id,
      tag,
      deviceId,
      list: list.value,
      intervalMs: intervalSeconds * 1_000,
      hours,
      phones,
      hour: { notBefore: dueInMs === null ? 0 : notBefore, fromMs: timeline.elapsed() },
    })
    const tags = new Set(excluded.map((each) => each.tag))
    Object.assign(campaign, { excluded: tags, everExcluded: tags, waitsMs: askedMs })
    person.campaigns.set(campaign.id, campaign)
    model.campaigns.set(tag, campaign)
    return campaign
  }

  /** Creates campaigns that leave out each other's recipients, all at the same hour. */
  async function createRivals(person: PersonModel): Promise<void> {
    const hourMs = timeline.elapsed() + random.between(1, 10) * MINUTE_MS
    // All of them begin at the moment at which the first one writes.
    const made = await createSome(person, { hourMs, count: random.between(3, 5) })
    for (const campaign of made) {
      await exclude(
        person,
        campaign,
        made.filter((each) => each !== campaign),
      )
    }
  }

  async function exclude(
    { apiKey }: PersonModel,
    campaign: CampaignModel,
    others: readonly CampaignModel[],
  ): Promise<void> {
    const tags = new Set(others.map(({ tag }) => tag))
    // Until the call is answered, either exclusion may hold.
    campaign.everExcluded = new Set([...campaign.everExcluded, ...tags])
    campaign.excluded = new Set()
    const askedMs = timeline.elapsed()
    const answer = await program.call({
      method: 'PATCH',
      path: `/api/campaigns/${campaign.id}`,
      apiKey,
      body: { excluir: exclusionOf(others) },
    })
    if (answer?.status !== 200) return
    campaign.excluded = tags
    campaign.waitsMs = askedMs
  }

  function pickSome(person: PersonModel): readonly CampaignModel[] {
    const some = [...person.campaigns.values()].slice(-4)
    return some.filter(() => random.chance(0.5))
  }

  function furtherTexts(tag: string, textCount: number): string[] {
    return Array.from({ length: textCount - 1 }, (_, place) => `Oi, {nome}: ${place + 2}. #${tag}#`)
  }

  /** Hours on every day, so that each campaign ends within days. */
  function someHours(): SendHours {
    const start = random.between(0, 20)
    const end = random.between(start + 1, 24)
    const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
    const days = [1, 2, 3, 4, 5, 6, 7]
    const timeZone = random.pick(['America/Sao_Paulo', 'America/New_York', 'Asia/Kathmandu'])
    return { windows: [{ days, start: clock(start), end: clock(end) }], timeZone }
  }

  /** Creates several campaigns for the same hour. */
  async function createSome(
    person: PersonModel,
    {
      hourMs: soon = timeline.elapsed() + random.between(1, 60) * MINUTE_MS,
      count = random.between(2, 5),
    } = {},
  ): Promise<readonly CampaignModel[]> {
    const made: CampaignModel[] = []
    const hourMs = Math.round(soon)
    while (made.length < count) {
      const campaign = await create(person, hourMs - timeline.elapsed())
      if (!campaign) break
      made.push(campaign)
    }
    return made
  }

  /**
   * Creates more campaigns than begin at once, and moves, stops or removes some just as their hour
   * strikes.
   */
  async function waver(person: PersonModel): Promise<void> {
    const hourMs = timeline.elapsed() + random.between(1, 3) * MINUTE_MS
    const made = await createSome(person, { hourMs, count: random.between(4, 6) })
    await pause(hourMs - timeline.elapsed() + random.next() * random.pick([10, 50, 500]))
    for (const campaign of made.slice(2).filter(() => random.chance(0.7))) {
      await random.pick([move, move, stop, remove])(person, campaign)
    }
  }

  /** Stops, moves or removes a campaign just as it begins. */
  async function regret(person: PersonModel): Promise<void> {
    const campaign = await create(person, null)
    if (!campaign) return
    await pause(random.next() * random.pick([10, 40, 1_000]))
    await random.pick([stop, move, remove])(person, campaign)
  }

  async function stop(person: PersonModel, campaign = pick(person)): Promise<void> {
    if (!campaign) return
    const answer = await program.call({
      method: 'POST',
      path: `/api/campaigns/${campaign.id}/stop`,
      apiKey: person.apiKey,
    })
    if (answer?.status === 200)
      campaign.stoppedMs = Math.min(campaign.stoppedMs, timeline.elapsed())
  }

  async function pauseOne(person: PersonModel): Promise<void> {
    await post(person, 'pause')
  }

  async function resume(person: PersonModel): Promise<void> {
    await post(person, 'resume')
  }

  async function post(person: PersonModel, action: 'pause' | 'resume'): Promise<void> {
    const campaign = pick(person)
    if (!campaign) return
    const path = `/api/campaigns/${campaign.id}/${action}`
    await program.call({ method: 'POST', path, apiKey: person.apiKey })
  }

  /** Moves a campaign to another hour; it must not have begun. */
  async function move(person: PersonModel, campaign = pick(person)): Promise<void> {
    if (!campaign) return
    const notBefore = timeline.now() + random.between(1, 240) * MINUTE_MS
    campaign.hourUnsure = true
    const answer = await program.call({
      method: 'PATCH',
      path: `/api/campaigns/${campaign.id}`,
      apiKey: person.apiKey,
      body: { data_de_envio: new Date(notBefore).toISOString() },
    })
    if (!answer) return
    campaign.hourUnsure = false
    if (answer.status === 200) campaign.hour = { notBefore, fromMs: timeline.elapsed() }
  }

  async function remove(person: PersonModel, campaign = pick(person)): Promise<void> {
    if (!campaign) return
    campaign.maybeDeleted = true
    const answer = await program.call({
      method: 'DELETE',
      path: `/api/campaigns/${campaign.id}`,
      apiKey: person.apiKey,
    })
    if (answer?.status === 204)
      campaign.deletedMs = Math.min(campaign.deletedMs, timeline.elapsed())
    // A refused deletion changed nothing; an unanswered one may have.
    else if (answer && answer.status !== 404) campaign.maybeDeleted = false
  }

  function pick(person: PersonModel): CampaignModel | undefined {
    // One of the newest is most likely under way.
    const some = [...person.campaigns.values()].slice(-4)
    return some.length === 0 ? undefined : random.pick(some)
  }
}

function exclusionOf(campaigns: readonly CampaignModel[]) {
  return { campanhas: campaigns.map(({ id }) => id) }
}
