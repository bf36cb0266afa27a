import { AppError } from '../../contract/errors.ts'
import type { ChatPlace, PrivacyBody } from '../../contract/gateways/evolution-profile.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { phoneJid } from '../../contract/jid.ts'
import { MEDIA_LIMIT_BYTES, MEDIA_TIMEOUT_MS } from '../../contract/limits.ts'
import type { AccountAct, AnswerFields } from '../account-acts.ts'
import type { Clock } from '../clock.ts'
import type { Messenger } from '../messenger.ts'
import type { WebhookMessageStore } from '../webhooks/webhook-message-store.ts'
import type { Evolution, Instance } from './evolution.ts'
import type { EvolutionChats } from './evolution-chats.ts'
import type { EvolutionMediaNeeds } from './evolution-media.ts'
import type { EvolutionPeople } from './evolution-people.ts'
import type { GatewayCaller } from './gateway-access.ts'
import { jidOf } from './message-context.ts'

export type EvolutionProfile = ReturnType<typeof createEvolutionProfile>

export type EvolutionProfileNeeds = {
  readonly gateway: Pick<Evolution, 'find'>
  readonly people: Pick<EvolutionPeople, 'findJid'>
  readonly chats: Pick<EvolutionChats, 'findChat' | 'chatJid'>
  readonly messages: Pick<WebhookMessageStore, 'search'>
  readonly act: Messenger['act']
  readonly withMedia: EvolutionMediaNeeds['withMedia']
  /**
   * Makes a square picture as WhatsApp shows profiles.
   * @throws AppError `image_type`, `too_many`
   */
  readonly toPortrait: (userId: string, bytes: Uint8Array) => Promise<Uint8Array>
  readonly clock: Pick<Clock, 'now'>
}

export type FoundProfile = {
  readonly jid: string
  readonly name: string | null
  readonly pictureUrl: string | null
  /** Somebody else's about text with its date; for the instance itself, its connection's state. */
  readonly about: AnswerFields | string | null
  readonly business: AnswerFields | null
}

