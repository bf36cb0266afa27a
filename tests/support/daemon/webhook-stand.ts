import { onTestFinished } from 'vitest'
import type { InstanceWebhook } from '../../../src/contract/gateways/gateway.ts'
import { setWebhook } from '../domain/instance-webhook.ts'
import { linkedDevice } from './linked-device.ts'
import { type ResidentStand, residentStand } from './shared.ts'
import { aStand, type StandOptions } from './stand.ts'
import { registerUser, type User } from './user.ts'

export const DEVICE = '5561988880001'

type ThreadMessage = {
  readonly id: string
  readonly message_content: string
  readonly message_type: string
  readonly from_me: boolean
  readonly status: string | null
  readonly thumbnail: string | null
}

type WebhookOptions = { readonly webhook?: Partial<InstanceWebhook> }

/** As `aWebhookStand`, over the stand of this worker, cleared of what earlier tests did. */
export function residentWebhookStand() {
  const resident = residentStand()
  return async (options: WebhookOptions = {}) => {
    const stand = resident()
    await stand.control.reset()
    const user = await registerUser(stand.daemon.url())
    onTestFinished(async () => {
      await user.at(stand.daemon.url()).remove(`/api/whatsapp/session/${DEVICE}`)
    })
    return withDevice(stand, user, options)
  }
}

/** A daemon with one connected device, whose events go to a webhook where one is given. */
export async function aWebhookStand(name: string, options: WebhookOptions & StandOptions = {}) {
  const { webhook, ...rest } = options
  const stand = await aStand(name, rest)
  onTestFinished(stand.close)
  const user = await registerUser(stand.daemon.url())
  return withDevice(stand, user, webhook ? { webhook } : {})
}

async function withDevice(stand: ResidentStand, owner: User, { webhook }: WebhookOptions) {
  let user = owner
  await user.pair(stand.control, DEVICE)
  const instance = webhook && (await setWebhook(user, DEVICE, webhook))

  return {
    ...stand,
    /** Where it has a webhook. */
    instance,
    user: () => user,
    restart,
    writes: (from: string, text: string, image?: Buffer) =>
      stand.control.sendInbound({
        ...{ from, to: DEVICE, text, pushName: 'Bruna' },
        ...(image && { image: image.toString('base64') }),
      }),
    thread: (phone: string) =>
      user.get<ThreadMessage[]>(`/api/webhook-messages?instance=${DEVICE}&remote_jid=${phone}`),
    contacts: () =>
      user.get<{ remote_jid: string; push_name: string | null }[]>(
        `/api/webhook-messages/contacts?instance=${DEVICE}`,
      ),
    /** What its phone knows of it. */
    linked: () => linkedDevice(stand.control, DEVICE),
    /** The texts a phone received, in order. */
    inbox: async (phone: string) =>
      (await stand.control.inbox(phone)).map(({ text, caption }) => text ?? caption),
    deliveries: () =>
      user.get<{ id: string; event: string; status: string; attempts: number }[]>(
        '/api/webhooks/deliveries',
      ),
  }

  async function restart(): Promise<void> {
    await stand.daemon.restart()
    user = user.at(stand.daemon.url())
    await user.waitForStatus(DEVICE, 'connected')
  }
}
