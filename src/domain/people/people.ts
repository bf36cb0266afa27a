import type { Send } from '../../contract/campaigns/send.ts'
import { type ContactList, listName } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import { NOTE_TYPE, type WebhookMessage } from '../../contract/messages/chat.ts'
import type { Person, PersonSend } from '../../contract/people/person.ts'
import { longForm } from '../../contract/phones/brazil.ts'
import { atOnce } from '../at-once.ts'
import type { CampaignCounters } from '../campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { Chats, FindContactNames } from '../chats/chats.ts'
import type { OptOuts } from '../optouts/opt-outs.ts'
import { DIRECT_SEND_NUMBER } from '../sending/direct/direct-sends.ts'
import type { MessagePlace } from '../sending/last-messages.ts'
import type { MessageIds, SendLedgers } from '../sending/send-ledger.ts'
import { toSend } from '../sending/send-results.ts'
import type { OwnedStore } from '../store.ts'
import type { WebhookMessages } from '../webhooks/webhook-messages.ts'
import type { PersonIndexing } from './person-indexing.ts'
import { type AllNames, jidsOf, namesIn } from './person-names.ts'

export type People = ReturnType<typeof createPeople>

/** Campaigns that are asked for the name of somebody who is in no list. */
const CAMPAIGNS_ASKED = 5

/** Chats whose messages are looked through, and how far. */
const CHATS_ASKED = 5
const MESSAGES_ASKED = 200
const SINGLES_SHOWN = 50

/** Finds the contact lists that a person is in by their phones, the newest first. */
export type FindContactLists = (
  userId: string,
  phones: readonly string[],
) => Promise<readonly ContactList[]>

type PersonChat = Person['chats'][number]

/** A campaign that addressed a person, and where. */
export type PersonPlace = MessagePlace & {
  readonly id: string
  /** When the campaign began. */
  readonly createdAt: string
  /** When it ended; null while it may send. */
  readonly endedAt: string | null
  readonly campaign: PersonSend['campaign']
  /** The person's phones. */
  readonly phones: readonly string[]
}

