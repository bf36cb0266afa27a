import { AppError } from '../../contract/errors.ts'
import type { SendTextBody } from '../../contract/gateways/evolution.ts'
import type { ContextFields } from '../../contract/gateways/evolution-context.ts'
import { phoneJid, withoutPhoneServer } from '../../contract/jid.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { MessageContext, MessagePart } from '../message-content.ts'
import type { Messenger } from '../messenger.ts'
import type { DirectSends } from '../sending/direct/direct-sends.ts'
import type { Evolution } from './evolution.ts'
import type { GatewayCaller } from './gateway-access.ts'
import type { MessageSearch } from './group-authors.ts'
import type { InstanceRecord } from './instances.ts'
import { addresseeOf, createMessageContexts } from './message-context.ts'

export type EvolutionMessages = ReturnType<typeof createEvolutionMessages>

export type EvolutionMessageNeeds = {
  readonly messages: MessageSearch
  readonly gateway: Pick<Evolution, 'find'>
  readonly directSends: Pick<DirectSends, 'deliver'>
  readonly lookUp: Messenger['lookUp']
}

export type SentMessage = {
  readonly record: InstanceRecord
  readonly messageId: string
  readonly jid: string
  /** When WhatsApp's server accepted it (ISO, UTC). */
  readonly at: string
  readonly context: MessageContext | undefined
}

export type NumberAnswer = {
  readonly number: string
  readonly jid: string
  readonly lid: string | null
  readonly exists: boolean
}

/** Sends messages for clients of the Evolution-compatible API. */
export function createEvolutionMessages({
  messages,
  gateway,
  directSends,
  lookUp,
}: EvolutionMessageNeeds) {
  const contexts = createMessageContexts({ messages })

  return { sendText, sendPart, findNumbers }

  /** @throws AppError as `DirectSends.deliver` does */
  async function sendText(
    caller: GatewayCaller,
    name: string,
    body: SendTextBody,
  ): Promise<SentMessage> {
    const instance = await gateway.find(caller, name)
    const to = addresseeOf(body.number)
    const context = await contexts.read(caller.userId, instance, body)
    const message = { deviceId: name, to, text: body.text, media: null, context }
    const sent = await directSends.deliver(caller.userId, message)
    return { record: instance.record, context, ...sent }
  }

  /** @throws AppError as `DirectSends.deliver` does */
  async function sendPart(
    caller: GatewayCaller,
    name: string,
    { part, ...body }: ContextFields & { readonly number: string; readonly part: MessagePart },
  ): Promise<SentMessage> {
    const instance = await gateway.find(caller, name)
    const to = addresseeOf(body.number)
    const context = await contexts.read(caller.userId, instance, body)
    const message = { deviceId: name, to, text: '', media: null, context, part }
    const sent = await directSends.deliver(caller.userId, message)
    return { record: instance.record, context, ...sent }
  }

  /**
   * @throws AppError `device_not_connected`, `lookup_failed` where WhatsApp gave no clear answer
   */
  async function findNumbers(
    caller: GatewayCaller,
    name: string,
    numbers: readonly string[],
  ): Promise<readonly NumberAnswer[]> {
    const { device, state } = await gateway.find(caller, name)
    if (state !== 'open') throw new AppError('device_not_connected', name)
    const asked = numbers.map((number) => ({ number, phone: phoneOf(number) }))
    const phones = [...new Set(asked.flatMap(({ phone }) => phone ?? []))]
    const found = await lookUp(
      device.key,
      phones.map((phone) => ({ phone, candidates: numberCandidates(phone) })),
    )
    const unclear = found.find(({ result }) => result === 'unknown')
    if (unclear) throw new AppError('lookup_failed', name)
    const byPhone = new Map(found.map((lookup) => [lookup.phone, lookup]))
    return asked.map(({ number, phone }) => {
      const lookup = byPhone.get(phone ?? '')
      if (lookup?.result === 'found') {
        return { number, jid: lookup.jid, lid: lookup.lid, exists: true }
      }
      return { number, jid: phoneJid(phone ?? digitsIn(number)), lid: null, exists: false }
    })
  }
}

function phoneOf(number: string): string | null {
  const parsed = parsePhone(withoutPhoneServer(number))
  return parsed.ok ? parsed.phone : null
}

function digitsIn(number: string): string {
  return number.replace(/\D/g, '')
}