/** The profiles of people and of the account, and where its chats stand. */
export function createEvolutionProfile({
  gateway,
  people,
  chats,
  messages,
  act,
  withMedia,
  toPortrait,
  clock,
}: EvolutionProfileNeeds) {
  return {
    ...{ findProfile, findBusiness, changeName, changePicture, removePicture },
    ...{ findPrivacy, changePrivacy, archive, markUnread },
  }

  /** @throws AppError `not_on_whatsapp`, `device_not_connected`, `lookup_failed` */
  async function findProfile(
    caller: GatewayCaller,
    name: string,
    number: string | null,
  ): Promise<FoundProfile> {
    const instance = await connected(caller, name)
    const { key } = instance.device
    const jid = await jidFor(instance, number)
    // What somebody does not show counts as absent.
    const [picture, about, business] = await Promise.all([
      act(key, { kind: 'picture', jid }),
      number === null ? instance.state : aboutOf(instance, jid),
      businessOf(instance, jid),
    ])
    const known = isOwn(instance, jid)
      ? ((await act(key, { kind: 'own_name' }))?.value ?? instance.device.connectionName)
      : ((await chats.findChat(caller, name, jid))?.pushName ?? null)
    return { jid, name: known, pictureUrl: picture?.value ?? null, about, business }
  }

  async function findBusiness(
    caller: GatewayCaller,
    name: string,
    number: string | null,
  ): Promise<{ readonly jid: string; readonly business: AnswerFields | null }> {
    const instance = await connected(caller, name)
    const jid = await jidFor(instance, number)
    // Throws where no answer came: that does not mean that there is no business profile.
    const { fields = null } = await ask(instance, { kind: 'business', jid })
    return { jid, business: fields }
  }

  function isOwn({ device }: Instance, jid: string): boolean {
    return device.phone !== null && jid === phoneJid(device.phone)
  }

  async function jidFor({ device }: Instance, number: string | null): Promise<string> {
    const jid =
      number === null ? phoneJid(device.phone ?? '') : await people.findJid(device.key, number)
    if (jid === null) throw new AppError('not_on_whatsapp', 'nobody to be shown')
    return jid
  }

  async function aboutOf({ device }: Instance, jid: string): Promise<AnswerFields | null> {
    return (await act(device.key, { kind: 'about_of', jid }))?.fields ?? null
  }

  async function businessOf({ device }: Instance, jid: string): Promise<AnswerFields | null> {
    return (await act(device.key, { kind: 'business', jid }))?.fields ?? null
  }

  async function changeName(caller: GatewayCaller, name: string, text: string): Promise<void> {
    await ask(await connected(caller, name), { kind: 'name', text })
  }

  /** @throws AppError `media_*`, `image_type`, `too_many` */
  async function changePicture(
    caller: GatewayCaller,
    name: string,
    { media, signal }: { readonly media: string; readonly signal: AbortSignal },
  ): Promise<void> {
    // Checked first: nothing is fetched for a device that cannot take it.
    const instance = await connected(caller, name)
    const limits = { limitBytes: MEDIA_LIMIT_BYTES, timeoutMs: MEDIA_TIMEOUT_MS, signal }
    const picture = await withMedia(media, limits, async ({ readAt, size }) =>
      toPortrait(caller.userId, await readAt(0, size)),
    )
    await ask(instance, { kind: 'own_picture', picture })
  }

  async function removePicture(caller: GatewayCaller, name: string): Promise<void> {
    await ask(await connected(caller, name), { kind: 'own_picture', picture: null })
  }

  async function findPrivacy(caller: GatewayCaller, name: string): Promise<AnswerFields> {
    return (await ask(await connected(caller, name), { kind: 'privacy' })).fields ?? {}
  }

  async function changePrivacy(
    caller: GatewayCaller,
    name: string,
    settings: PrivacyBody,
  ): Promise<void> {
    await ask(await connected(caller, name), { kind: 'set_privacy', settings })
  }

  /** Returns the chat as the caller names it. @throws AppError `message_unknown` */
  async function archive(
    caller: GatewayCaller,
    name: string,
    { archive: isArchived, ...chat }: ChatPlace & { readonly archive: boolean },
  ): Promise<string> {
    return place(caller, name, { chat, change: { archive: isArchived } })
  }

  /** Returns the chat as the caller names it. @throws AppError `message_unknown` */
  async function markUnread(caller: GatewayCaller, name: string, chat: ChatPlace): Promise<string> {
    return place(caller, name, { chat, change: { markRead: false } })
  }

  async function place(
    caller: GatewayCaller,
    name: string,
    {
      chat: { chat, lastMessage },
      change,
    }: {
      readonly chat: ChatPlace
      readonly change: Extract<AccountAct, { kind: 'chat' }>['change']
    },
  ): Promise<string> {
    const instance = await connected(caller, name)
    const named = lastMessage?.key.remoteJid ?? chat ?? ''
    const last = lastMessage
      ? {
          ...{ remoteJid: jidOf(named), messageId: lastMessage.key.id },
          ...{ isFromMe: lastMessage.key.fromMe, participant: lastMessage.key.participant ?? '' },
          sentAtSeconds: lastMessage.messageTimestamp ?? Math.floor(clock.now() / 1000),
        }
      : await newestOf(caller.userId, instance, named)
    await ask(instance, { kind: 'chat', last, change })
    return named
  }

  async function newestOf(userId: string, { record }: Instance, named: string) {
    const at = { gatewayId: OWN_GATEWAY_ID, instance: record.id }
    const remoteJid = await chats.chatJid(userId, at, named)
    const { messages: found } = await messages.search(userId, {
      ...at,
      remoteJid,
      skip: 0,
      limit: 1,
    })
    const [newest] = found
    if (!newest) throw new AppError('message_unknown', 'the chat has no messages')
    const { id: messageId, isFromMe, sentAtSeconds } = newest
    return { remoteJid, messageId, isFromMe, participant: '', sentAtSeconds }
  }

  /** @throws AppError `device_not_connected` */
  async function connected(caller: GatewayCaller, name: string): Promise<Instance> {
    const instance = await gateway.find(caller, name)
    if (instance.state !== 'open') throw new AppError('device_not_connected', name)
    return instance
  }

  /** @throws AppError `whatsapp_failed` */
  async function ask({ device }: Instance, asked: AccountAct) {
    const answer = await act(device.key, asked)
    if (!answer) throw new AppError('whatsapp_failed', asked.kind)
    return answer
  }
}
