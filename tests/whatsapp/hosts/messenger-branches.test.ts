import { expect, test } from 'vitest'
import { clock } from '../../../src/daemon/clock.ts'
import {
  createMessengerBranches,
  type MessengerBranch,
  type SharedMessengerNeeds,
} from '../../../src/domain/cluster/messenger-branches.ts'
import type { MessengerEvent } from '../../../src/domain/messenger.ts'
import type { Simulator } from '../../../src/simulator/simulator.ts'
import { eventually } from '../../support/eventually.ts'
import { aMessenger, aSend } from '../../support/whatsapp/messenger.ts'
import { allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const SHOP = '5511988887777'
const OFFICE = '5511977776666'

/** Branches over the hosts of one messenger; each keeps the events that it gets. */
async function someBranches(simulator: Simulator) {
  let needs: SharedMessengerNeeds | undefined
  const { messenger } = await aMessenger(simulator, { onEvent: (event) => needs?.onEvent(event) })
  const { branch } = createMessengerBranches({
    after: clock.after,
    create: (given) => {
      needs = given
      return messenger
    },
  })
  return (
    userId: string,
    keep: (event: MessengerEvent) => Promise<void> = async () => undefined,
  ) => {
    const events: MessengerEvent[] = []
    const own = branch(userId, {
      findContent: async () => undefined,
      findJid: async () => undefined,
      readUpload: async () => null,
      onEvent: async (event) => {
        events.push(event)
        await keep(event)
      },
    })
    return { ...own, events }
  }
}

type Told = MessengerBranch & { readonly events: readonly MessengerEvent[] }
type Phone = { readonly simulator: Simulator; readonly phone: string }

async function link({ pair, events }: Told, key: string, { simulator, phone }: Phone) {
  pair(key, { phone, withCode: false })
  const { qr } = await eventually(() => events.find((it) => it.type === 'qr'))
  await simulator.control.scan({ qr, phone, name: 'Loja' })
  await connected(events)
}

function connected(events: readonly MessengerEvent[]) {
  return eventually(() => events.some((it) => it.type === 'state' && it.status === 'connected'))
}

function textsTo({ events }: Told): string[] {
  return events.flatMap((it) => (it.type === 'inbound' ? [it.message.text] : []))
}

test('a user’s devices go to another branch, and the others of the same host do not notice', async () => {
  const simulator = await aSimulator()
  const branchOf = await someBranches(simulator)
  const [shop, office] = [branchOf('shop'), branchOf('office')]
  await link(shop, 's1', { simulator, phone: SHOP })
  await link(office, 'o1', { simulator, phone: OFFICE })
  const toldBefore = office.events.length

  await shop.stop(1_000)
  await simulator.control.sendInbound({ from: ANA, to: SHOP, text: 'Oi' })
  expect(await shop.send('s1', aSend({ to: ANA }))).toMatchObject({ kind: 'not_sent' })
  expect(await office.send('o1', aSend({ to: ANA }))).toMatchObject({ kind: 'accepted' })

  const next = branchOf('shop')
  next.open('s1')
  await eventually(() => textsTo(next).length > 0)
  expect(textsTo(next)).toEqual(['Oi'])
  expect(await next.send('s1', aSend({ to: ANA }))).toMatchObject({ kind: 'accepted' })
  expect(textsTo(shop)).toEqual([])
  expect(office.events.slice(toldBefore).filter(({ type }) => type === 'state')).toEqual([])
})

test('events that an abandoned branch had not kept reach the next one, which connects at once', async () => {
  const simulator = await aSimulator()
  const branchOf = await someBranches(simulator)
  const lost = branchOf('shop', async ({ type }) => {
    if (type === 'inbound') throw new Error('the lease is lost')
  })
  await link(lost, 's1', { simulator, phone: SHOP })
  await simulator.control.sendInbound({ from: ANA, to: SHOP, text: 'Oi' })
  await eventually(() => textsTo(lost).length > 0)
  await allTaken(simulator)

  const abandoned = lost.abandon()
  const next = branchOf('shop')
  next.open('s1')
  await abandoned

  await connected(next.events)
  await eventually(() => textsTo(next).length > 0)
  expect(textsTo(next)).toEqual(['Oi'])
  expect(await next.send('s1', aSend({ to: ANA }))).toMatchObject({ kind: 'accepted' })
})
