import type { WebhookEventName } from '../../../contract/gateways/delivery.ts'
import { phoneJid } from '../../../contract/jid.ts'
import type { Group } from '../../group-acts.ts'
import type { InboundMessage, MessageChange } from '../../messenger.ts'
import { LOGGED_OUT } from '../close-reasons.ts'
import { groupEvent } from '../group-events.ts'
import {
  callUpdate,
  changedKey,
  chatOf,
  chatsSet,
  connectionUpdate,
  contactOf,
  instanceOf,
  messagesEdited,
  messagesUpdate,
  messagesUpsert,
  presenceUpdate,
  qrcodeUpdated,
  sendMessage,
  statusInstance,
} from '../webhook-events.ts'
import type { InstanceFacts } from '../webhook-target.ts'

/** Draws a QR code, as a data URL. */
export type DrawQr = (text: string) => Promise<string>

type Needs = {
  readonly instance: string
  readonly facts: InstanceFacts
  /** ISO, UTC. */
  readonly at: string
  readonly drawQr: DrawQr
}

const PHONE = '5561988880001'
const PERSON = phoneJid(PHONE)
const LID = '99887766554433@lid'
const NAME = 'Ana Lima'
const GROUP_JID = '120363000000000001@g.us'
const SENT_ID = '3EB0A1B2C3D4E5F60718'
/** No phone takes this code: it only shows what one looks like. */
const CODE = '2@teste-disparo'

/** The data of an event as it would happen, made by what makes the real ones. */
export async function instanceSample(event: WebhookEventName, needs: Needs): Promise<unknown> {
  return samples[event](needs)
}

const samples: Readonly<Record<WebhookEventName, (needs: Needs) => unknown>> = {
  call: ({ at }) =>
    callUpdate({
      ...{ id: '5F1C0A2B3D4E5F60', chatJid: PERSON, from: PERSON, phone: PHONE, at },
      ...{ status: 'offer', isVideo: false, isGroup: false, isOffline: false },
    }),
  'chats.set': ({ facts }) =>
    chatsSet([{ chatJid: PERSON, lid: LID, name: NAME }], facts.instanceId),
  'chats.upsert': ({ facts }) => [chatOf(PERSON, facts.instanceId)],
  'chats.update': ({ facts }) => [chatOf(PERSON, facts.instanceId)],
  'contacts.upsert': ({ facts: { instanceId } }) =>
    contactOf({ remoteJid: PERSON, pushName: NAME, instanceId }),
  'contacts.update': ({ facts: { instanceId } }) => [
    contactOf({ remoteJid: PERSON, pushName: NAME, instanceId }),
  ],
  'connection.update': ({ instance, facts: { ownJid, profileName } }) =>
    connectionUpdate({ instance, state: 'open', statusReason: 200, ownJid, profileName }),
  'qrcode.updated': async ({ instance, drawQr }) =>
    qrcodeUpdated({ instance, pairingCode: null, code: CODE, base64: await drawQr(CODE) }),
  'messages.upsert': ({ at, facts }) => messagesUpsert(message(at), facts.instanceId),
  'messages.edited': ({ at }) => messagesEdited(change(at, 'Quero sim! Pode ser de manhã?')),
  'messages.update': ({ facts: { instanceId } }) =>
    messagesUpdate({ messageId: SENT_ID, jid: PERSON, status: 'READ', instanceId }),
  'messages.delete': ({ at }) => changedKey(change(at, null)),
  'send.message': (needs) => sent('Oi, Ana! As matrículas abriram.', needs),
  'send.message.update': ({ at, facts: { instanceId } }) =>
    sendMessage({
      ...{ messageId: SENT_ID, jid: PERSON, atMs: Date.parse(at), instanceId },
      content: {
        ...{ text: '', media: null },
        part: {
          type: 'protocolMessage',
          fields: {
            key: { remoteJid: PERSON, fromMe: true, id: '3EB0C767D097B7C7C030' },
            type: 'MESSAGE_EDIT',
            editedMessage: { conversation: 'Oi, Ana! As matrículas abriram hoje.' },
          },
          secret: null,
        },
      },
    }),
  'presence.update': () =>
    presenceUpdate({ chatJid: PERSON, jid: PERSON, presence: 'composing', lastSeenSeconds: null }),
  'groups.upsert': ({ at }) => groupEvent({ kind: 'entered', group: group(at) }).data(),
  'groups.update': () =>
    groupEvent({
      ...{ kind: 'changed', jid: GROUP_JID, author: PERSON },
      fields: { subject: 'Turma da tarde 2026' },
    }).data(),
  'group-participants.update': () =>
    groupEvent({
      ...{ kind: 'members', jid: GROUP_JID, author: PERSON, change: 'add' },
      members: [{ jid: phoneJid('5561988880002'), lid: null, rank: null }],
    }).data(),
  'instance.create': ({ instance, facts }) => instanceOf(instance, facts.instanceId),
  'instance.delete': ({ instance, facts }) => instanceOf(instance, facts.instanceId),
  'status.instance': ({ instance, at }) =>
    statusInstance({ instance, statusReason: LOGGED_OUT, at }),
  'logout.instance': () => null,
  'remove.instance': () => null,
}

const named = {
  ...{ chatJid: PERSON, lid: LID, phone: PHONE, fromMe: false },
  ...{ remoteJid: PERSON, participant: '' },
}

function message(at: string): InboundMessage {
  const text = 'Quero sim! Ainda tem vaga à tarde?'
  return {
    ...named,
    ...{ messageId: '3EB0C767D097B7C7C030', pushName: NAME, text, kind: 'conversation' },
    ...{ sentAt: at, content: { conversation: text }, media: null },
  }
}

function change(at: string, text: string | null): MessageChange & { readonly text: string | null } {
  const content =
    text === null
      ? { type: 'REVOKE' }
      : { type: 'MESSAGE_EDIT', editedMessage: { conversation: text } }
  const ids = { messageId: '3EB0D868E1A8C8D8D141', changedId: '3EB0C767D097B7C7C030' }
  return { ...named, ...ids, sentAt: at, content, text }
}

function sent(text: string, { at, facts: { instanceId } }: Needs) {
  const content = { text, media: null }
  return sendMessage({
    ...{ messageId: SENT_ID, jid: PERSON, content, atMs: Date.parse(at), instanceId },
  })
}

function group(at: string): Group {
  const seconds = Math.floor(Date.parse(at) / 1000)
  return {
    ...{ jid: GROUP_JID, subject: 'Turma da tarde', subjectOwner: PERSON, subjectAt: seconds },
    ...{ createdAt: seconds, owner: PERSON, description: null, size: 1 },
    ...{ isLocked: false, isAnnounced: false, vanishSeconds: 0, isCommunity: false },
    ...{ isCommunityAnnounce: false, community: null, joinApproval: false, memberAddMode: true },
    members: [{ jid: PERSON, lid: LID, rank: 'superadmin' }],
  }
}
