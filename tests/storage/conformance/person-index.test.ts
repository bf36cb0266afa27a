import { describe, expect, onTestFinished, test } from 'vitest'
import type { PersonIndexStore } from '../../../src/domain/people/person-index-store.ts'
import { openPersonIndex as openIndexFiles } from '../../../src/storage/people/person-index.ts'
import { openPersonIndex } from '../../../src/storage-postgres/person-index.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `PersonIndexStore` promises. */

type OpenIndex = (dir: string) => Promise<PersonIndexStore & { close(): Promise<void> }>

const engines: Readonly<Record<string, OpenIndex>> = {
  files: (dir) => openIndexFiles({ dir }),
  PostgreSQL: async (dir) => {
    const db = await openTestDatabase(dir)
    return { ...openPersonIndex({ db }), close: () => db.destroy() }
  },
}

const ANA = '5561999990001'
const LID = '77777000001@lid'
const named = (phone: string | null, lid: string | null = null) => ({ phone, lid })
const ended = { isComplete: true, attemptsRead: 1 }

async function* inPieces(...pieces: readonly (readonly string[])[]) {
  yield* pieces
}

/** Makes `count` phones, of which every third is a landline. */
function manyPhones(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) =>
    place % 3 === 0 ? `55113${1_000_000 + place}` : `55119${80_000_000 + place}`,
  )
}

async function anIndex(open: OpenIndex) {
  const dir = await aDataFolder()
  let index = await open(dir)
  onTestFinished(() => index.close())
  const reopen = async () => {
    await index.close()
    index = await open(dir)
    return index
  }
  return { index, reopen }
}

describe.each(Object.entries(engines))('an index by person in %s', (_, open) => {
  test('finds every campaign of a person by any name, the newest first, over restarts', async () => {
    const { index: first, reopen } = await anIndex(open)
    const phones = manyPhones(12_000)
    await first.add('loja', 7, inPieces(phones.slice(0, 900), [], phones.slice(900), [ANA]))
    await first.add('loja', 9, inPieces([ANA, '5511987654321']))
    await first.add('escola', 8, inPieces([ANA]))
    const read = { attemptsRead: 12_001, isComplete: true, lastPlace: 12_000 }
    await first.addLids('loja', 7, { ...read, pairs: [{ phone: ANA, lid: LID }] })

    const index = await reopen()
    const places = [
      { campaignNumber: 9, index: 0 },
      { campaignNumber: 7, index: 12_000 },
    ]
    const found = { places, phones: [ANA], lids: [LID] }
    expect(await index.find('loja', named(ANA))).toEqual(found)
    expect(await index.find('loja', named('556199990001'))).toEqual(found)
    expect(await index.find('loja', named(null, LID))).toEqual(found)
    expect(await index.find('loja', { ...named(null), jid: LID })).toEqual(found)
    const ofSchool = { places: [{ campaignNumber: 8, index: 0 }], phones: [ANA], lids: [] }
    expect(await index.find('escola', named(ANA))).toEqual(ofSchool)
    expect((await index.find('escola', named(null, LID))).places).toEqual([])
    expect((await index.find('loja', named('5561999990002'))).places).toEqual([])
    expect((await index.find('nobody', named(ANA))).places).toEqual([])
    for (const [place, phone] of phones.entries()) {
      if (place % 997 !== 0) continue
      const { places } = await index.find('loja', named(phone))
      expect(places).toEqual([{ campaignNumber: 7, index: place }])
    }
    expect((await index.campaigns()).get(7)).toMatchObject({ userId: 'loja', ...read })
    expect(await index.campaign(9)).toMatchObject({ attemptsRead: 0, isComplete: false })
    expect(await index.campaign(10)).toBeUndefined()
  })

  test('finds a person at each of several places of one list, and under each of several numbers', async () => {
    const { index } = await anIndex(open)
    const other = '5561988880002'
    await index.add('loja', 7, inPieces([ANA, 'abc', '0055', ANA]))
    await index.add('loja', 8, inPieces([other]))
    for (const [number, phone] of [
      [7, ANA],
      [8, other],
    ] as const) {
      const pairs = [{ phone, lid: LID }]
      await index.addLids('loja', number, { ...ended, isComplete: false, lastPlace: 0, pairs })
    }
    const found = await index.find('loja', named(null, LID))
    expect([...found.phones].sort()).toEqual([other, ANA].sort())
    expect(found.places).toEqual([
      { campaignNumber: 8, index: 0 },
      { campaignNumber: 7, index: 0 },
      { campaignNumber: 7, index: 3 },
    ])
  })

  test('leaves out whom a campaign that is over never came to', async () => {
    const { index } = await anIndex(open)
    await index.add('loja', 7, inPieces(['5511987654321', ANA]))
    const read = { attemptsRead: 1, lastPlace: 0, pairs: [] }
    await index.addLids('loja', 7, { ...read, isComplete: false })
    expect((await index.find('loja', named(ANA))).places).toHaveLength(1)
    await index.addLids('loja', 7, { ...read, isComplete: true })
    expect((await index.find('loja', named(ANA))).places).toEqual([])
    expect((await index.find('loja', named('5511987654321'))).places).toHaveLength(1)
  })

  test('takes campaigns out, and nobody else', async () => {
    const { index, reopen } = await anIndex(open)
    await index.add('loja', 7, inPieces([ANA]))
    await index.add('loja', 9, inPieces([ANA]))
    const lids = { ...ended, lastPlace: 0, pairs: [{ phone: ANA, lid: LID }] }
    await index.addLids('loja', 7, lids)
    await index.remove('loja', [])
    await index.remove('loja', [7])
    // A campaign that was taken out meanwhile is not brought back.
    await index.addLids('loja', 7, lids)
    const again = await reopen()
    const found = await again.find('loja', named(ANA))
    expect(found).toEqual({ places: [{ campaignNumber: 9, index: 0 }], phones: [ANA], lids: [] })
    expect([...(await again.campaigns()).keys()]).toEqual([9])
  })

  test('leaves nothing of a user, and everything of the others', async () => {
    const { index } = await anIndex(open)
    for (const userId of ['loja', 'escola']) {
      const number = userId === 'loja' ? 7 : 8
      await index.add(userId, number, inPieces([ANA]))
      const pairs = [{ phone: ANA, lid: LID }]
      await index.addLids(userId, number, { ...ended, lastPlace: 0, pairs })
    }
    await index.removeAll('loja')
    expect([...(await index.campaigns()).keys()]).toEqual([8])
    expect(await index.find('loja', named(ANA))).toEqual({ places: [], phones: [ANA], lids: [] })
    expect((await index.find('escola', named(null, LID))).places).toHaveLength(1)
  })

  test('counts a campaign as indexed once all of it is there, and finds it once when it comes again', async () => {
    const { index } = await anIndex(open)
    async function* breakingOff() {
      yield manyPhones(60_000)
      yield [ANA]
      throw new Error('in the middle')
    }
    await expect(index.add('loja', 7, breakingOff())).rejects.toThrow()
    expect(await index.campaign(7)).toBeUndefined()
    await index.add('loja', 7, inPieces(manyPhones(60_000), [ANA]))
    expect((await index.find('loja', named(ANA))).places).toEqual([
      { campaignNumber: 7, index: 60_000 },
    ])
    const [first = ''] = manyPhones(1)
    expect((await index.find('loja', named(first))).places).toEqual([
      { campaignNumber: 7, index: 0 },
    ])
  })
})
