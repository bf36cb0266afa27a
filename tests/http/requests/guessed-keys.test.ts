import { expect, test } from 'vitest'
import { anApp, asJson } from '../../support/http/app.ts'

test('short keys of instances are not found by trying, and long ones open all the same', async () => {
  const { request, register, clock } = await anApp()
  const { apikey } = await register()
  const key = '1234'
  const made = { instanceName: 'curta', integration: 'WHATSAPP-BAILEYS', token: key }
  const init = asJson(made)
  await request('/gateway/instance/create', { ...init, headers: { ...init.headers, apikey } })
  const tried = (each: string) =>
    request('/gateway/instance/connectionState/curta', { headers: { apikey: each } })
  for (let guess = 0; guess < 50; guess += 1) expect((await tried(`${guess}`)).status).toBe(401)
  const refused = await tried(key)
  expect([refused.status, await refused.json()]).toMatchObject([429, { status: 429 }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await tried(apikey)).status).toBe(200)
  expect((await tried(`${apikey}0`)).status).toBe(401)
  clock.advance(15 * 60_000)
  expect((await tried(key)).status).toBe(200)
})
