import { expect, test } from 'vitest'
import { aHouseOf } from '../../support/http/evolution-house.ts'
import { type RecordedCall, recordedCalls } from '../../support/http/evolution-recorded.ts'
import { recordedMessages } from '../../support/http/evolution-recorded-messages.ts'
import { differencesFrom } from '../../support/http/shape.ts'
import { sharedApp } from '../../support/http/shared-app.ts'

/** Each call is made by a new user with instances of their own. */
const shared = sharedApp()

const all = [...recordedCalls, ...recordedMessages]
test.each(all.map((recorded) => ({ ...recorded, name: nameOf(recorded) })))(
  '$name answers as Evolution API did, or for a reason',
  async ({ call, body, key, after = [], status, shape, ours }) => {
    const { ask, keyOf } = await aVisitor()
    for (const line of after) {
      const [path, json] = [line.split(' {')[0] ?? '', line.slice(line.indexOf(' {') + 1)]
      const given = line.includes(' {') ? { body: JSON.parse(json) } : {}
      expect((await ask(path, given)).status).toBeLessThan(300)
    }
    const answer = await ask(call, { body, ...(key && { key: await keyOf(key) }) })
    const wanted = ours ?? { status, shape }
    expect([answer.status, differencesFrom(wanted.shape, answer.body)]).toEqual([wanted.status, []])
    // A call that is listed as different must still differ, so that no outdated reason stays.
    if (ours) {
      const isAsRecorded =
        answer.status === status && differencesFrom(shape, answer.body).length === 0
      expect(isAsRecorded).toBe(false)
    }
  },
)

function nameOf({ call, key, body, after = [] }: RecordedCall): string {
  const given = body === undefined ? '' : JSON.stringify(body).slice(0, 80)
  const before = after.length > 0 ? `after ${after.join(', ').slice(0, 60)}` : ''
  return [call, key ? `with the key ${key}` : '', given, before].filter(Boolean).join(' ')
}

async function aVisitor() {
  const { ask, tokenOf } = await aHouseOf(shared())
  const keyOf = async (whose: NonNullable<RecordedCall['key']>) => {
    if (whose === 'none') return null
    if (whose === 'empty') return ''
    return whose === 'wrong' ? 'errada' : tokenOf(whose === 'of aberta' ? 'aberta' : 'fechada')
  }
  return { ask, keyOf }
}
