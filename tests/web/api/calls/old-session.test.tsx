import { expect, test } from 'vitest'
import { contactApi } from '../../../../src/contract/api/contact-api.ts'
import { call } from '../../../../web/api/calls/client.ts'
import { endSession, getSession, startSession } from '../../../../web/session/session.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole } from '../../../support/web/console.tsx'

test('what is refused to a session that has been left ends none that has begun since', async () => {
  const console = await aConsole()
  startSession(console.session)
  const held = aPromise()
  console.intercept(async ({ url }) => {
    if (!url.endsWith('/api/contacts?limit=1')) return undefined
    await held.promise
    return Response.json({ error: 'x', message: 'x', code: 'unauthorized' }, { status: 401 })
  })
  const late = () => call(contactApi.listContactLists, { query: { limit: '1' } })
  const refused = expect(late()).rejects.toMatchObject({ status: 401 })
  endSession('left')
  startSession({ ...console.session, token: 'another' })
  held.keep()
  await refused
  expect(getSession()?.token).toBe('another')

  await expect(late()).rejects.toMatchObject({ status: 401 })
  expect(getSession()).toBeNull()
})
