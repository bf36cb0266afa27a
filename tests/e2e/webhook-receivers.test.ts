import { expect, test } from 'vitest'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { until } from '../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'
import { aReceiver, receiverLanguages } from '../support/web/receiver.ts'

const aResidentStand = residentWebhookStand()

type Tested = { readonly entregue: boolean; readonly http_status: number | null }
type Secret = { readonly segredo: string }

test.each(receiverLanguages)(
  'the receiver in %s takes what the daemon signs for an account, and not what another secret does',
  async (language) => {
    const stand = await aResidentStand()
    const user = stand.user()
    const events = { eventos: ['descadastro.criado'] }
    const hook = await user.post<Secret & { id: string }>('/api/webhooks', {
      url: 'http://127.0.0.1:9',
      ...events,
    })
    const receiver = await aReceiver(language, hook.segredo)
    await user.patch(`/api/webhooks/${hook.id}`, { url: receiver.url })
    const tried = () => user.post<Tested>(`/api/webhooks/${hook.id}/test`, {})
    expect(await tried()).toMatchObject({ entregue: true, http_status: 204 })
    // The old secret signs beside the new one until it is dropped.
    await user.patch(`/api/webhooks/${hook.id}`, { segredo: null, manter_horas: 1 })
    expect(await tried()).toMatchObject({ entregue: true, http_status: 204 })
    await user.patch(`/api/webhooks/${hook.id}`, { segredo: null })
    expect(await tried()).toMatchObject({ entregue: false, http_status: 401 })
  },
)

test.each(receiverLanguages)(
  'the receiver in %s takes what the daemon signs for an instance, before and after a restart',
  async (language) => {
    const silent = await aStandIn(() => ({ status: 200 }))
    const stand = await aResidentStand({ webhook: { url: silent.url } })
    const path = `/api/webhooks/instances/${DEVICE}`
    const { segredo } = await stand.user().post<Secret>(`${path}/secret`, {})
    const receiver = await aReceiver(language, segredo)
    const byToken = await aReceiver(language, stand.instance?.token ?? '')
    const lead = (url: string) =>
      stand.user().post(`/gateway/webhook/set/${DEVICE}`, { webhook: { url } })
    const tried = () => stand.user().post<Tested>(`${path}/test`, {})
    await lead(receiver.url)
    expect(await tried()).toMatchObject({ entregue: true, http_status: 204 })
    await stand.daemon.stop()
    await stand.restart()
    await stand.writes('5561977770001', 'Tem vaga?')
    await until(
      async () => receiver.output(),
      (output) => output.includes('Tem vaga?'),
    )
    await lead(byToken.url)
    expect(await tried()).toMatchObject({ entregue: false, http_status: 401 })
  },
)
