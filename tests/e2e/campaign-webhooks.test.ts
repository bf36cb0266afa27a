import { expect, test } from 'vitest'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { phones, until } from '../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'
import { expectSigned } from '../support/domain/standard-webhooks.ts'

const aResidentStand = residentWebhookStand()

test('what was on its way to a webhook at a kill -9 arrives after it, under the same id', async () => {
  let isWell = false
  // The receiver does not answer yet: the daemon is killed while it waits for an answer.
  const { url, seen } = await aStandIn(() => (isWell ? { status: 200 } : null))
  const stand = await aResidentStand()
  const body = { url, eventos: ['campanha.iniciada', 'campanha.concluida', 'resposta.recebida'] }
  const hook = await stand.user().post<{ id: string; segredo: string }>('/api/webhooks', body)
  const deliveries = () =>
    stand.user().get<{ event: string; status: string }[]>(`/api/webhooks/${hook.id}/deliveries`)
  const [phone = ''] = phones(1)
  const { id } = await stand.user().createCampaign({
    device_id: DEVICE,
    contatos: await stand.user().createList([phone]),
  })
  await stand.user().waitForEnd(id)
  await until(deliveries, ({ length }) => length === 2)
  await until(
    async () => seen.length,
    (count) => count === 1,
  )
  await stand.daemon.kill()
  isWell = true
  await stand.restart()
  await stand.writes(phone, 'Sim!')
  await until(
    deliveries,
    (all) => all.length === 3 && all.every(({ status }) => status === 'delivered'),
  )
  const told = seen.map(({ text }): { id: string; type: string } => JSON.parse(text))
  expect(told.map(({ type }) => type)).toEqual([
    'campanha.iniciada',
    'campanha.iniciada',
    'campanha.concluida',
    'resposta.recebida',
  ])
  expect(told[1]?.id).toBe(told[0]?.id)
  expect(new Set(told.map((each) => each.id)).size).toBe(3)
  for (const { headers, text } of seen) expectSigned({ secret: hook.segredo, headers, text })
  expect(stand.daemon.output().stderr).not.toContain(hook.segredo)
})
