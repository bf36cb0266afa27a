import { expect } from 'vitest'
import { phoneJid } from '../../../src/contract/jid.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'
import { keepDevice } from '../domain/kept.ts'
import { asJson } from '../http/app.ts'
import { aConsole } from './console.tsx'

export const ANA = '5561999990001'
export const GROUP = '120363000000000001@g.us'
export const OTHER_GROUP = '120363000000000002@g.us'

type Told = Partial<Omit<InboundMessage, 'text'>> & {
  readonly text?: string | null
  /** The id of the message that this one changes. */
  readonly changedId?: string
}

const heard: InboundMessage = {
  ...{ messageId: 'IN1', chatJid: phoneJid(ANA), lid: null, phone: ANA, pushName: 'Bia' },
  ...{ fromMe: false, kind: 'conversation', remoteJid: phoneJid(ANA), text: 'Oi' },
  ...{ participant: '', content: {}, media: null, sentAt: '2026-01-15T12:00:00.000Z' },
}

/** A console whose one device has received a message, and further ones after it. */
export async function aTalk(fields: Told, ...later: readonly Told[]) {
  const talk = await aTalkToOpen(fields, ...later)
  return { ...talk, ...(await talk.open(talk.address)) }
}

/** The same, before its talk is opened. */
export async function aTalkToOpen(fields: Told, ...later: readonly Told[]) {
  const console = await aConsole()
  const device = await keepDevice(console, console)
  const key = (await console.parts.devices.findKey(console.id, device)) ?? ''
  for (const told of [fields, ...later]) {
    const { changedId, text = 'Oi', ...rest } = told
    const message = { ...heard, sentAt: new Date().toISOString(), ...rest }
    await console.whatsapp.tell(
      changedId === undefined
        ? { type: 'inbound', key, message: { ...message, text: text ?? '' } }
        : { type: 'message_change', key, change: { ...message, changedId, text } },
    )
  }
  const contact = encodeURIComponent(fields.chatJid ?? phoneJid(ANA))
  const address = `/chat?instancia=own:${device}&contato=${contact}`
  return { ...console, device, address }
}

/** A console whose gateway has posted these messages of Ana, a minute apart. */
export async function aLongTalk(texts: readonly string[]) {
  const talk = await aLongTalkToOpen(texts)
  return { ...talk, ...(await talk.open(talk.address)) }
}

/** The same, before its talk is opened. @returns `at`: when one of the messages was written */
export async function aLongTalkToOpen(texts: readonly string[]) {
  const console = await aConsole()
  const { url } = await console.api('GET', '/api/webhooks')
  const begin = Math.floor(Date.now() / 1000) - texts.length * 60
  const tells = async (id: string, text: string, atSeconds: number) =>
    told([{ id, text, atSeconds }])
  const told = async (all: readonly { id: string; text: string; atSeconds: number }[]) => {
    const data = all.map(({ id, text, atSeconds }) => ({
      key: { remoteJid: phoneJid(ANA), fromMe: false, id },
      ...{ pushName: 'Bia', message: { conversation: text }, messageTimestamp: atSeconds },
    }))
    const body = { event: 'messages.upsert', instance: 'loja', data }
    const answer = await console.request(new URL(url).pathname, asJson(body))
    expect(answer.status).toBe(200)
  }
  await told(texts.map((text, step) => ({ id: `M${step}`, text, atSeconds: begin + step * 60 })))
  const address = `/chat?instancia=own:loja&contato=${encodeURIComponent(phoneJid(ANA))}`
  const at = (step: number) => new Date((begin + step * 60) * 1000).toISOString()
  return { ...console, tells, address, at }
}
