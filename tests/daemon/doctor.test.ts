import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { examine, type Finding } from '../../src/daemon/doctor.ts'
import { noReason, noTraffic } from '../../src/domain/devices/device-record.ts'
import { decodeLines, encodeLines } from '../../src/storage/files/whole-lines.ts'
import { judgeClock, judgeDisk } from '../../src/storage/inspection/inspect-machine.ts'
import { openDeviceKeys } from '../../src/storage/keys/device-keys.ts'
import { aCampaign } from '../support/domain/builders.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { fillFolder, storageOf } from '../support/storage/lived-in-folder.ts'
import { header, people, sending } from '../support/storage/send-ledgers.ts'

const long = '2026-01-15T12:00:00.000Z'

async function aFolder() {
  const dir = await aDataFolder()
  await fillFolder(dir)
  const keys = await openDeviceKeys(join(dir, 'auth'))('key-1').open()
  keys.commit([{ key: 'creds/creds', value: JSON.stringify('x'.repeat(2_000)) }])
  await keys.sync()
  keys.commit([{ key: 'creds/more', value: '1' }])
  await keys.close()
  await openDeviceKeys(join(dir, 'auth'))('key-1').saveLabel({ serverKey: 'a', isPaired: true })
  return dir
}

async function look(
  dir: string,
  {
    env = {},
    zone,
  }: { readonly env?: Readonly<Record<string, string>>; readonly zone?: string } = {},
): Promise<readonly Finding[]> {
  const { signal } = new AbortController()
  return examine(readConfig(env, { dataDir: dir }), { zone, onFile: () => undefined, signal })
}

const troubles = (findings: readonly Finding[]) =>
  findings.filter(({ level, check }) => level !== 'ok' && check !== 'disk').map(({ code }) => code)

test('finds nothing in a folder that is as it should be, and says what it looked at', async () => {
  const findings = await look(await aFolder())
  expect(troubles(findings)).toEqual([])
  const checks = ['clock', 'daemon', 'damages', 'devices', 'disk', 'files', 'program', 'rights']
  expect(findings.map(({ check }) => check).sort()).toEqual([
    ...checks,
    'stuck',
    'whatsapp_version',
  ])
})

const tooNew = (line: Buffer) => {
  const json = line
    .toString()
    .slice(9)
    .replace(/"version":\d+/, '"version":99')
  return Buffer.from(`${crc32(json).toString(16).padStart(8, '0')} ${json}`)
}

async function change(path: string, make: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(path, make(await readFile(path)))
}

const flipped = (bytes: Buffer) => {
  const place = Math.floor(bytes.length / 2)
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return bytes
}

const firstLine = (make: (line: Buffer) => Buffer) => (bytes: Buffer) => {
  const end = bytes.indexOf(10)
  return Buffer.concat([make(bytes.subarray(0, end)), bytes.subarray(end)])
}

type Trouble = readonly [name: string, codes: readonly string[], (dir: string) => Promise<void>]

const table: readonly Trouble[] = [
  [
    'a file that others can read',
    ['rights_open'],
    (dir) => chmod(join(dir, 'sends', '7.1.ndjson'), 0o644),
  ],
  ['a folder that others can enter', ['rights_open'], (dir) => chmod(dir, 0o755)],
  [
    'a record file with a changed byte',
    ['file_damaged'],
    (dir) => change(join(dir, 'db/campaigns/1.json'), flipped),
  ],
  [
    'a record file that ends too early',
    ['file_damaged'],
    (dir) =>
      change(join(dir, 'db/devices/1.json'), (bytes) =>
        bytes.subarray(0, bytes.lastIndexOf(10, -2) + 1),
      ),
  ],
  [
    'a list with a changed byte',
    ['file_damaged'],
    (dir) => change(join(dir, 'lists/list-2.1.ndjson'), flipped),
  ],
  [
    'a journal with a changed byte',
    ['file_damaged', 'ledger_broken'],
    (dir) => change(join(dir, 'sends/7.1.ndjson'), flipped),
  ],
  ['a ledger without its journal', ['ledger_broken'], (dir) => rm(join(dir, 'sends/7.1.ndjson'))],
  [
    'a list that a newer program wrote',
    ['newer_format'],
    (dir) => change(join(dir, 'lists/list-1.1.ndjson'), firstLine(tooNew)),
  ],
  [
    'a folder that a newer program used',
    ['newer_format'],
    async (dir) => {
      const path = join(dir, '.seen')
      const [header, seen] = decodeLines(await readFile(path))
      const sign = { ...Object(seen), formats: { polls: 1 } }
      await writeFile(path, encodeLines([header, sign]))
    },
  ],
  [
    'records that a newer program wrote',
    ['newer_format'],
    (dir) => change(join(dir, 'db/devices/1.json'), firstLine(tooNew)),
  ],
  [
    'keys with a changed byte',
    ['file_damaged'],
    (dir) => change(join(dir, 'auth/key-1/keys-00000001.log'), flipped),
  ],
  [
    'a label of a device that is none',
    ['label_unreadable'],
    (dir) => writeFile(join(dir, 'auth/key-1/device.json'), '{"a"', { mode: 0o600 }),
  ],
  [
    'keys that were put aside as unreadable',
    ['keys_unreadable'],
    async (dir) =>
      void (await mkdir(join(dir, 'auth/key-2.unreadable-2026-01-01T000000.000Z'), {
        mode: 0o700,
      })),
  ],
  [
    'a clock behind the last sign of life',
    ['clock_behind'],
    async (dir) => {
      const later = new Date(Date.now() + 3_600_000)
      await utimes(join(dir, '.seen'), later, later)
    },
  ],
]

