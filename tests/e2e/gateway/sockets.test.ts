import { expect, test } from 'vitest'
import { until } from '../../support/daemon/user.ts'
import { aWebhookStand, DEVICE, residentWebhookStand } from '../../support/daemon/webhook-stand.ts'
import { aSocket } from '../../support/http/listening-socket.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5511970000651'
const ON = { DISPARO_GATEWAY_SOCKET: 'sim', DISPARO_GATEWAY_PORT: '0' }

test('a socket receives the events that its instance has chosen, one at the root all events, until the daemon stops', async () => {
  const { daemon, user, writes } = await aWebhookStand('gateway-sockets', {
    env: ON,
    storage: 'files',
  })
  const { apikey } = user()
  const gatewayUrl = /Gateway em (\S+)/.exec(daemon.output().stdout)?.[1] ?? ''
  const chosen = { websocket: { enabled: true, events: ['MESSAGES_UPSERT'] } }
  await user().post(`/gateway/websocket/set/${DEVICE}`, chosen)
  const [row] = await user().get<{ token: string }[]>('/gateway/instance/fetchInstances')
  const token = row?.token ?? ''

  const own = aSocket(`${gatewayUrl}/${DEVICE}`, { query: { apikey: token } })
  const atRoot = aSocket(daemon.url(), {
    path: '/gateway/socket.io',
    transports: ['websocket'],
    extraHeaders: { apikey },
  })
  const polling = aSocket(`${daemon.url()}/gateway/${DEVICE}`, {
    transports: ['polling'],
    auth: { apikey },
  })
  expect(await Promise.all([own.answer(), atRoot.answer(), polling.answer()])).toEqual([
    ...[null, null, null],
  ])

  const { messageId } = await writes(BRUNA, 'Ainda tem?')
  const body = {
    ...{ event: 'messages.upsert', instance: DEVICE, apikey: token },
    sender: `${DEVICE}@s.whatsapp.net`,
    server_url: `${daemon.url()}/gateway`,
    date_time: expect.stringMatching(/Z$/),
    data: { key: { id: messageId, fromMe: false }, message: { conversation: 'Ainda tem?' } },
  }
  for (const { heard } of [own, polling]) {
    await until(
      async () => heard,
      ({ length }) => length === 1,
    )
    expect(heard).toMatchObject([{ name: 'messages.upsert', body }])
  }
  await until(
    async () => atRoot.heard.map(({ name }) => name),
    (names) => names.includes('messages.upsert') && names.includes('chats.upsert'),
  )

  const ends = [own, atRoot, polling].map(({ end }) => end())
  const { code } = await daemon.stop()
  expect(code).toBe(0)
  expect(await Promise.all(ends)).not.toContain('io client disconnect')
})

test('nobody is let in where sockets are not switched on', async () => {
  const { daemon, user } = await aResidentStand()
  const { apikey } = user()
  for (const transport of ['polling', 'websocket'] as const) {
    const { answer } = aSocket(daemon.url(), {
      path: '/gateway/socket.io',
      transports: [transport],
      query: { apikey },
    })
    expect(await answer()).toBeInstanceOf(Error)
  }
  expect(await user().get(`/gateway/websocket/find/${DEVICE}`)).toBeNull()
})
