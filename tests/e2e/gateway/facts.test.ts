import { expect, test } from 'vitest'
import { residentStand } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { registerUser } from '../../support/daemon/user.ts'
import { anUpsert } from '../../support/domain/webhook.ts'

const resident = residentStand()

type Row = { readonly id: string; readonly last_event_at: string | null }

test('a gateway’s version and the hour of its last event tell whether it has drifted, past a kill', async () => {
  const gateway = await aStandIn(() => ({
    body: { status: 200, message: 'Welcome', version: '2.3.6', clientName: 'loja' },
  }))
  const stand = resident()
  let user = await registerUser(stand.daemon.url())
  const { id, webhook_url } = await user.post<{ id: string; webhook_url: string }>(
    '/api/evolution',
    { url: gateway.url, apikey: 'chave' },
  )
  const lastEventAt = async () =>
    (await user.get<Row[]>('/api/evolution')).find((row) => row.id === id)?.last_event_at
  expect(await user.get(`/api/evolution/${id}/proxy/`)).toMatchObject({ version: '2.3.6' })
  expect(await user.get('/api/evolution/own/proxy/')).toMatchObject({ clientName: 'disparo' })
  expect(await (await fetch(`${user.url}/gateway/`)).json()).toMatchObject({ version: '2.3.6' })
  expect(await lastEventAt()).toBeNull()

  const before = Date.now()
  const response = await fetch(webhook_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(anUpsert()),
  })
  expect(response.status).toBe(200)
  const told = await lastEventAt()
  expect(Date.parse(told ?? '')).toBeGreaterThanOrEqual(before)

  await stand.daemon.kill()
  await stand.daemon.restart()
  user = user.at(stand.daemon.url())
  expect(await lastEventAt()).toBe(told)
})