test.each(table)('finds %s', async (_name, codes, spoil) => {
  const dir = await aFolder()
  const storage = await storageOf(dir)
  // A ledger is read whole once its campaign has started.
  const started = { id: '7', startedAt: long, recipientCount: 50 }
  await storage.campaigns.save('ana', {
    ...{ ...aCampaign(started), isSettled: true, startTries: 0, status: CampaignStatus.paused },
  })
  await storage.close()
  await spoil(dir)
  expect(troubles(await look(dir)).sort()).toEqual([...codes])
})

test('finds the damage that a daemon has recorded', async () => {
  const dir = await aFolder()
  await change(join(dir, 'db/campaigns/1.json'), flipped)
  await (await storageOf(dir)).close()
  expect(await look(dir)).toContainEqual(
    expect.objectContaining({ code: 'damages', level: 'warning', path: 'db/campaigns/1.json' }),
  )
})

test('finds recipients that an ended campaign left in flight, and a campaign that has not begun under a daemon', async () => {
  const dir = await aFolder()
  const storage = await storageOf(dir)
  const over = { id: '8', status: CampaignStatus.cancelled, startedAt: long, finishedAt: long }
  const base = { isSettled: true, startTries: 0 }
  await storage.campaigns.save('ana', { ...aCampaign({ ...over, recipientCount: 3 }), ...base })
  const ledger = await storage.ledgers.create({ ...header, campaignId: '8' }, people(3))
  await ledger.record(sending(0))
  const due = { id: '9', status: CampaignStatus.scheduled, scheduledAt: long }
  await storage.campaigns.save('ana', { ...aCampaign(due), ...base })
  const running = await look(dir)
  expect(running).toContainEqual(expect.objectContaining({ code: 'running' }))
  expect(running).toContainEqual(
    expect.objectContaining({ code: 'rows_stuck', count: 1, about: { campaign: '8' } }),
  )
  expect(running).toContainEqual(
    expect.objectContaining({ code: 'campaign_overdue', about: { campaign: '9' } }),
  )
  await storage.close()
  // Without a daemon the campaign is not overdue: it begins at the next start.
  expect(troubles(await look(dir))).toEqual(['rows_stuck'])
})

test('finds a device that its owner has to connect again', async () => {
  const dir = await aFolder()
  const storage = await storageOf(dir)
  const device = { ...noReason, reason: 'logged_out' as const, shouldBeConnected: false }
  await storage.devices.save('ana', {
    ...{ id: '5561', key: 'key-9', connectionName: 'Loja', phone: null, createdAt: long },
    ...{ lastSeenAt: null, ...noTraffic, ...device },
  })
  await storage.close()
  expect(await look(dir)).toContainEqual(
    expect.objectContaining({
      code: 'device_lost',
      about: { device: '5561', reason: 'logged_out' },
    }),
  )
})

test('finds a version of WhatsApp that was set and has become old, or was long not asked for', async () => {
  const dir = await aFolder()
  const storage = await storageOf(dir)
  await storage.clientVersions.save('whatsapp', {
    ...{ id: 'newest', version: [2, 3000, 9_000], askedAt: long },
  })
  expect(troubles(await look(dir))).toEqual(['version_stale'])
  await storage.close()
  const old = { DISPARO_WHATSAPP_VERSION: '2.3000.100' }
  expect(troubles(await look(dir, { env: old }))).toEqual(['version_old'])
  const newer = { DISPARO_WHATSAPP_VERSION: '2.3000.9001' }
  expect(troubles(await look(dir, { env: newer }))).toEqual([])
})

test('changes nothing, and a torn last line is none of its business', async () => {
  const dir = await aFolder()
  await rm(join(dir, '.seen'))
  await appendFile(join(dir, 'sends', '7.1.ndjson'), '00000000 {"torn')
  const before = await readFile(join(dir, 'sends', '7.1.ndjson'))
  expect(troubles(await look(dir))).toEqual([])
  expect(await readFile(join(dir, 'sends', '7.1.ndjson'))).toEqual(before)
})

test('reports a zone that does not exist', async () => {
  const dir = await aFolder()
  expect(troubles(await look(dir, { zone: 'America/Sampa' }))).toEqual(['zone_unknown'])
  expect(troubles(await look(dir, { zone: 'America/Sao_Paulo' }))).toEqual([])
  expect(judgeClock(Date.UTC(1970, 0, 2), { seenAtMs: null, zone: '' })).toMatchObject({
    code: 'clock_behind',
  })
})

test('reports a disk that is full or soon will be, of bytes or of files', () => {
  const gigabyte = 1024 ** 3
  const space = {
    freeBytes: 50 * gigabyte,
    totalBytes: 100 * gigabyte,
    freeInodes: 9,
    totalInodes: 10,
  }
  const codeOf = (part: Partial<typeof space>) => judgeDisk({ ...space, ...part }).code
  expect(codeOf({})).toBe('disk')
  expect(codeOf({ freeBytes: 100 * 1024 ** 2 })).toBe('disk_full')
  expect(codeOf({ freeBytes: 4 * gigabyte })).toBe('disk_low')
  expect(codeOf({ freeBytes: gigabyte / 2, totalBytes: gigabyte })).toBe('disk_low')
  expect(codeOf({ freeInodes: 0 })).toBe('disk_inodes')
  expect(codeOf({ freeInodes: 0, totalInodes: 0 })).toBe('disk')
})

test('says that a restoration ended before its files had moved up', async () => {
  const dir = await aFolder()
  const whole = join(dir, '.restaurado')
  await mkdir(whole, { mode: 0o700 })
  for (const name of await readdir(dir)) {
    if (name !== '.restaurado') await rename(join(dir, name), join(whole, name))
  }
  expect(troubles(await look(dir))).toEqual(['restoration_unfinished'])
})
