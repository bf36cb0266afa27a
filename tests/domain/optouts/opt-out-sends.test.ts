import { expect, test } from 'vitest'
import { OptOutSource } from '../../../src/contract/optouts/opt-out.ts'
import { createOptOuts, type OptOutRecord } from '../../../src/domain/optouts/opt-outs.ts'
import { type Answer, accepted, anEngine, phones } from '../../support/domain/engine.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { createMemoryBin } from '../../support/storage/memory/memory-bin.ts'

/** An engine whose user keeps a list of people who asked for no more messages. */
async function aCarefulEngine(send: Answer = () => accepted) {
  const clock = createFakeClock()
  const optOuts = await createOptOuts({
    store: await createMemoryBin<OptOutRecord>(clock),
    clock,
    publish: () => undefined,
  })
  const engine = await anEngine({ isOptedOut: optOuts.has, send })
  const leave = (names: { readonly phone?: string; readonly lid?: string }) =>
    optOuts.add('user', {
      ...{ phone: null, lid: null, ...names, name: '', reason: '' },
      ...{ source: OptOutSource.reply, campaignId: null },
    })
  const codeOf = async (index: number) => {
    const { errorCode, attemptCount } = (await engine.open()).get(index)
    return { errorCode, attemptCount }
  }
  return { ...engine, leave, codeOf }
}

const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = phones(4)

test('writes to nobody who leaves between the freeze and the send, by any name', async () => {
  const { begin, leave, ended, sent, codeOf } = await aCarefulEngine()
  await leave({ phone: FIRST })
  await leave({ phone: `${SECOND.slice(0, 4)}${SECOND.slice(5)}` })
  await leave({ lid: `${THIRD}1@lid` })
  await begin([FIRST, SECOND, THIRD, FOURTH])
  expect(await ended()).toMatchObject({ sentCount: 1, errorCount: 3 })
  expect(sent.map(({ jid }) => jid)).toEqual([`${FOURTH}@s.whatsapp.net`])
  for (const index of [0, 1, 2]) {
    expect(await codeOf(index)).toEqual({ errorCode: 'opted_out', attemptCount: 0 })
  }
})

test('writes to nobody who leaves while others get their messages', async () => {
  const engine = await aCarefulEngine(async ({ jid }) => {
    if (jid.startsWith(FIRST)) await engine.leave({ phone: THIRD })
    return accepted
  })
  await engine.begin([FIRST, SECOND, THIRD, FOURTH], 10)
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 3, errorCount: 1 })
  expect(engine.sent.map(({ jid }) => jid)).not.toContain(`${THIRD}@s.whatsapp.net`)
})

test('repeats no message of unknown fate to somebody who left meanwhile, and says so', async () => {
  const engine = await aCarefulEngine(async () => {
    await engine.leave({ phone: FIRST })
    return { kind: 'unknown', reason: 'timeout', detail: '' }
  })
  await engine.begin([FIRST])
  expect(await engine.ended(1_000)).toMatchObject({ sentCount: 0, errorCount: 1 })
  expect(engine.sent).toHaveLength(1)
  expect(await engine.codeOf(0)).toEqual({ errorCode: 'sem_confirmacao', attemptCount: 1 })
})
