import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { SessionJson } from '../../../../src/contract/account.ts'
import { campaignApi } from '../../../../src/contract/api/campaigns/campaign-api.ts'
import { campaignEditApi } from '../../../../src/contract/api/campaigns/campaign-edit-api.ts'
import { contactApi } from '../../../../src/contract/api/contact-api.ts'
import { call, read } from '../../../../web/api/calls/client.ts'
import { endSession, startSession } from '../../../../web/session/session.ts'
import { asJson } from '../../../support/http/app.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

const underWay = { error: 'Espere.', message: 'Espere.', code: 'idempotency_busy' }

/** Prepares a page at which one user signs out and another one signs in. */
async function aSharedPage() {
  const console = await aConsole()
  const account = { name: 'Bia', email: 'bia@example.com', password: 'uma boa senha' }
  const registered = await console.request('/auth/register', asJson(account))
  const other = z.decode(SessionJson, await registered.json())
  startSession(console.session)
  const changeHands = () => {
    endSession('left')
    startSession(other)
  }
  return { ...console, other, changeHands }
}

const create = () => call(campaignEditApi.createCampaign, { body: { name: 'Aurora' } })
const look = () => read(contactApi.listContactLists, { query: { limit: '1' } })

test('a call under way is not asked for again under the token of whoever signs in next', async () => {
  const { intercept, session, other, changeHands } = await aSharedPage()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const tokens: (string | null)[] = []
  intercept(({ method, headers }) => {
    if (method !== 'POST') return undefined
    tokens.push(headers.get('authorization'))
    return Response.json(underWay, { status: 409 })
  })
  void create()
  await vi.waitFor(() => expect(tokens).toEqual([`Bearer ${session.token}`]))
  await look()
  changeHands()
  await vi.advanceTimersByTimeAsync(5_000)
  await look()
  expect(tokens).not.toContain(`Bearer ${other.token}`)
})

test.each([
  ['answer', (): undefined => undefined],
  ['failure', () => refusal('O banco não respondeu.')],
] as const)('nobody hears the %s to somebody who has left', async (_, answer) => {
  const { intercept, changeHands, isAtRest } = await aSharedPage()
  const held = aPromise()
  intercept(async ({ method }) => {
    if (method !== 'POST') return undefined
    await held.promise
    return answer()
  })
  const heard: string[] = []
  void create().then(
    () => heard.push('answer'),
    () => heard.push('failure'),
  )
  changeHands()
  held.keep()
  await vi.waitFor(() => expect(isAtRest()).toBe(true))
  await look()
  expect(heard).toEqual([])
})

test('what was read for somebody who has left is refused as to somebody signed out', async () => {
  const { intercept, changeHands } = await aSharedPage()
  const held = aPromise()
  intercept(async ({ url }) => {
    if (url.endsWith('/api/campaigns')) await held.promise
    return undefined
  })
  const refused = expect(read(campaignApi.listCampaigns, {})).rejects.toMatchObject({ status: 401 })
  changeHands()
  held.keep()
  await refused
})

test('a user who signs in again meanwhile gets the answer', async () => {
  const { intercept, session } = await aSharedPage()
  const held = aPromise()
  intercept(async ({ method }) => {
    if (method === 'POST') await held.promise
    return undefined
  })
  const created = create()
  endSession('left')
  startSession(session)
  held.keep()
  expect(await created).toMatchObject({ name: 'Aurora' })
})
