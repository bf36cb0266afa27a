import { FollowupAudience } from '../../../src/contract/campaigns/followup.ts'
import { isOpenAt } from '../../../src/contract/campaigns/send-hours.ts'
import type { Machine } from '../machine/machine.ts'
import { KEYWORD } from './message-acts.ts'
import { type CampaignModel, type Model, tagOf } from './model.ts'
import type { Taken } from './whatsapp-account.ts'

/** Time within which an accepted message is stored, also on a slow disk. */
const KEPT_MS = 10_000

export type Broken = (what: string) => void

/**
 * Checks messages that WhatsApp took since the last check against what their senders were promised.
 */
export function createMessageChecks({
  machine: { timeline, whatsapp, receivers },
  model,
  broken,
}: {
  readonly machine: Machine
  readonly model: Model
  readonly broken: Broken
}) {
  /** By campaign and address: the only message id that may be sent. */
  const ids = new Map<string, string>()
  /** By campaign and address: the text of it. */
  const texts = new Map<string, string>()
  /** By message id: the campaign that it belongs to. */
  const tags = new Map<string, string>()
  /** By device: the last campaign message that WhatsApp took. */
  const last = new Map<string, Taken>()
  /** By campaign and address: the first message that WhatsApp took. */
  const firsts = new Map<string, Taken>()
  /** Tags of campaigns that have sent. */
  const sent = new Set<string>()
  /** By device, contact and era: ids of the answers that the contact got. */
  const replies = new Map<string, Set<string>>()
  let seen = 0

  let delivered = 0

  return { check, missingDeliveries, checkDeliveries }

  function check(): void {
    for (; seen < whatsapp.taken.length; seen += 1) {
      const taken = whatsapp.taken[seen]
      if (taken) checkOne(taken)
    }
    const [locked] = whatsapp.sentIntoLock
    if (locked) broken(`${locked.jid} is written to during a lock that was known`)
    for (; delivered < receivers.delivered.length; delivered += 1) {
      const { host, messageId, fromMe } = receivers.delivered[delivered] ?? {}
      const written = model.written.get(messageId ?? '')
      if (fromMe || written?.owner === host?.split('.')[0]) continue
      broken(`${host} hears of a message to ${written?.owner ?? 'nobody'}`)
    }
  }

  /** Messages whose event a webhook has still to get. */
  function missingDeliveries(): { readonly owner: string; readonly messageId: string }[] {
    const heard = new Set(receivers.delivered.map(({ messageId }) => messageId))
    return [...model.written].flatMap(([messageId, { owner, deviceId, sentMs, keptMs }]) => {
      const person = model.people.find(({ name }) => name === owner)
      const sinceMs = person?.hooks.get(deviceId) ?? Number.POSITIVE_INFINITY
      const isDue = sentMs > sinceMs && Number.isFinite(keptMs) && !heard.has(messageId)
      return isDue ? [{ owner, messageId }] : []
    })
  }

  /** Called at the end, once every delivery has had its time. */
  function checkDeliveries(): void {
    for (const { owner, messageId } of missingDeliveries()) {
      broken(`the webhook of ${owner} never heard of ${messageId}`)
    }
  }

  function checkOne(taken: Taken): void {
    const tag = tagOf(taken.text)
    if (tag === undefined) {
      checkReply(taken)
      return
    }
    if (model.singles.has(tag) && sent.has(tag)) broken(`${tag} was sent twice under one key`)
    sent.add(tag)
    const campaign = model.campaigns.get(tag)
    // An audience that is fixed anew may leave others out, and ids go by the places in it.
    const era = campaign?.begunAnewInEra ?? ''
    const key = `${tag} ${taken.jid} ${era}`.trim()
    const known = ids.get(key)
    if (known !== undefined && known !== taken.messageId) {
      broken(`${key} was sent under two ids: ${known} and ${taken.messageId}`)
    }
    ids.set(key, taken.messageId)
    const place = `${tag} ${taken.jid}`
    firsts.set(place, firsts.get(place) ?? taken)
    const text = texts.get(key) ?? taken.text
    if (text !== taken.text) broken(`${key} was sent two texts: ${text} and ${taken.text}`)
    texts.set(key, text)
    const owner = tags.get(taken.messageId) ?? tag
    if (owner !== tag) broken(`${taken.messageId} is a message of ${owner} and one of ${tag}`)
    tags.set(taken.messageId, tag)
    if (campaign) checkPromises(campaign, taken)
    if (model.singles.has(tag)) return
    checkPace(taken)
    last.set(taken.key, taken)
  }

  /**
   * Checks that an answer goes to a contact who asked, at most as often as they asked, and from the
   * device that they wrote to. A backup put back has forgotten the answers since.
   */
  function checkReply({ key, jid, text, messageId }: Taken): void {
    const asked = [...model.written.values()].filter((each) => each.key === key && each.jid === jid)
    const place = `${key} ${jid} ${model.era}`
    const given = (replies.get(place) ?? new Set()).add(messageId)
    replies.set(place, given)
    if (asked.filter((each) => each.text.includes(KEYWORD)).length < given.size) {
      broken(`${jid} got ${given.size} answers: ${text}`)
    }
  }

  /** Checks that after a message the whole device waits for the interval of its campaign. */
  function checkPace(taken: Taken): void {
    const before = last.get(taken.key)
    const { intervalMs = 0, tag } = model.campaigns.get(tagOf(before?.text ?? '') ?? '') ?? {}
    const acceptedMs = before?.acceptedMs ?? null
    if (acceptedMs === null || before?.process !== taken.process) return
    const waitedMs = taken.handedMs - acceptedMs
    if (waitedMs >= 0 && waitedMs < intervalMs) {
      broken(`a message leaves ${waitedMs} ms after one of ${tag}, not ${intervalMs}`)
    }
  }

  function checkPromises(campaign: CampaignModel, taken: Taken): void {
    const { tag, stoppedMs, deletedMs, hour, hours, hourUnsure, list } = campaign
    if (taken.handedMs > stoppedMs) broken(`${tag} sends after its stop`)
    if (taken.handedMs > deletedMs) broken(`${tag} sends after its deletion`)
    if (hours && !isOpenAt(hours, taken.handedAt)) {
      broken(`${tag} sends outside its hours: ${new Date(taken.handedAt).toISOString()}`)
    }
    // A campaign whose hour has struck goes on when the wall clock is set back to before it.
    const isEarly =
      taken.handedMs > hour.fromMs && timeline.latestSince(hour.fromMs) < hour.notBefore
    if (isEarly && !hourUnsure)
      broken(
        `${tag} sends before its hour: ${new Date(taken.handedAt).toISOString()}, not before ${new Date(hour.notBefore).toISOString()}`,
      )
    const phone = taken.jid.split('@')[0] ?? ''
    if (!list.ever.has(phone)) broken(`${tag} sends to ${phone}, who is not of its list`)
    const outMs = model.people.find(({ name }) => name === campaign.owner)?.out.get(phone)
    if (outMs !== undefined && taken.handedMs > outMs) broken(`${tag} sends to ${phone}, who left`)
    checkFollowup(campaign, taken)
    checkExclusion(campaign, taken)
  }

  /** Checks that no recipient had got an excluded campaign well before this one began. */
  function checkExclusion({ tag, excluded, waitsMs }: CampaignModel, { jid }: Taken): void {
    for (const other of excluded) {
      const { acceptedMs = null } = firsts.get(`${other} ${jid}`) ?? {}
      const isCertain = acceptedMs !== null && acceptedMs + KEPT_MS < waitsMs
      if (isCertain && !model.campaigns.get(other)?.wasPutBack)
        broken(`${tag} sends to ${jid}, who got ${other} before`)
    }
  }

  /**
   * A follow-up for failed or unsent recipients goes to none that got the first campaign; one for
   * any other result goes only to those that got it.
   */
  function checkFollowup({ tag, follows }: CampaignModel, { jid }: Taken): void {
    if (!follows?.isCertain || model.campaigns.get(follows.tag)?.wasPutBack) return
    const { audience, people } = follows
    // Contacts were added to the list later.
    if (!people.has(jid.split('@')[0] ?? '')) return
    const gotFirst = ids.has(`${follows.tag} ${jid}`)
    const isForOthers = audience === FollowupAudience.failed || audience === FollowupAudience.unsent
    if (gotFirst === isForOthers) {
      const whether = gotFirst ? 'got' : 'never got'
      broken(`${tag} (${audience}) sends to ${jid}, who ${whether} ${follows.tag}`)
    }
    const hasWritten = [...model.written.values()].some((written) => written.jid === jid)
    if (audience === FollowupAudience.replied && !hasWritten) {
      broken(`${tag} sends to ${jid}, who never answered`)
    }
  }
}