/** What is known of one person over all campaigns and conversations. */
export function createPeople({
  indexing,
  campaigns,
  ledgers,
  counters,
  messageIds,
  findNames,
  findLists,
  optOuts,
  chats,
  messages,
  onFault,
}: {
  readonly indexing: Pick<PersonIndexing, 'find' | 'isWhole'>
  readonly campaigns: Pick<OwnedStore<CampaignRecord>, 'find'>
  readonly ledgers: Pick<SendLedgers, 'exists' | 'withNotable'>
  readonly counters: Pick<CampaignCounters, 'countsOf'>
  readonly messageIds: MessageIds
  readonly findNames: FindContactNames
  readonly findLists: FindContactLists
  readonly optOuts: Pick<OptOuts, 'find'>
  readonly chats: Pick<Chats, 'find'>
  readonly messages: Pick<WebhookMessages, 'list'>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { get, namesOf, places, findSend, readSend, singleMessages }

  /** @throws AppError `invalid` */
  async function namesOf(userId: string, written: string): Promise<AllNames> {
    return indexing.find(userId, namesIn(written))
  }

  /**
   * Shows a person by the phone as people write it, or by the LID; one whom nobody has written to
   * has an empty history.
   * @throws AppError `invalid`
   */
  async function get(userId: string, written: string): Promise<Person> {
    const { phones, lids, places: found } = await indexing.find(userId, namesIn(written))
    const [phone = null] = phones
    const [lid = null] = lids
    const { id: _, ...optOut } = optOuts.find(userId, { phone, lid }) ?? { id: null }
    const listed = phone === null ? undefined : (await findNames(userId, phones)).get(phone)
    return {
      phone,
      lid,
      name: listed || (await nameIn(userId, { found, phones })),
      optOut: 'phone' in optOut ? optOut : null,
      chats: [...(await chats.find(userId, jidsOf({ phones, lids })))],
      lists: (await findLists(userId, phones)).map((list) => ({
        id: list.id,
        name: listName(list),
      })),
      isIncomplete: !indexing.isWhole(),
    }
  }

  /**
   * What was sent to the person beside campaigns, by hand or by a bot, the newest first: of each
   * chat the newest messages are looked at, however long it is.
   * @throws AppError `invalid`
   */
  async function singleMessages(
    userId: string,
    written: string,
  ): Promise<readonly WebhookMessage[]> {
    const names = await indexing.find(userId, namesIn(written))
    const found: WebhookMessage[] = []
    for (const chat of (await chats.find(userId, jidsOf(names))).slice(0, CHATS_ASKED)) {
      for (const message of await messagesIn(userId, chat)) {
        const isSingle = message.isFromMe && message.type !== NOTE_TYPE
        // The picture is for the conversation, and weighs more than all the rest.
        if (isSingle && !isOfCampaign(message)) found.push({ ...message, thumbnail: null })
      }
    }
    return found.sort((a, b) => b.sentAtSeconds - a.sentAtSeconds).slice(0, SINGLES_SHOWN)
  }

  async function messagesIn(
    userId: string,
    { gatewayId, instance, remoteJid }: PersonChat,
  ): Promise<readonly WebhookMessage[]> {
    const query = { gatewayId, instance, remoteJid, limit: MESSAGES_ASKED }
    try {
      return await messages.list(userId, query)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'messages_damaged') throw error
      onFault(error, `messages of ${instance}`)
      return []
    }
  }

  function isOfCampaign({ id, campaign }: WebhookMessage): boolean {
    const place = messageIds.locate(id)
    return campaign !== undefined || (place?.campaignNumber ?? 0) !== DIRECT_SEND_NUMBER
  }

  /** The name under which the newest campaign addressed the person. */
  async function nameIn(
    userId: string,
    {
      found,
      phones,
    }: { readonly found: readonly MessagePlace[]; readonly phones: readonly string[] },
  ): Promise<string> {
    const newest = await shown(userId, { found: found.slice(0, CAMPAIGNS_ASKED), phones })
    for (const place of newest) {
      const send = await findSend(userId, place)
      if (send?.name) return send.name
    }
    return ''
  }

  /**
   * Where the user's campaigns addressed a person, those that began last first, without removed
   * ones.
   * @throws AppError `invalid`
   */
  async function places(userId: string, written: string): Promise<readonly PersonPlace[]> {
    const { places: found, phones } = await indexing.find(userId, namesIn(written))
    const all = await shown(userId, { found, phones })
    return all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  }

  async function shown(
    userId: string,
    {
      found,
      phones,
    }: { readonly found: readonly MessagePlace[]; readonly phones: readonly string[] },
  ): Promise<PersonPlace[]> {
    const all = new Map<MessagePlace, PersonPlace>()
    await atOnce(found, async (place) => {
      const record = await campaigns.find(userId, String(place.campaignNumber))
      if (!record) return
      const { id, name, startedAt, createdAt, finishedAt } = record
      const own = { id: `${id}-${place.index + 1}`, createdAt: startedAt ?? createdAt }
      const campaign = { id, name }
      all.set(place, { ...place, ...own, endedAt: finishedAt, campaign, phones })
    })
    return found.flatMap((place) => all.get(place) ?? [])
  }

  /**
   * What a campaign sent to the person at this place; `undefined` where it sent nothing. A damaged
   * ledger hides its message, and not the person.
   */
  async function findSend(userId: string, place: PersonPlace): Promise<PersonSend | undefined> {
    try {
      return await readSend(userId, place)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ledger_damaged') throw error
      onFault(error, place.campaign.id)
      return undefined
    }
  }

  /**
   * As `findSend`, for callers that report what could not be read.
   * @throws AppError `ledger_damaged`
   */
  async function readSend(userId: string, place: PersonPlace): Promise<PersonSend | undefined> {
    const { campaign, index, phones } = place
    if (!(await ledgers.exists(campaign.id))) return undefined
    const send = await ledgers.withNotable(
      campaign.id,
      counters.countsOf,
      async ({ header, findAttempted }): Promise<Send | undefined> => {
        const recipient = header.userId === userId ? await findAttempted(index) : undefined
        if (!recipient || !phones.includes(longForm(recipient.phone))) return undefined
        const knownFields = new Set(header.knownFields)
        return toSend({ header, index, recipient, knownFields, messageIds })
      },
    )
    return send && { ...send, campaign }
  }
}
