import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { decodeLines } from '../../src/storage/files/whole-lines.ts'
import { isFullScale } from '../support/scale.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { fillFolder, storageOf, touch, viewOf } from '../support/storage/lived-in-folder.ts'

/** The same numbers in every run, from 0 to below 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = seeded(20_260_115)
const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'with twelve bytes overwritten': (bytes) => {
    const from = Math.floor(random() * Math.max(1, bytes.length - 12))
    return Buffer.concat([
      bytes.subarray(0, from),
      Buffer.alloc(12, '#'),
      bytes.subarray(from + 12),
    ])
  },
  'with one bit turned': (bytes) => {
    const place = Math.floor(random() * bytes.length)
    const turned = Buffer.from(bytes)
    turned[place] = (turned[place] ?? 0) ^ (1 << Math.floor(random() * 8))
    return turned
  },
  'cut off': (bytes) => bytes.subarray(0, Math.floor(random() * bytes.length)),
}

async function filesIn(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .sort()
}

test('opens whichever file is damaged, and loses nothing of the others', async () => {
  const whole = await aDataFolder()
  await fillFolder(whole)
  const before = await storageOf(whole)
  const expected = await viewOf(before)
  await before.close()
  const files = await filesIn(whole)
  expect(files.length).toBeGreaterThan(30)

  const kinds = Object.entries(damages)
  for (const [place, file] of files.entries()) {
    // Each file in one way, and each way at every third file; at full scale each file in each way.
    for (const [kind, damage] of isFullScale ? kinds : kinds.slice(place % 3, (place % 3) + 1)) {
      const dir = join(await aDataFolder(), 'data')
      await cp(whole, dir, { recursive: true, preserveTimestamps: true })
      await writeFile(join(dir, file), damage(await readFile(join(dir, file))))
      const storage = await storageOf(dir)
      for (const [part, values] of await viewOf(storage)) {
        if (!file.startsWith(part)) {
          expect({ kind, file, part, values }).toEqual({
            kind,
            file,
            part,
            values: expected.get(part),
          })
        }
      }
      await storage.close()
      const again = await storageOf(dir)
      await again.close()
      await rm(dir, { recursive: true })
    }
  }
})

test('reports the damage of every collection, and forgets none of it', async () => {
  const dir = await aDataFolder()
  const first = await storageOf(dir)
  const answer = { id: 'a', fingerprint: 'f', startedAt: new Date().toISOString(), answer: null }
  await first.keptAnswers.save('ana', answer)
  const chatbot = {
    ...{ id: 'c', name: 'Preço', gatewayId: 'g', instanceName: 'loja', keywords: ['preço'] },
    ...{ reply: 'Oi', agentId: null, isActive: true, createdAt: answer.startedAt },
  }
  await first.answering.chatbots.save('ana', chatbot)
  await first.close()
  const files = ['db/answers/1.json', 'db/chatbots/1.json']
  for (const file of files) await writeFile(join(dir, file), 'not JSON')

  const storage = await storageOf(dir)
  const told = storage.damages.list().map(({ path }) => path)
  await storage.close()
  expect([...told].sort()).toEqual(files)
  const again = await storageOf(dir)
  expect(again.damages.list().map(({ path }) => path)).toEqual(told)
  await again.close()
})

test('hands out no campaign number that a folder put back from a backup has forgotten', async () => {
  const dir = await aDataFolder()
  await fillFolder(dir)
  const backup = join(await aDataFolder(), 'backup')
  await cp(dir, backup, { recursive: true, preserveTimestamps: true })
  const first = await storageOf(dir)
  expect(await first.settings.nextCampaignNumber()).toBe(8)
  await first.close()

  await rm(dir, { recursive: true })
  await cp(backup, dir, { recursive: true, preserveTimestamps: true })
  const again = await storageOf(dir)
  expect(await again.settings.nextCampaignNumber()).toBeGreaterThan(1_000)
  const send = {
    userId: 'ana',
    deviceKey: 'k',
    jid: 'j',
    text: 'oi',
    media: null,
    atMs: Date.now(),
  }
  expect(await again.directSends.record(send)).toBeGreaterThan(5_000)
  await again.close()
})

test('opens what the first version wrote, and gives each file its header when it is next written', async () => {
  const dir = join(await aDataFolder(), 'data')
  await cp(join(import.meta.dirname, '..', 'storage', 'version-1'), dir, { recursive: true })
  await touch(dir)
  const storage = await storageOf(dir)
  const { gateways } = storage.answering
  expect(storage.damages.list()).toEqual([])
  expect(await gateways.find('ana', 'g1')).toMatchObject({ apiKey: 'chave', lastEventAt: null })
  expect(await gateways.find('bia', 'g2')).toMatchObject({
    lastEventAt: '2026-01-15T12:00:00.000Z',
  })
  expect(Buffer.from(await storage.settings.key('message-ids', 32))).toEqual(Buffer.alloc(32))
  expect(await storage.lists.find('ana', 'list-1')).toMatchObject({ total: 2 })
  const ledger = await storage.ledgers.open('7')
  expect(ledger.counts.sentCount).toBe(1)
  expect(await storage.directSends.note({ type: 'accepted', index: 0, atMs: 1 })).toBe(true)
  const balcao = { userId: 'ana', instance: 'balcao' }
  expect(await storage.outbox.read(balcao, 'balcao.2')).toMatchObject({ data: { number: 2 } })
  expect(await storage.outbox.revive(balcao, 'balcao.1')).toMatchObject({ status: 'waiting' })
  const thread = { gatewayId: 'g1', instance: 'balcao', remoteJid: undefined, limit: 10 }
  expect(await storage.answering.messages.list('ana', thread)).toMatchObject([
    { id: 'M1', content: 'Bom dia!' },
  ])

  const headers = {
    'db/gateways/1.json': { format: 'gateways', version: 2 },
    'db/settings.json': { format: 'settings', version: 2 },
    'lists/list-1.2.ndjson': { format: 'contacts', version: 2 },
    'sends/7.snap.ndjson': { format: 'ledger-snapshot', version: 5 },
    'sends/7.2.ndjson': { format: 'ledger-journal', version: 2 },
  }
  const gateway = await gateways.update('ana', 'g1', (present) => ({ ...present }))
  await storage.settings.nextCampaignNumber()
  await storage.lists.replace('ana', 'list-1', { name: 'Outra', contacts: [] })
  await ledger.compact()
  for (const [file, header] of Object.entries(headers)) {
    const [line] = decodeLines(await readFile(join(dir, file)))
    expect(line).toMatchObject(header)
  }
  await storage.close()
  const again = await storageOf(dir)
  expect(again.damages.list()).toEqual([])
  expect(await again.answering.gateways.find('ana', 'g1')).toEqual(gateway)
  expect((await again.ledgers.open('7')).counts.sentCount).toBe(1)
  expect(await again.directSends.note({ type: 'delivered', index: 0, atMs: 2 })).toBe(false)
  expect(await again.outbox.search(balcao, { limit: 10 })).toMatchObject({ total: 2 })
  expect(await again.answering.messages.counts('ana', thread)).toMatchObject({ messages: 1 })
  await again.close()
})
