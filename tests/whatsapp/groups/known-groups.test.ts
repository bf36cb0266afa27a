import { expect, test } from 'vitest'
import { createKnownGroups } from '../../../src/whatsapp/groups/known-groups.ts'
import { aClient, allTaken, aSimulator } from '../../support/whatsapp/simulated.ts'

const PHONE = '5511988887777'
const ANA = '5511911112222'

test('a group is asked about once, however many messages wait for the answer', async () => {
  const { sock, group } = await aMember()
  const known = createKnownGroups()
  known.listen(sock)

  const [first, second] = await Promise.all([known.get(sock, group), known.get(sock, group)])

  expect(second).toBe(first)
  expect(known.find(group)).toBe(first)
})

test('an answer that was under way while the group changed is not kept', async () => {
  const { sock, group } = await aMember()
  const known = createKnownGroups()
  known.listen(sock)

  const underWay = known.get(sock, group)
  sock.ws.emit('CB:notification,type:w:gp2', { tag: 'notification', attrs: { from: group } })
  const next = known.get(sock, group)

  const outdated = await underWay
  expect(outdated.id).toBe(group)
  expect(known.find(group)).not.toBe(outdated)
  const fresh = await next
  expect(known.find(group)).toBe(fresh)
})

test('a group that nobody may ask about is asked about again', async () => {
  const { sock, group, simulator } = await aMember()
  const known = createKnownGroups()
  known.listen(sock)
  await simulator.control.playGroup({ by: ANA, group, remove: [PHONE] })
  await expect(known.get(sock, group)).rejects.toThrow('forbidden')
  await simulator.control.playGroup({ by: ANA, group, add: [PHONE] })

  expect((await known.get(sock, group)).participants).toHaveLength(2)
})

async function aMember() {
  const simulator = await aSimulator()
  const { sock } = await aClient(simulator, { phone: PHONE })
  const { group } = await simulator.control.playGroup({ by: ANA, add: [PHONE] })
  await allTaken(simulator)
  return { simulator, sock, group }
}
