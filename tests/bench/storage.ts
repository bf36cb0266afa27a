import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { LedgerHeader, SendLedger } from '../../src/domain/sending/send-ledger.ts'
import { openContactLists } from '../../src/storage/contacts/contact-lists.ts'
import type { LogFile } from '../../src/storage/files/append-log.ts'
import { createMessageIds } from '../../src/storage/ledger/message-ids.ts'
import { openSendLedgers } from '../support/storage/send-ledgers.ts'
import { print } from './stage.ts'

const RECIPIENTS = 100_000
const CONTACTS = 1_000_000
const atMs = Date.now()
const header: LedgerHeader = {
  campaignId: '1',
  campaignNumber: 1,
  userId: 'user',
  deviceKey: 'key',
  deviceId: '5511987654321',
  text: 'Olá {nome}',
  imageName: null,
  knownFields: [],
  startedAt: new Date(atMs).toISOString(),
}
const ids = createMessageIds(randomBytes(32))
const phoneOf = (index: number) => String(5_511_900_000_000 + index)

function* people(count: number) {
  for (let index = 0; index < count; index += 1) {
    yield { name: `Maria da Silva ${index}`, phone: phoneOf(index) }
  }
}

const sending = (index: number) =>
  ({
    type: 'sending',
    index,
    messageId: ids.make(1, index),
    jid: `${phoneOf(index)}@s.whatsapp.net`,
    atMs,
  }) as const

/** Measures ledgers and contact lists alone, without a daemon. */
export async function storage(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'disparo-bench-'))
  try {
    measureIds()
    await measureLedger(dir)
    await measureLists(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function measureIds(): void {
  const startedAt = performance.now()
  for (let index = 0; index < RECIPIENTS; index += 1) ids.make(1, index)
  print(`message ids a second: ${perSecond(RECIPIENTS, startedAt)}`)
}

async function measureLedger(dir: string): Promise<void> {
  const syncs = { count: 0 }
  const options = {
    dir,
    idleMs: 60_000,
    onTornLine: () => undefined,
    onIdleFailure: (error: unknown) => {
      throw error
    },
    toLogFile: (file: LogFile) => countingSyncs(file, syncs),
  }
  let ledgers = await openSendLedgers(options)
  const ledger = await timed('create the ledger', () => ledgers.create(header, people(RECIPIENTS)))
  await measureFacts(ledger, { writers: 100, count: RECIPIENTS, syncs })
  await measureFacts(ledger, { writers: 1, count: 3_000, syncs })
  await printSizes(join(dir, 'sends'))
  await ledgers.close()

  const before = memory()
  ledgers = await openSendLedgers(options)
  const opened = await timed('open from the journal', () => ledgers.open('1'))
  print(`bytes in memory per recipient: ${Math.round((memory() - before) / RECIPIENTS)}`)
  await timed('compact', () => opened.compact())
  await ledgers.close()
  ledgers = await openSendLedgers(options)
  const again = await timed('open from the snapshot', () => ledgers.open('1'))
  if (again.attemptedCount !== RECIPIENTS) throw new Error(`${again.attemptedCount} were tried`)
  await ledgers.close()
}

async function measureFacts(
  ledger: SendLedger,
  input: {
    readonly writers: number
    readonly count: number
    readonly syncs: { count: number }
  },
): Promise<void> {
  const { writers, count, syncs } = input
  const syncsBefore = syncs.count
  const startedAt = performance.now()
  let next = 0
  const work = async () => {
    while (next < count) {
      const index = next
      next += 1
      await ledger.record(sending(index))
    }
  }
  await timed(`${count} facts, ${writers} writers`, () =>
    Promise.all(Array.from({ length: writers }, work)),
  )
  const syncsPerFact = ((syncs.count - syncsBefore) / count).toFixed(3)
  print(`  a second: ${perSecond(count, startedAt)}, syncs a fact: ${syncsPerFact}`)
}

async function measureLists(dir: string): Promise<void> {
  let lists = await openContactLists({ dir })
  await lists.create('user', { id: 'list', name: 'Lista', createdAt: header.startedAt })
  const rows = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `Maria da Silva ${from + index}`,
      phone: phoneOf(from + index),
      createdAt: header.startedAt,
      origin: 'csv' as const,
    }))
  async function* stream() {
    for (let from = 0; from < CONTACTS; from += 1_000) yield rows(1_000, from)
  }
  const keep = 'keep' as const
  await timed(`import ${CONTACTS} contacts`, () =>
    lists.append('user', 'list', { contacts: stream(), onDuplicate: keep }),
  )
  await timed('append 500 to them', () =>
    lists.append('user', 'list', { contacts: rows(500, CONTACTS), onDuplicate: keep }),
  )
  lists = await openContactLists({ dir })
  await timed('append 500 after a restart', () =>
    lists.append('user', 'list', { contacts: rows(500, CONTACTS + 500), onDuplicate: keep }),
  )
  await timed('count different phones', () => lists.countDistinctPhones('user'))
  await timed('update 500 of them', () =>
    lists.append('user', 'list', { contacts: rows(500, 9_000), onDuplicate: 'update' }),
  )
}

/** Prints how long work takes, and how long at most it blocks the event loop. */
async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedAt = performance.now()
  const result = await work()
  const ms = Math.round(performance.now() - startedAt)
  delay.disable()
  const [most, p99] = [delay.max, delay.percentile(99)].map((ns) => (ns / 1e6).toFixed(1))
  print(`${name}: ${ms} ms, event loop at most ${most} ms, p99 ${p99} ms`)
  return result
}

function perSecond(count: number, startedAt: number): number {
  return Math.round(count / ((performance.now() - startedAt) / 1_000))
}

async function printSizes(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { size } = await stat(join(folder, name))
    print(`  ${name}: ${size} bytes, ${Math.round(size / RECIPIENTS)} a recipient`)
  }
}

function countingSyncs(file: LogFile, syncs: { count: number }): LogFile {
  return {
    write: (bytes, offset, length, position) => file.write(bytes, offset, length, position),
    datasync: () => {
      syncs.count += 1
      return file.datasync()
    },
    truncate: (length) => file.truncate(length),
    close: () => file.close(),
  }
}

/** Bytes in use after a garbage collection. */
function memory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
