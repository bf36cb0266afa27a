import { z } from 'zod'
import type { Machine } from '../machine/machine.ts'
import type { Random } from '../machine/random.ts'
import type { CampaignModel, Model, PersonModel } from './model.ts'
import type { Program } from './program.ts'

const Registered = z.object({ user: z.object({ apikey: z.string() }) })
const Created = z.object({ id: z.string() })

const MINUTE_MS = 60_000

export type PeopleNeeds = {
  readonly machine: Machine
  readonly program: Program
  readonly model: Model
  readonly random: Random
  readonly isOver: () => boolean
}

/** People with accounts, who do this and that, and remember what they were promised. */
export function createPeople({ machine, program, model, random, isOver }: PeopleNeeds) {
  const { timeline } = machine
  let serial = 0

  const actions = [
    { weight: 4, act: createCampaign },
    { weight: 2, act: stopCampaign },
    { weight: 1, act: pauseCampaign },
    { weight: 1, act: resumeCampaign },
    { weight: 2, act: moveCampaign },
    { weight: 2, act: deleteCampaign },
    { weight: 2, act: createList },
    { weight: 1, act: growList },
    { weight: 1, act: lookAround },
    { weight: 0.4, act: removeDevice },
    { weight: 0.6, act: connectDevice },
  ] as const

  return { arrive, reconnect }

  /** A new account holder, who acts until the run is over. */
  async function arrive(): Promise<void> {
    serial += 1
    const name = `pessoa${serial}`
    const person: PersonModel = {
      name,
      email: `${name}@exemplo.com.br`,
      apiKey: '',
      devices: new Set(),
      lists: new Map(),
      campaigns: new Map(),
    }
    while (person.apiKey === '' && !isOver()) {
      await pause(random.between(100, 10_000))
      await register(person)
    }
    model.people.push(person)
    await connectDevice(person)
    await createList(person)
    while (!isOver()) {
      await pause(random.between(500, 4 * MINUTE_MS))
      if (!isOver()) await chosen().act(person)
    }
  }

  function chosen() {
    const whole = actions.reduce((sum, { weight }) => sum + weight, 0)
    let left = random.next() * whole
    for (const action of actions) {
      left -= action.weight
      if (left < 0) return action
    }
    return actions[0]
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => timeline.after(ms, resolve))
  }

  async function register(person: PersonModel): Promise<void> {
    const { name, email } = person
    const body = { name, email, password: 'segredo-de-teste' }
    const answer = await program.call({ method: 'POST', path: '/auth/register', body })
    if (answer?.status === 201) person.apiKey = Registered.parse(answer.body).user.apikey
    // The account was made and the answer lost: the key comes with the next login.
    if (answer?.status !== 409) return
    const again = await program.call({ method: 'POST', path: '/auth/login', body })
    if (again?.status === 200) person.apiKey = Registered.parse(again.body).user.apikey
  }

  async function connectDevice(person: PersonModel): Promise<void> {
    const own = Number(person.name.slice('pessoa'.length))
    await connect(person, `5511${900_000_000 + own * 100 + random.between(0, 1)}`)
  }

  /** Whoever left a device unpaired scans its code in the end. */
  async function reconnect(): Promise<void> {
    for (const person of model.people) {
      for (const deviceId of person.devices) await connect(person, deviceId)
    }
  }

  async function connect(person: PersonModel, deviceId: string): Promise<void> {
    const answer = await program.call({
      method: 'POST',
      path: '/api/whatsapp/connect',
      apiKey: person.apiKey,
      body: { deviceId, connectionName: `Loja de ${person.name}` },
    })
    if (answer && answer.status < 300) person.devices.add(deviceId)
  }

  async function removeDevice(person: PersonModel): Promise<void> {
    const [deviceId] = person.devices
    if (deviceId === undefined) return
    const answer = await program.call({
      method: 'DELETE',
      path: `/api/whatsapp/devices/${deviceId}/auth?force=${random.chance(0.7)}`,
      apiKey: person.apiKey,
    })
    if (answer?.status === 204) person.devices.delete(deviceId)
  }

  async function createList(person: PersonModel): Promise<void> {
    const phones = newPhones(random.between(1, 25))
    const answer = await program.call({
      method: 'POST',
      path: '/api/contacts',
      apiKey: person.apiKey,
      body: { name: `Lista de ${person.name}`, contatos: contactsOf(phones) },
    })
    if (answer?.status === 201) {
      person.lists.set(Created.parse(answer.body).id, { phones, ever: new Set(phones) })
    }
  }

  async function growList(person: PersonModel): Promise<void> {
    const known = pickFrom(person.lists)
    if (!known) return
    const [id, { phones, ever }] = known
    const more = newPhones(random.between(1, 5))
    // Written down first: a campaign that starts meanwhile may have them, or not.
    for (const phone of more) ever.add(phone)
    const answer = await program.call({
      method: 'PATCH',
      path: `/api/contacts/${id}`,
      apiKey: person.apiKey,
      body: { contatos: contactsOf(more) },
    })
    if (answer?.status === 200) person.lists.set(id, { phones: [...phones, ...more], ever })
  }

  function newPhones(count: number): string[] {
    return Array.from({ length: count }, () => `55119${random.between(10_000_000, 99_999_999)}`)
  }

  async function createCampaign(person: PersonModel): Promise<void> {
    const list = pickFrom(person.lists)
    const deviceId = [...person.devices].at(-1)
    if (!list || deviceId === undefined) return
    const [listId, { phones, ever }] = list
    const tag = `${person.name}c${person.campaigns.size}x${random.between(0, 999_999)}`
    const isLater = random.chance(0.5)
    const notBefore = isLater ? timeline.now() + random.between(1, 90) * MINUTE_MS : timeline.now()
    const answer = await program.call({
      method: 'POST',
      path: '/api/campaigns',
      apiKey: person.apiKey,
      body: {
        name: `Campanha de ${person.name} ${tag}`,
        texto: `Olá, {nome}! #${tag}#`,
        contatos: listId,
        device_id: deviceId,
        delay: random.pick([0, 0, 1, 5, 20]),
        status: 'Agendada',
        data_de_envio: isLater ? new Date(notBefore).toISOString() : null,
      },
    })
    if (answer?.status !== 201) return
    const campaign: CampaignModel = {
      owner: person.name,
      id: Created.parse(answer.body).id,
      tag,
      deviceId,
      phones,
      possible: ever,
      stoppedMs: Number.POSITIVE_INFINITY,
      deletedMs: Number.POSITIVE_INFINITY,
      maybeDeleted: false,
      hour: { notBefore: isLater ? notBefore : 0, fromMs: timeline.elapsed() },
      hourUnsure: false,
    }
    person.campaigns.set(campaign.id, campaign)
    model.campaigns.set(tag, campaign)
  }

  async function stopCampaign(person: PersonModel): Promise<void> {
    const campaign = pickCampaign(person)
    if (!campaign) return
    const answer = await program.call({
      method: 'POST',
      path: `/api/campaigns/${campaign.id}/stop`,
      apiKey: person.apiKey,
    })
    if (answer?.status === 200)
      campaign.stoppedMs = Math.min(campaign.stoppedMs, timeline.elapsed())
  }

  async function pauseCampaign(person: PersonModel): Promise<void> {
    await post(person, 'pause')
  }

  async function resumeCampaign(person: PersonModel): Promise<void> {
    await post(person, 'resume')
  }

  async function post(person: PersonModel, action: string): Promise<void> {
    const campaign = pickCampaign(person)
    if (!campaign) return
    const path = `/api/campaigns/${campaign.id}/${action}`
    await program.call({ method: 'POST', path, apiKey: person.apiKey })
  }

  /** To another hour, as long as it has not begun. */
  async function moveCampaign(person: PersonModel): Promise<void> {
    const campaign = pickCampaign(person)
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

  async function deleteCampaign(person: PersonModel): Promise<void> {
    const campaign = pickCampaign(person)
    if (!campaign) return
    campaign.maybeDeleted = true
    const answer = await program.call({
      method: 'DELETE',
      path: `/api/campaigns/${campaign.id}`,
      apiKey: person.apiKey,
    })
    if (answer?.status === 204)
      campaign.deletedMs = Math.min(campaign.deletedMs, timeline.elapsed())
    // Refused, it is what it was; unanswered, nobody knows.
    else if (answer && answer.status !== 404) campaign.maybeDeleted = false
  }

  async function lookAround(person: PersonModel): Promise<void> {
    const campaign = pickCampaign(person)
    const paths = ['/api/campaigns', '/api/contacts?preview=3', '/api/dashboard/stats', '/health']
    if (campaign) paths.push(`/api/campaigns/${campaign.id}/sends`)
    await program.call({ method: 'GET', path: random.pick(paths), apiKey: person.apiKey })
  }

  function pickCampaign(person: PersonModel): CampaignModel | undefined {
    // The newest is the likeliest to be under way.
    const some = [...person.campaigns.values()].slice(-4)
    return some.length === 0 ? undefined : random.pick(some)
  }

  function pickFrom<Key, Value>(map: ReadonlyMap<Key, Value>): readonly [Key, Value] | undefined {
    const entries = [...map]
    return entries.length === 0 ? undefined : random.pick(entries)
  }
}

function contactsOf(phones: readonly string[]) {
  return phones.map((phone, index) => ({ name: `Pessoa ${index}`, phone }))
}
