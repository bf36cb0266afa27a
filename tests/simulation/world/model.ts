/** What callers were promised, as little of it as it takes to see a promise broken. */

export type CampaignModel = {
  readonly owner: string
  readonly id: string
  /** Stands in its text, so that a message tells its campaign. */
  readonly tag: string
  readonly deviceId: string
  /** Who is of its list for certain. */
  readonly phones: readonly string[]
  /** Whoever ever was: the list is read when the campaign starts. */
  readonly possible: ReadonlySet<string>
  /** Milliseconds of the run at which each promise was given; Infinity: not given. */
  stoppedMs: number
  deletedMs: number
  /** A deletion was asked for and the answer never came. */
  maybeDeleted: boolean
  /** Not before this hour of the wall clock, since `hourFromMs` of the run. */
  hour: { readonly notBefore: number; readonly fromMs: number }
  /** A change of the hour whose answer never came: either hour may hold. */
  hourUnsure: boolean
}

type ListModel = { readonly phones: readonly string[]; readonly ever: Set<string> }

export type PersonModel = {
  readonly name: string
  readonly email: string
  apiKey: string
  readonly devices: Set<string>
  readonly lists: Map<string, ListModel>
  readonly campaigns: Map<string, CampaignModel>
}

export type Model = {
  readonly people: PersonModel[]
  readonly campaigns: Map<string, CampaignModel>
}

export function createModel(): Model {
  return { people: [], campaigns: new Map() }
}

export function tagOf(text: string): string | undefined {
  return text.match(/#(\w+)#/)?.[1]
}
