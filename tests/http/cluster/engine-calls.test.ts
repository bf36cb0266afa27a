import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { asJson } from '../../support/http/app.ts'
import { aCluster, withToken } from '../../support/http/cluster.ts'
import { aPromise } from '../../support/promise.ts'

const GRACE_MS = 8_000

/** An engine that ends while it has a call whose body is still coming. */
async function anEndingEngine() {
  const { first, second, ana, homes, lookAgain } = await aCluster()
  homes.set(ana.id, second)
  const { promise: rest, keep: sendRest } = aPromise()
  const { body, ...given } = asJson({
    name: 'Turma A',
    contatos: [{ name: 'Bia', phone: '61999990001' }],
  })
  const bytes = new TextEncoder().encode(body)
  const slow = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 1))
      await rest
      controller.enqueue(bytes.subarray(1))
      controller.close()
    },
  })
  const call = { ...given, body: slow, duplex: 'half' } as const
  const answered = first.fetch('/api/contacts', withToken(ana, call))
  await eventually(() => second.answered.length === 1)
  second.engineStopping.abort()
  const end = { isReached: false }
  const ended = second.ownCalls.settled(GRACE_MS).then(() => {
    end.isReached = true
  })
  await new Promise(setImmediate)
  expect(end.isReached).toBe(false)
  return { answered, sendRest, ended, lookAgain }
}

test('an engine that ends lets the calls under way be answered', async () => {
  const { answered, sendRest, ended } = await anEndingEngine()
  sendRest()
  expect((await answered).status).toBe(201)
  await ended
})

test('a call that takes too long holds the end of its engine up no longer than its time', async () => {
  const { answered, sendRest, ended, lookAgain } = await anEndingEngine()
  lookAgain()
  await ended
  sendRest()
  await answered
})
