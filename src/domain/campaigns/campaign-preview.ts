import { wholeList } from '../../contract/campaigns/audience.ts'
import type { CampaignPatch } from '../../contract/campaigns/campaign-body.ts'
import { attachmentOf } from '../../contract/campaigns/campaign-medium.ts'
import type {
  CampaignPreview,
  Exclusion,
  ExclusionReason,
} from '../../contract/campaigns/campaign-preview.ts'
import { foldName } from '../../contract/campaigns/template.ts'
import type { Contact } from '../../contract/contacts/contact-list.ts'
import type { DeviceStanding } from '../../contract/devices/device-standing.ts'
import { formatQuantity } from '../../contract/display.ts'
import { AppError, errorCatalogue } from '../../contract/errors.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import { isForeign, parsePhone } from '../../contract/phones/phone-number.ts'
import { identityOf, type PhoneSet } from '../contacts/phone-set.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import { daysUntilSent } from '../sending/strangers/first-messages.ts'
import { type LedgerTexts, textOfVariant, textsOf } from '../sending/variants.ts'
import type { AudiencePlan, Audiences } from './audience.ts'
import type { CampaignReach } from './campaign-reach.ts'
import { campaignSpan } from './campaign-span.ts'
import { type FindUpload, findMedium, planMedium } from './medium-plan.ts'
import { createTextSurvey, filterWarnings, sampleOf } from './text-survey.ts'

export type CampaignPreviews = ReturnType<typeof createCampaignPreviews>

type Sample = CampaignPreview['samples'][number]

const RECENT_MS = 7 * 24 * 3_600_000
const FOREIGN_SAMPLES = 5
const noLimits = { limits: undefined, firstMessageCount: 0 }
/** Recipients per call of `acquaintances`, which only looks into stored tables. */
const STRANGERS_BATCH = 500

/** Shows what a campaign would send, and stores or sends nothing itself. */
export function createCampaignPreviews({
  audiences,
  reach,
  messenger,
  findDeviceKey,
  standingOf,
  findUpload,
  now,
}: {
  readonly audiences: Audiences
  readonly reach: Pick<CampaignReach, 'since'>
  readonly messenger: Pick<Messenger, 'acquaintances'>
  readonly findDeviceKey: (userId: string, deviceId: string) => Promise<DeviceKey | undefined>
  /** What limits the device's first messages. */
  readonly standingOf: (key: DeviceKey) => Pick<DeviceStanding, 'limits' | 'firstMessageCount'>
  readonly findUpload: FindUpload
  readonly now: () => number
}) {
  return { preview, sample, recipients }

  /**
   * @param contact phone of one contact whose text is to be among the samples
   * @throws AppError `list_unknown`, `device_unknown`, `contact_unknown`, `image_unknown`,
   * `attachment_unknown`, `invalid`
   */
  async function preview(
    userId: string,
    patch: CampaignPatch,
    { contact }: { readonly contact?: string | undefined } = {},
  ): Promise<CampaignPreview> {
    const plan = audienceOf(patch)
    await audiences.check(userId, plan)
    const medium = await findMedium(userId, planMedium(patch), findUpload)
    const attachment = medium && attachmentOf(medium)
    const columns = await audiences.columns(userId, plan)
    const survey = createTextSurvey(textsOf(patch), columns)
    const wanted = contact === undefined ? null : readIdentity(contact)
    const census = createCensus(await reach.since(userId, now() - RECENT_MS))
    const strangers = await createStrangers(userId, patch.deviceId)
    for await (const { contact: each, identity, reason } of await audiences.read(userId, plan)) {
      if (identity === wanted) survey.want(each)
      census.add({ phone: each.phone, identity, reason })
      if (reason !== null) continue
      survey.add(each)
      await strangers.add(each.phone)
    }
    if (wanted !== null && !survey.hasWanted()) throw unknownContact()
    const { recent, foreign, excluded, total } = census.result()
    const recipients = survey.recipientCount()
    const strangerCount = await strangers.count()
    const cappedDays = strangers.daysFor(strangerCount)
    return {
      total,
      recipients,
      excluded,
      foreign,
      strangers: strangerCount,
      recent,
      samples: survey.samples(),
      ...(attachment && { attachment }),
      ...campaignSpan(patch, { recipientCount: recipients, cappedDays, nowMs: now() }),
      warnings: [...survey.warnings(), ...filterWarnings(plan.filters, columns, recipients)],
      columns: [...columns],
    }
  }

  /**
   * What one contact would read: the first who gets the campaign, or the one with this phone,
   * whether or not it gets it.
   * @param variant number of the text; left out: the one that the contact would get
   * @throws AppError `list_unknown`, `contact_unknown`; `invalid` where there is no such text
   */
  async function sample(
    userId: string,
    patch: CampaignPatch,
    { contact, variant }: { readonly contact?: string; readonly variant?: number },
  ): Promise<Sample> {
    const texts = chooseText(textsOf(patch), variant)
    const plan = audienceOf(patch)
    await audiences.check(userId, plan)
    const knownFields = new Set((await audiences.columns(userId, plan)).map(foldName))
    const wanted = contact === undefined ? null : readIdentity(contact)
    let place = 0
    for await (const { contact: each, identity, reason } of await audiences.read(userId, plan)) {
      const isIt = wanted === null ? reason === null : identity === wanted
      if (isIt) return shown(sampleOf(texts, each, { place, knownFields }))
      if (reason === null) place += 1
    }
    if (wanted !== null) throw unknownContact()
    return shown(sampleOf(texts, { name: '', phone: '' }, { place, knownFields }))

    function shown(sample: Sample): Sample {
      return variant === undefined ? sample : { ...sample, variant }
    }
  }

  /**
   * Some of the recipients, in the campaign's order. Whether a contact is one depends on all
   * contacts before it, so the audience is read from its beginning.
   * @throws AppError `list_unknown`, `list_damaged`, `invalid`
   */
  async function recipients(
    userId: string,
    patch: CampaignPatch,
    { from, limit, signal }: { from: number; limit: number; signal?: AbortSignal },
  ): Promise<readonly Contact[]> {
    const plan = audienceOf(patch)
    await audiences.check(userId, plan)
    const found: Contact[] = []
    let place = 0
    for await (const { contact, reason } of await audiences.read(userId, plan, signal)) {
      if (reason !== null) continue
      if (place >= from) found.push(contact)
      place += 1
      if (found.length === limit) break
    }
    return found
  }

  /** Counts recipients whom the device has never written to; null where no device is connected. */
  async function createStrangers(userId: string, deviceId: string | null | undefined) {
    const key = deviceId ? await findDeviceKey(userId, deviceId) : undefined
    if (deviceId && key === undefined) throw new AppError('device_unknown', deviceId)
    let sum: number | null = key === undefined ? null : 0
    let batch: string[] = []
    return {
      add: async (phone: string) => {
        if (sum === null) return
        batch.push(phone)
        if (batch.length >= STRANGERS_BATCH) await ask()
      },
      count: async () => {
        await ask()
        return sum
      },
      daysFor: (count: number | null) => {
        const { limits, firstMessageCount } = key === undefined ? noLimits : standingOf(key)
        if (!limits || count === null) return 0
        return daysUntilSent(count, { ...limits, sentToday: firstMessageCount })
      },
    }

    async function ask(): Promise<void> {
      const people = batch.map((phone) => ({ phone, candidates: numberCandidates(phone) }))
      batch = []
      if (key === undefined || sum === null) return
      const answers = await messenger.acquaintances(key, people)
      sum = answers && sum + answers.filter((acquaintance) => acquaintance === 'none').length
    }
  }
}

