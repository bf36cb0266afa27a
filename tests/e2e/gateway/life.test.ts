import { expect, test } from 'vitest'
import { linkedDevice } from '../../support/daemon/linked-device.ts'
import { residentStand } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { registerUser, until } from '../../support/daemon/user.ts'

const resident = residentStand()

const OWN = '5561988887031'
const BRUNA = '5511970000631'
const EVENTS = [
  ...['INSTANCE_CREATE', 'INSTANCE_DELETE', 'REMOVE_INSTANCE', 'STATUS_INSTANCE'],
  ...['LOGOUT_INSTANCE', 'PRESENCE_UPDATE'],
]

type Event = { readonly event: string; readonly data: unknown; readonly sender?: string }

test('a webhook follows an instance from its making to its end, and sees who is typing', async () => {
  const stand = resident()
  const receiver = await aStandIn(() => ({ body: {} }))
  const user = await registerUser(stand.daemon.url())
  const heard = () => receiver.seen.map(({ text }): Event => JSON.parse(text))
  const hears = (count: number) =>
    until(
      async () => heard(),
      (all) => all.length === count,
    )

  const { instance } = await user.post<{ instance: { instanceId: string } }>(
    '/gateway/instance/create',
    {
      ...{ instanceName: 'loja', integration: 'WHATSAPP-BAILEYS', qrcode: true },
      webhook: { url: receiver.url, events: EVENTS },
    },
  )
  const { code = '' } = await until(
    () => user.get<{ code?: string }>('/gateway/instance/connect/loja'),
    (shown) => shown.code !== undefined,
  )
  await stand.control.scan({ qr: code, phone: OWN, name: 'Loja' })
  await user.waitForStatus('loja', 'connected')

  await user.post('/gateway/chat/sendPresence/loja', {
    ...{ number: BRUNA, presence: 'composing', delay: 1 },
  })
  const device = await until(
    () => linkedDevice(stand.control, OWN),
    (shown) => shown?.told.some(({ about }) => about === 'typing') ?? false,
  )
  // What the device sends arrives in order.
  expect(device?.presences.map(({ type }) => type)).toContain('subscribe')
  const lid = device?.told.find(({ about }) => about === 'typing')?.to ?? ''
  await stand.control.sendStanza(OWN, {
    tag: 'chatstate',
    attrs: { from: lid },
    content: [{ tag: 'composing', attrs: { media: 'audio' } }],
  })
  await hears(2)
  await user.remove('/gateway/instance/logout/loja')
  await hears(4)
  await user.remove('/gateway/instance/delete/loja')
  const events = await hears(6)

  const made = { instanceName: 'loja', instanceId: instance.instanceId }
  const jid = `${BRUNA}@s.whatsapp.net`
  const closed = { instance: 'loja', status: 'closed', disconnectionReasonCode: 401 }
  expect(events).toMatchObject([
    { event: 'instance.create', data: made },
    {
      event: 'presence.update',
      data: { id: jid, presences: { [jid]: { lastKnownPresence: 'recording' } } },
      sender: `${OWN}@s.whatsapp.net`,
    },
    { event: 'status.instance', data: closed },
    { event: 'logout.instance', data: null },
    { event: 'remove.instance', data: null },
    { event: 'instance.delete', data: made },
  ])
})
