import { z } from 'zod'
import { FollowupAudience } from '../../../src/contract/campaigns/followup.ts'
import { type ActNeeds, pickFrom } from './acts.ts'
import { type CampaignModel, newCampaign, type PersonModel } from './model.ts'

const Draft = z.object({ id: z.string(), contatos: z.string() })
const Report = z.object({ id: z.string() })
const List = z.object({ contatos: z.string() })
const People = z.array(z.object({ phone: z.string() }))

const MINUTE_MS = 60_000

type Wanted = {
  readonly audience: FollowupAudience
  readonly path: string
  readonly body?: unknown
}

/** What people make of a campaign's results. */
export function createFollowupActs({ machine: { timeline }, program, model, random }: ActNeeds) {
  return { followUp, keepPeople }

  /** Creates a draft for a part of a campaign's recipients, and then gives it its hour. */
  async function followUp(person: PersonModel): Promise<void> {
    const first = pickFrom(random, person.campaigns)?.value
    if (!first) return
    const { audience, path, body } = random.chance(0.5) ? byResult() : again()
    const answer = await post(person, `/api/campaigns/${first.id}/${path}`, body)
    if (answer?.status !== 201) return
    const { id, contatos: listId } = Draft.parse(answer.body)
    const list = await readList(person, listId)
    if (!list) return
    const tag = `${person.name}f${person.campaigns.size}x${random.between(0, 999_999)}`
    const campaign: CampaignModel = {
      ...newCampaign({ ...first, id, tag, list, phones: list.phones }),
      // A draft sends nothing.
      hour: { notBefore: Number.POSITIVE_INFINITY, fromMs: timeline.elapsed() },
      follows: {
        ...{ tag: first.tag, audience, isCertain: !first.wasPutBack },
        people: new Set(list.phones),
      },
    }
    model.campaigns.set(tag, campaign)
    const isKept = await (random.chance(0.9) ? schedule : rename)(person, campaign)
    // A draft whose text still has the first campaign's tag would be taken for that campaign once
    // it sends.
    if (isKept) person.campaigns.set(id, campaign)
  }

  function byResult(): Wanted {
    const audience = random.pick(Object.values(FollowupAudience))
    return { audience, path: 'followup', body: { publico: audience } }
  }

  function again(): Wanted {
    return random.chance(0.5)
      ? { audience: FollowupAudience.failed, path: 'retry' }
      : { audience: FollowupAudience.unsent, path: 'retry?scope=unsent' }
  }

  /** Gives the campaign a text of its own; it stays a draft. */
  async function rename(person: PersonModel, { id, tag }: CampaignModel): Promise<boolean> {
    return (await patch(person, id, textOf(tag)))?.status === 200
  }

  /** @returns whether the campaign has its own text now */
  async function schedule(person: PersonModel, campaign: CampaignModel): Promise<boolean> {
    const isAtOnce = random.chance(0.7)
    const others = [...person.campaigns.values()].slice(-4).filter((each) => each !== campaign)
    // Most often recipients of the newest campaigns get no reminder of an older one.
    const excluded = random.chance(0.3) ? others.slice(-random.between(1, 3)) : []
    const tags = new Set(excluded.map(({ tag }) => tag))
    campaign.everExcluded = new Set([...campaign.everExcluded, ...tags])
    const askedMs = timeline.elapsed()
    const notBefore = timeline.now() + random.between(1, 60) * MINUTE_MS
    campaign.hourUnsure = true
    const answer = await patch(person, campaign.id, {
      ...textOf(campaign.tag),
      excluir: { campanhas: excluded.map(({ id }) => id) },
      status: 'Agendada',
      data_de_envio: isAtOnce ? null : new Date(notBefore).toISOString(),
    })
    if (!answer) return false
    campaign.hourUnsure = false
    if (answer.status !== 200) return false
    campaign.excluded = tags
    campaign.waitsMs = askedMs
    campaign.hour = { notBefore: isAtOnce ? 0 : notBefore, fromMs: timeline.elapsed() }
    return true
  }

  function textOf(tag: string) {
    // The variants of the first campaign have that campaign's tag.
    return { texto: `De novo, {nome}! #${tag}#`, variantes: null }
  }

  function patch({ apiKey }: PersonModel, id: string, body: unknown) {
    return program.call({ method: 'PATCH', path: `/api/campaigns/${id}`, apiKey, body })
  }

  /** Makes a list of a part of a campaign's recipients, for campaigns to come. */
  async function keepPeople(person: PersonModel): Promise<void> {
    const first = pickFrom(random, person.campaigns)?.value
    if (!first) return
    const publico = random.pick(Object.values(FollowupAudience))
    const name = `Pessoas de ${person.name}`
    const answer = await post(person, `/api/campaigns/${first.id}/lista`, { publico, name })
    if (answer?.status === 201) await readList(person, Report.parse(answer.body).id)
  }

  async function readList(person: PersonModel, id: string) {
    const { apiKey } = person
    const answer = await program.call({ method: 'GET', path: `/api/contacts/${id}`, apiKey })
    if (answer?.status !== 200) return undefined
    const people = People.parse(JSON.parse(List.parse(answer.body).contatos))
    const phones = people.map(({ phone }) => phone.replace(/^\+/, ''))
    const list = { phones, ever: new Set(phones), isRotten: false }
    person.lists.set(id, list)
    return list
  }

  function post(person: PersonModel, path: string, body: unknown = {}) {
    return program.call({ method: 'POST', path, apiKey: person.apiKey, body })
  }
}
