import { expect, test } from 'vitest'
import { contactApi } from '../../../../src/contract/api/contact-api.ts'
import { serverSentenceOf } from '../../../../web/api/calls/call-error.ts'
import { call } from '../../../../web/api/calls/client.ts'
import { aConsole } from '../../../support/web/console.tsx'

const refused = async () =>
  serverSentenceOf(await call(contactApi.listContactLists, {}).catch((error: unknown) => error))

test('a size that a proxy refuses is told as that, and the refusal of the server in its own words', async () => {
  const { intercept } = await aConsole()
  const page = '<html><center><h1>413 Request Entity Too Large</h1></center></html>'
  intercept(() => new Response(page, { status: 413, headers: { 'content-type': 'text/html' } }))
  expect(await refused()).toMatch(/^O proxy na frente do servidor não aceita um arquivo/)

  const sentence = 'O arquivo é grande demais.'
  const body = { error: sentence, message: sentence, code: 'file_too_large' }
  intercept(() => Response.json(body, { status: 413 }))
  expect(await refused()).toBe(sentence)

  // Any other page that is not the server's says nothing of a size.
  intercept(() => new Response(page, { status: 403 }))
  expect(await refused()).toBeUndefined()
})
