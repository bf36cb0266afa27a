import type {
  DeleteMessageBody,
  UpdateMessageBody,
} from '../../contract/gateways/evolution-changes.ts'
import type {
  ContactFields,
  SendContactBody,
  SendLocationBody,
  SendPollBody,
  SendReactionBody,
} from '../../contract/gateways/evolution-parts.ts'
import type { MessagePart } from '../message-content.ts'
import { jidOf } from './message-context.ts'

/** Messages that are neither texts nor files, in WhatsApp's own format. */

export function locationPart({
  latitude,
  longitude,
  name,
  address,
}: SendLocationBody): MessagePart {
  const fields = {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    ...(name && { name }),
    ...(address && { address }),
  }
  return { type: 'locationMessage', fields, secret: null }
}

export function reactionPart({ key, reaction }: SendReactionBody, atMs: number): MessagePart {
  const { fromMe, id, participant } = key
  // Phones look for the message by the whole name of its chat.
  const author = !fromMe && participant ? { participant: jidOf(participant) } : {}
  const reacted = { remoteJid: jidOf(key.remoteJid), fromMe, id, ...author }
  const fields = { text: reaction, key: reacted, senderTimestampMs: atMs }
  return { type: 'reactionMessage', fields, secret: null }
}

/** Takes a message back from everybody's phone. */
export function revokePart({ id, fromMe, remoteJid, participant }: DeleteMessageBody): MessagePart {
  const author = !fromMe && participant ? { participant: jidOf(participant) } : {}
  const key = { remoteJid: jidOf(remoteJid), fromMe, id, ...author }
  return { type: 'protocolMessage', fields: { key, type: 'REVOKE' }, secret: null }
}

export function editPart({ key, text }: UpdateMessageBody, atMs: number): MessagePart {
  const { id, fromMe, remoteJid } = key
  const fields = {
    key: { remoteJid: jidOf(remoteJid), fromMe, id },
    type: 'MESSAGE_EDIT',
    editedMessage: { conversation: text },
    timestampMs: atMs,
  }
  return { type: 'protocolMessage', fields, secret: null }
}

/** @param secret opens the votes */
export function pollPart(
  { name, values, selectableCount }: SendPollBody,
  secret: string,
): MessagePart {
  const options = values.map((optionName) => ({ optionName }))
  const fields = { name, options, selectableOptionsCount: selectableCount }
  // Polls with one answer have a form of their own.
  const type = selectableCount === 1 ? 'pollCreationMessageV3' : 'pollCreationMessage'
  return { type, fields, secret }
}

export function contactPart({ contact }: SendContactBody): MessagePart {
  const cards = contact.map((each) => ({ displayName: each.fullName, vcard: cardOf(each) }))
  const [only, ...others] = cards
  if (only && others.length === 0) return { type: 'contactMessage', fields: only, secret: null }
  const fields = { displayName: `${cards.length} contacts`, contacts: cards }
  return { type: 'contactsArrayMessage', fields, secret: null }
}

/** A vCard of version 3, as WhatsApp's own clients write it. */
function cardOf({ fullName, phoneNumber, wuid, organization, email, url }: ContactFields): string {
  const id = wuid || phoneNumber.replace(/\D/g, '')
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(fullName)}`,
    `FN:${escaped(fullName)}`,
    ...(organization ? [`ORG:${escaped(organization)};`] : []),
    ...(email ? [`EMAIL:${escaped(email)}`] : []),
    ...(url ? [`URL:${escaped(url)}`] : []),
    `item1.TEL;waid=${id}:${escaped(phoneNumber)}`,
    'item1.X-ABLabel:Celular',
    'END:VCARD',
  ].join('\n')
}

/** Keeps a value from ending its line, or its field. */
function escaped(value: string): string {
  return value.replace(/[\\,;]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}
