import type { FollowupAudience } from '../../../src/contract/campaigns/followup.ts'
import type { SendHours } from '../../../src/contract/campaigns/send-window.ts'

/** What callers were promised: only as much as it takes to notice a broken promise. */

export type CampaignModel = {
  readonly owner: string
  readonly id: string
  /** Stands in its text, so that a message tells its campaign. */
  readonly tag: string
  readonly deviceId: string
  readonly list: ListModel
  readonly intervalMs: number
  /** Null: the campaign sends at any hour. */
  readonly hours: SendHours | null
  /** Phones that are certainly of its list. */
  readonly phones: readonly string[]
  /**
   * Milliseconds of the run at which the stop and the deletion were promised; Infinity: not yet.
   */
  stoppedMs: number
  deletedMs: number
  /** A deletion was asked for and the answer never came. */
  maybeDeleted: boolean
  /** Not before this moment of the wall clock; holds since `fromMs` of the run. */
  hour: { readonly notBefore: number; readonly fromMs: number }
  /** A change of the hour whose answer never came: either hour may hold. */
  hourUnsure: boolean
  /** A backup took back what happened to the campaign: a recipient who got it may have no row. */
  wasPutBack: boolean
  /** The era in which it begins again, with the audience that there is then; null: it does not. */
  begunAnewInEra: number | null
  /** The campaign from whose results it was made; null: none. */
  readonly follows: Follows | null
  /** Tags of campaigns whose recipients are left out: those for certain, and any that ever were. */
  excluded: ReadonlySet<string>
  everExcluded: ReadonlySet<string>
  /** The last moment at which it had certainly not begun: milliseconds of the run. */
  waitsMs: number
}

type Follows = {
  /** Of the first campaign. */
  readonly tag: string
  readonly audience: FollowupAudience
  /** Whether the program knew all results of the first campaign. */
  readonly isCertain: boolean
  /** The people in its list when that was made. */
  readonly people: ReadonlySet<string>
}

/** A campaign to which nothing has happened yet. */
export function newCampaign(
  known: Pick<
    CampaignModel,
    'owner' | 'id' | 'tag' | 'deviceId' | 'list' | 'intervalMs' | 'hours' | 'phones' | 'hour'
  >,
): CampaignModel {
  const { owner, id, tag, deviceId, list, intervalMs, hours, phones, hour } = known
  return {
    ...{ owner, id, tag, deviceId, list, intervalMs, hours, phones, hour },
    stoppedMs: Number.POSITIVE_INFINITY,
    deletedMs: Number.POSITIVE_INFINITY,
    maybeDeleted: false,
    hourUnsure: false,
    wasPutBack: false,
    begunAnewInEra: null,
    follows: null,
    excluded: new Set(),
    everExcluded: new Set(),
    waitsMs: hour.fromMs,
  }
}

export type ListModel = {
  phones: readonly string[]
  /** Phones that ever were in the list, which is read when a campaign starts. */
  readonly ever: Set<string>
  /** The disk has lost a part of it. */
  isRotten: boolean
}

export type PersonModel = {
  readonly name: string
  readonly email: string
  /** Empty where the account is still to be made. */
  apiKey: string
  /** A token of a session of theirs. */
  token: string
  devices: Set<string>
  /** Devices that they closed or logged out, since when that is certain: milliseconds of the run. */
  closed: Map<string, number>
  lists: Map<string, ListModel>
  campaigns: Map<string, CampaignModel>
  /** Campaigns of this person's removed accounts. */
  gone: Map<string, CampaignModel>
  /** Keys that opened a removed account, or that were replaced. */
  pastKeys: readonly Keys[]
  /** The removal of the account that was asked for and has no clear answer yet. */
  leaving: Leaving | undefined
  /** Devices with a webhook, and since when that is certain: milliseconds of the run. */
  hooks: Map<string, number>
  /** Phones that have opted out, since when that is certain: milliseconds of the run. */
  out: Map<string, number>
  /** Phones that may have been left out of campaigns, at any time. */
  readonly everOut: Set<string>
}

/** Keys of an account; undefined: none of this kind. */
type Keys = { readonly apiKey?: string; readonly token?: string }

/** The keys of an account when its removal was asked for. */
type Leaving = {
  readonly apiKey: string
  readonly token: string
  /** The account's campaigns, and whether each may already have been deleted. */
  readonly was: ReadonlyMap<CampaignModel, boolean>
}

/** A message that a contact wrote. */
type WrittenModel = {
  readonly key: string
  readonly deviceId: string
  /** The name of the person whose device it is. */
  readonly owner: string
  readonly jid: string
  readonly text: string
  readonly sentMs: number
  /** When the program confirmed that it has the message; Infinity: not yet. */
  keptMs: number
}

