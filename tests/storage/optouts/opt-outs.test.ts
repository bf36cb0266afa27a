import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openOptOuts } from '../../../src/storage/optouts/opt-outs.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { withHole } from '../../support/storage/holes.ts'

const person = (phone: string, name = 'Ana') => ({
  ...{ id: phone, phone, lid: null, name, reason: '', source: 'manual' as const },
  ...{ campaignId: null, createdAt: '2026-01-15T12:00:00.000Z' },
})
const [ANA, BIA, CAIO] = ['5561999990001', '5561999990002', '5561999990003']

test('keeps every user their own people, newest first, over restarts', async () => {
  const dir = await aDataFolder()
  const first = await openOptOuts({ dir })
  await first.save('loja', person(ANA))
  await first.save('loja', person(BIA))
  await first.save('escola', person(CAIO))
  await first.save('loja', person(ANA, 'Ana Maria'))
  expect(await first.remove('escola', ANA)).toBeUndefined()
  expect(await first.remove('escola', CAIO)).toMatchObject({ id: CAIO })
  await first.close()

  const second = await openOptOuts({ dir })
  expect(await second.list('loja')).toEqual([person(BIA), person(ANA, 'Ana Maria')])
  expect(await second.list('escola')).toEqual([])
  expect(await second.find('loja', BIA)).toEqual(person(BIA))
  expect(await second.find('escola', BIA)).toBeUndefined()
  await second.close()
})

test('cuts off a torn line, and makes up for a broken one with all the others', async () => {
  const dir = await aDataFolder()
  const path = join(dir, 'opt-outs', 'log.ndjson')
  const first = await openOptOuts({ dir })
  for (const phone of [ANA, BIA, CAIO]) await first.save('loja', person(phone))
  await first.close()
  await appendFile(path, '00000000 {"user":"lo')
  const torn: unknown[] = []
  const second = await openOptOuts({ dir, onTornLine: (line) => torn.push(line) })
  expect(await second.list('loja')).toHaveLength(3)
  expect(torn).toHaveLength(1)
  await second.close()

  await writeFile(path, (await readFile(path, 'utf8')).replace(BIA, '5561000000000'))
  const damages = await openDamages({ dir })
  const third = await openOptOuts({ dir, damages })
  expect((await third.list('loja')).map(({ phone }) => phone)).toEqual([CAIO, ANA])
  expect(damages.count()).toBe(1)
  await third.close()
})

test('writes its log anew once most of it is outdated', async () => {
  const dir = await aDataFolder()
  const path = join(dir, 'opt-outs', 'log.ndjson')
  const first = await openOptOuts({ dir })
  await first.save('loja', person(BIA))
  for (let turn = 0; turn < 600; turn += 1) {
    await first.save('loja', person(ANA))
    await first.remove('loja', ANA)
  }
  await first.save('loja', person(CAIO))
  await first.close()
  const before = (await stat(path)).size
  const second = await openOptOuts({ dir })
  expect((await stat(path)).size).toBeLessThan(before / 100)
  await second.save('loja', person(ANA))
  await second.close()
  const third = await openOptOuts({ dir })
  expect((await third.list('loja')).map(({ phone }) => phone)).toEqual([ANA, CAIO, BIA])
  await third.close()
})

test('a hole in the first lines behind a log that was written anew costs those lines only', async () => {
  const dir = await aDataFolder()
  const path = join(dir, 'opt-outs', 'log.ndjson')
  const first = await openOptOuts({ dir })
  await first.save('loja', person(BIA))
  for (let turn = 0; turn < 600; turn += 1) {
    await first.save('loja', person(ANA))
    await first.remove('loja', ANA)
  }
  await first.close()
  await (await openOptOuts({ dir })).close()
  const second = await openOptOuts({ dir })
  await Promise.all([second.save('loja', person(ANA)), second.save('loja', person(CAIO))])
  await second.close()
  // Line 2 is the first of the two that came together, behind the header and one person.
  await withHole(path, 2)
  const damages = await openDamages({ dir })
  const torn: unknown[] = []
  const third = await openOptOuts({ dir, damages, onTornLine: (line) => torn.push(line) })
  expect((await third.list('loja')).map(({ phone }) => phone)).toEqual([BIA])
  expect([damages.count(), torn.length]).toEqual([0, 1])
  await third.close()
  // The lines that were written anew had been synced, so that a hole is damage.
  await withHole(path, 0)
  const fourth = await openOptOuts({ dir, damages })
  expect(damages.count()).toBe(1)
  await fourth.close()
})
