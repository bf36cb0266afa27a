import { expect, test } from 'vitest'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { keepDevice } from '../../support/domain/kept.ts'
import { expectSigned, SECRET } from '../../support/domain/standard-webhooks.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'

const SHOP = '5561988880000'
const path = `/api/webhooks/instances/${SHOP}`
const own = '/api/evolution/own/proxy'

async function anInstance() {
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const app = await anApp()
  const owner = await app.register()
  await keepDevice(app, owner, { deviceId: SHOP, connectionName: 'Atendimento' })
  const set = async () =>
    (await owner.call(`${own}/webhook/set/${SHOP}`, asJson({ webhook: { url } }))).json()
  await set()
  /** What the next event is signed with. */
  const told = async () => {
    await owner.call(`${path}/test`, asJson({}))
    const { headers = {}, text = '' } = seen.at(-1) ?? {}
    const signatures = String(headers['webhook-signature']).split(' ')
    const secret = `whsec_${Buffer.from(JSON.parse(text).apikey).toString('base64')}`
    return { headers, text, signatures, token: secret }
  }
  const secret = async (init?: RequestInit) => (await owner.call(`${path}/secret`, init)).json()
  return { ...app, owner, told, secret, set }
}

test('the token of an instance signs until a secret is drawn, and beside it for as long as asked', async () => {
  const { told, secret, set, owner } = await anInstance()
  expect(await secret()).toEqual({ proprio: false })
  const before = await told()
  expectSigned({ ...before, secret: before.token })

  const drawn = await secret(asJson({ manter_horas: 24 }))
  expect(drawn).toEqual({
    proprio: true,
    segredo: expect.stringMatching(/^whsec_/),
    segredo_anterior_ate: expect.any(String),
  })
  const during = await told()
  expect(during.signatures).toHaveLength(2)
  expectSigned({ ...during, secret: drawn.segredo })
  expectSigned({ ...during, secret: during.token })

  expect(await secret(asJson({ segredo: SECRET }))).toEqual({ proprio: true, segredo: SECRET })
  await set()
  const after = await told()
  expect(after.signatures).toHaveLength(1)
  expectSigned({ ...after, secret: SECRET })

  // No other call shows the secret.
  expect(await secret()).toEqual({ proprio: true })
  const find = await owner.call(`${own}/webhook/find/${SHOP}`)
  const list = await owner.call(`${own}/instance/fetchInstances`)
  expect((await find.text()) + (await list.text())).not.toContain(SECRET)
})

test('the secret of an instance is nobody else’s, and one that is none is refused', async () => {
  const { owner, register } = await anInstance()
  const other = await register('Outra loja')
  for (const init of [undefined, asJson({})]) {
    const refused = { status: 404, code: 'device_not_found' }
    expect(await errorOf(await other.call(`${path}/secret`, init))).toMatchObject(refused)
  }
  const bad = await owner.call(`${path}/secret`, asJson({ segredo: 'senha' }))
  expect(await errorOf(bad)).toMatchObject({ status: 400, code: 'invalid' })
})