export type Model = {
  readonly people: PersonModel[]
  readonly campaigns: Map<string, CampaignModel>
  /** Tags of messages without a campaign. */
  readonly singles: Set<string>
  /** By message id. */
  readonly written: Map<string, WrittenModel>
  /** Ids of lists of which a byte has changed, at any time. */
  readonly rotten: Set<string>
  /** Until then all people change their campaigns in haste, as after a change of the clock. */
  rushUntilMs: number
  /** Until then all people end what runs, as while nothing works. */
  alarmUntilMs: number
  /** Ends the rest of people who wait, when an alarm begins. */
  readonly waiting: Set<() => void>
  /** How often a backup was put back: keys of calls from before are forgotten. */
  era: number
}

/** A person who has no account yet. */
export function newPerson(name: string): PersonModel {
  return {
    name,
    email: `${name}@exemplo.com.br`,
    apiKey: '',
    token: '',
    devices: new Set(),
    closed: new Map(),
    lists: new Map(),
    campaigns: new Map(),
    gone: new Map(),
    pastKeys: [],
    leaving: undefined,
    hooks: new Map(),
    out: new Map(),
    everOut: new Set(),
  }
}

/** Records that the account and all in it is removed, as the person was answered. */
export function forgetAccount(
  person: PersonModel,
  { apiKey, token }: Pick<PersonModel, 'apiKey' | 'token'>,
  nowMs: number,
): void {
  person.pastKeys = [...person.pastKeys, { apiKey, token }]
  for (const [id, campaign] of person.campaigns) {
    campaign.deletedMs = Math.min(campaign.deletedMs, nowMs)
    person.gone.set(id, campaign)
  }
  person.campaigns = new Map()
  person.lists = new Map()
  person.devices = new Set()
  person.closed = new Map()
  person.hooks = new Map()
  person.out = new Map()
}

export function createModel(): Model {
  return {
    people: [],
    campaigns: new Map(),
    singles: new Set(),
    written: new Map(),
    rotten: new Set(),
    rushUntilMs: 0,
    alarmUntilMs: 0,
    waiting: new Set(),
    era: 0,
  }
}

/** The device ids of the first person begin at 5511900000100, and so on. */
export function deviceIdOf(owner: number, number: number): string {
  return `5511${900_000_000 + owner * 100 + number}`
}

export function ownerOf(deviceId: string): string {
  return `pessoa${Math.floor((Number(deviceId.slice('5511'.length)) - 900_000_000) / 100)}`
}

export function tagOf(text: string): string | undefined {
  return text.match(/#(\w+)#/)?.[1]
}

/**
 * Copies the promises that hold now, to restore them when the data folder of this moment is put
 * back: later promises are forgotten, and what was made later does not exist.
 * @param begun tags of campaigns that have sent: their audience is fixed, and put back as well
 */
export function keepPromises(
  model: Model,
  begun: ReadonlySet<string | undefined>,
): (nowMs: number) => void {
  const kept = model.people.map((person) => ({
    person,
    // Only a sign-in will say whether the account is still there.
    apiKey: person.leaving ? '' : person.apiKey,
    token: person.token,
    pastKeys: person.pastKeys,
    leaving: person.leaving,
    gone: [...person.gone],
    devices: new Set(person.devices),
    closed: [...person.closed.keys()],
    out: [...person.out.keys()],
    lists: [...person.lists].map(([id, list]) => ({ id, list, phones: list.phones })),
    campaigns: [...person.campaigns.values()].map((campaign) => ({
      campaign,
      was: { ...campaign },
    })),
  }))
  return (nowMs) => {
    model.era += 1
    for (const campaign of model.campaigns.values()) campaign.deletedMs = nowMs
    for (const person of model.people) {
      person.apiKey = ''
      person.pastKeys = []
      person.leaving = undefined
      person.gone = new Map()
      person.closed = new Map()
      person.devices = new Set()
      person.lists = new Map()
      person.campaigns = new Map()
      person.hooks = new Map()
      person.out = new Map()
    }
    for (const { person, lists, campaigns, out, gone, closed, ...same } of kept) {
      Object.assign(person, same, { devices: new Set(same.devices), gone: new Map(gone) })
      person.closed = new Map(closed.map((deviceId) => [deviceId, nowMs]))
      person.out = new Map(out.map((phone) => [phone, nowMs]))
      for (const { id, list, phones } of lists) {
        list.phones = phones
        person.lists.set(id, list)
      }
      for (const { campaign, was } of campaigns) {
        const begunAnewInEra = begun.has(campaign.tag) ? was.begunAnewInEra : model.era
        Object.assign(campaign, was, { wasPutBack: true, begunAnewInEra })
        person.campaigns.set(campaign.id, campaign)
      }
    }
  }
}