/** @throws AppError `invalid` where there is no text with this number */
function chooseText(texts: LedgerTexts, variant: number | undefined): LedgerTexts {
  if (variant === undefined) return texts
  const textCount = 1 + (texts.variants?.texts.length ?? 0)
  if (variant <= textCount) return { text: textOfVariant(texts, variant) }
  const message = `Esta campanha tem ${formatQuantity(textCount, 'texto', 'textos')}.`
  throw new AppError('invalid', `no text ${variant}`, { details: [{ path: 'variante', message }] })
}

/** The audience that a patch describes, with defaults for the fields that it leaves out. */
function audienceOf(patch: CampaignPatch): AudiencePlan {
  return {
    contactListId: patch.contactListId || null,
    moreListIds: patch.moreListIds ?? wholeList.moreListIds,
    filters: patch.filters ?? wholeList.filters,
    exclusion: patch.exclusion ?? wholeList.exclusion,
  }
}

/** Counts contacts: those left out, by reason, and those the sender should know of before. */
function createCensus(reachedOfLate: PhoneSet) {
  const excluded = new Map<ExclusionReason, { count: number; readonly sample: string }>()
  const foreign: { count: number; readonly sample: string[] } = { count: 0, sample: [] }
  let total = 0
  let recent = 0
  return { add, result }

  function add({
    phone,
    identity,
    reason,
  }: {
    readonly phone: string
    readonly identity: number
    readonly reason: ExclusionReason | null
  }): void {
    total += 1
    if (reason !== null) {
      const known = excluded.get(reason)
      if (known) known.count += 1
      else excluded.set(reason, { count: 1, sample: phone })
      return
    }
    if (reachedOfLate.has(identity)) recent += 1
    if (!isForeign(phone)) return
    foreign.count += 1
    if (foreign.sample.length < FOREIGN_SAMPLES) foreign.sample.push(phone)
  }

  function result() {
    const reasons: Exclusion[] = [...excluded].map(([reason, found]) => ({ reason, ...found }))
    return { total, recent, foreign, excluded: reasons }
  }
}

/** @throws AppError `contact_unknown` */
function readIdentity(contact: string): number {
  const parsed = parsePhone(contact)
  if (!parsed.ok) throw unknownContact()
  return identityOf(parsed)
}

function unknownContact(): AppError {
  const message = errorCatalogue.contact_unknown.text
  const details = [{ path: 'contact', message }]
  return new AppError('contact_unknown', 'not in these lists', { details })
}
