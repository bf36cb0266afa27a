import { expect, test } from 'vitest'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import {
  createGateways,
  type GatewayRecord,
  gatewayKeys,
} from '../../../src/domain/gateways/gateways.ts'
import { withKeys } from '../../../src/storage/collections/keyed-store.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const ana = { id: 'ana', apiKey: 'chave' }

/** A user's own gateway and another one; `onRemoved` gets the id of each whose data go. */
async function gatewaysWith(onRemoved: (gatewayId: string) => Promise<void>) {
  const stored = createMemoryStore<GatewayRecord>()
  const keys = { keysOf: gatewayKeys, digest: (token: string) => `hash of ${token}` }
  let last = 0
  const gateways = createGateways({
    store: await withKeys(stored, keys),
    proxy: { call: () => Promise.reject(new Error('nobody calls a gateway here')) },
    onRemoved: (_, gatewayId) => onRemoved(gatewayId),
    newId: () => `id-${++last}`,
    newToken: () => `token-${++last}`,
    now: () => Date.parse('2026-01-15T12:00:00.000Z'),
    publicUrl: () => 'https://disparo.example',
  })
  const { id } = await gateways.create(ana, { url: 'http://a.example', apikey: 'k' })
  const tokenOf = async (gatewayId: string) => {
    const all = await gateways.list(ana)
    return (
      all
        .find((each) => each.id === gatewayId)
        ?.webhookUrl.split('/')
        .at(-1) ?? ''
    )
  }
  const tokens = [await tokenOf(OWN_GATEWAY_ID), await tokenOf(id)]
  return { gateways, stored, id, tokens }
}

test('a gateway of an account that is removed takes no event while its data go', async () => {
  const answers: unknown[] = []
  const recorded: boolean[] = []
  const house = await gatewaysWith(async (gatewayId) => {
    for (const token of house.tokens) answers.push(await codeOf(house.gateways.findByToken(token)))
    recorded.push((await house.stored.find(ana.id, gatewayId)) !== undefined)
  })
  await house.gateways.removeAll(ana.id)
  expect(answers).toEqual(Array(4).fill('webhook_not_found'))
  // The removal is on record, so that a start after a crash carries it on.
  expect(recorded).toEqual([true, true])
  expect(await house.stored.list(ana.id)).toEqual([])
})

test('what was kept of an event goes, too, where its gateway was removed meanwhile', async () => {
  const removed: string[] = []
  const { gateways, id, tokens } = await gatewaysWith(async (gatewayId) => {
    removed.push(gatewayId)
  })
  const [own, other] = await Promise.all(tokens.map((token) => gateways.findByToken(token)))
  if (!own || !other) throw new Error('two gateways have no token')
  await gateways.noteEvent(other)
  expect(removed).toEqual([])
  await gateways.remove(ana.id, id)
  expect(removed.splice(0)).toEqual([id])
  await gateways.noteEvent(other)
  expect(removed.splice(0)).toEqual([id])
  await gateways.removeAll(ana.id)
  expect(removed.splice(0)).toEqual([OWN_GATEWAY_ID])
  await gateways.noteEvent(own)
  expect(removed).toEqual([OWN_GATEWAY_ID])
})

test('an event that was under way as the removal began leaves nothing', async () => {
  const removed: string[] = []
  const house = await gatewaysWith(async (gatewayId) => {
    removed.push(gatewayId)
    if (removed.length === 1) await house.gateways.noteEvent(underWay)
  })
  const underWay = await house.gateways.findByToken(house.tokens[1] ?? '')
  await house.gateways.removeAll(ana.id)
  expect(removed).toEqual([house.id, house.id, OWN_GATEWAY_ID])
})

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'taken',
    (error) => error.code,
  )
}
