import { AppError } from '../../contract/errors.ts'
import type { BlockBody, ChatPresenceBody } from '../../contract/gateways/evolution-changes.ts'
import { isGroupJid, phoneJid, withoutPhoneServer } from '../../contract/jid.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import type { Clock } from '../clock.ts'
import type { DeviceKey, Messenger } from '../messenger.ts'
import { readAddressee } from '../sending/direct/addressee.ts'
import type { Evolution } from './evolution.ts'
import type { GatewayCaller } from './gateway-access.ts'

export type EvolutionPeople = ReturnType<typeof createEvolutionPeople>

/** What clients of the Evolution-compatible API do with people beside writing to them. */
export function createEvolutionPeople({
  gateway,
  lookUp,
  act,
  clock,
}: {
  readonly gateway: Pick<Evolution, 'find' | 'setSettings'>
  readonly lookUp: Messenger['lookUp']
  readonly act: Messenger['act']
  readonly clock: Clock
}) {
  return { showPresence, setPresence, block, changeAbout, findPicture, findJid: jidOf }

  /** Shows a presence to a person; resolves once they no longer see it. */
  async function showPresence(
    caller: GatewayCaller,
    name: string,
    { number, presence, delay }: ChatPresenceBody,
  ): Promise<void> {
    const key = await connectedKey(caller, name)
    const jid = await jidOf(key, number)
    if (jid === null) throw new AppError('not_on_whatsapp', 'nobody to be shown it')
    if (!(await act(key, { kind: 'presence', jid, presence }))) {
      throw new AppError('whatsapp_failed', 'a presence could not be shown')
    }
    if (presence === 'paused') return
    await new Promise<void>((resolve) => clock.after(delay, resolve))
    await act(key, { kind: 'presence', jid, presence: 'paused' })
  }

  function setPresence(
    caller: GatewayCaller,
    name: string,
    presence: 'available' | 'unavailable',
  ): Promise<void> {
    return gateway.setSettings(caller, name, { alwaysOnline: presence === 'available' })
  }

  /** @throws AppError `not_on_whatsapp`, `whatsapp_failed` */
  async function block(
    caller: GatewayCaller,
    name: string,
    { number, status }: BlockBody,
  ): Promise<void> {
    const key = await connectedKey(caller, name)
    const jid = await jidOf(key, number)
    if (jid === null) throw new AppError('not_on_whatsapp', 'nobody to be blocked')
    if (!(await act(key, { kind: 'block', jid, isBlocked: status === 'block' }))) {
      throw new AppError('whatsapp_failed', 'somebody could not be blocked or unblocked')
    }
  }

  /** Changes what the account says of itself. */
  async function changeAbout(caller: GatewayCaller, name: string, text: string): Promise<void> {
    const key = await connectedKey(caller, name)
    if (!(await act(key, { kind: 'about', text }))) {
      throw new AppError('whatsapp_failed', 'the profile could not be changed')
    }
  }

  async function findPicture(
    caller: GatewayCaller,
    name: string,
    number: string,
  ): Promise<{ readonly jid: string; readonly url: string | null }> {
    const key = await connectedKey(caller, name)
    const jid = await jidOf(key, number)
    if (jid === null) return { jid: phoneJid(number.replace(/\D/g, '')), url: null }
    const answer = await act(key, { kind: 'picture', jid })
    return { jid, url: answer?.value ?? null }
  }

  async function connectedKey(caller: GatewayCaller, name: string): Promise<DeviceKey> {
    const { device, state } = await gateway.find(caller, name)
    if (state !== 'open') throw new AppError('device_not_connected', name)
    return device.key
  }

  /** The jid that WhatsApp has for a number; null where it has none. */
  async function jidOf(key: DeviceKey, number: string): Promise<string | null> {
    if (isGroupJid(number)) return number
    const addressee = readAddressee(withoutPhoneServer(number), 'number')
    if ('lid' in addressee) return addressee.lid
    const { phone } = addressee
    const request = { phone, candidates: numberCandidates(phone), isUrgent: true }
    const [found] = await lookUp(key, [request])
    if (found?.result === 'found') return found.jid
    if (found?.result === 'absent') return null
    throw new AppError('lookup_failed', 'no answer from the directory')
  }
}
