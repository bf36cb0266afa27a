import { describe, expect, test } from 'vitest'
import { evolutionApi } from '../../../src/contract/api/gateways/evolution-api.ts'
import { evolutionPaths } from '../../../src/contract/api/gateways/evolution-paths.ts'
import { createGatewayApp } from '../../../src/http/serving/app.ts'
import { aHouse } from '../../support/http/evolution-house.ts'

const off = { settings: { hasSockets: false } }
const unoffered = evolutionPaths.flatMap(({ standing, ...call }) => {
  if (standing.kind === 'offered') return []
  return { ...call, standing: standing.kind === 'optional' ? standing.otherwise : standing }
})
const at = (path: string, name: string) => path.replace('{id}', 'abc').replace('{name}', name)

describe('every call of Evolution API', () => {
  test('is offered exactly where the list says so', () => {
    const listed = evolutionPaths
      .filter(({ standing }) => standing.kind === 'offered' || standing.kind === 'optional')
      .map(({ method, path }) => `${method} /gateway${path && `/${path}`}`)
    const served = Object.values(evolutionApi).map(
      ({ methods: [first], path }) => `${first} ${path}`,
    )
    expect(listed.sort()).toEqual(served.sort())
  })

  test('that is not offered answers as where nothing was set, or with the reason', async () => {
    const { ask } = await aHouse(off)
    for (const { method, path, standing } of unoffered) {
      const line = `${method.toUpperCase()} ${at(path, 'aberta')}`
      const { status, body } = await ask(line, method === 'get' ? {} : { body: { enabled: true } })
      if (standing.kind === 'off')
        expect([line, status, body]).toEqual([line, 200, standing.answer])
      if (standing.kind !== 'refused') continue
      const refusal = {
        status: 400,
        error: 'Bad Request',
        response: { message: [standing.reason] },
      }
      expect([line, status, body]).toEqual([line, 400, refusal])
      expect(standing.reason).toMatch(/^\p{Lu}.*\.$/u)
    }
  })

  test("that is not offered tells nothing of another user's instance, nor without a key", async () => {
    const { ask, register } = await aHouse(off)
    const { apikey: key } = await register()
    for (const { method, path } of unoffered.filter((each) => each.path.includes('{name}'))) {
      const line = `${method.toUpperCase()} ${at(path, 'aberta')}`
      expect([line, (await ask(line, { key })).status]).toEqual([line, 404])
      expect([line, (await ask(line, { key: null })).status]).toEqual([line, 401])
    }
  })

  test('that is not offered is found however a client writes it, and at the root of a port', async () => {
    const { ask, services, person } = await aHouse(off)
    expect((await ask('GET //Typebot/FETCHsettings/aberta/')).status).toBe(200)
    const atRoot = createGatewayApp(services)
    const headers = { apikey: person.apikey }
    const answer = await atRoot.request('/websocket/find/aberta', { headers })
    expect([answer.status, await answer.json()]).toEqual([200, null])
  })

  test('stands in the documentation with what becomes of it', async () => {
    const { request } = await aHouse()
    const html = await (await request('/docs')).text()
    for (const { path } of evolutionPaths) expect(html).toContain(`<code>/${path}</code>`)
    expect(html).toContain('Recusada: Este gateway não faz ligações.')
    expect(html).toContain('Oferecida com DISPARO_GATEWAY_SOCKET=sim.')
  })
})
