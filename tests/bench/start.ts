import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createMessageIds } from '../../src/storage/ledger/message-ids.ts'
import { openSendLedgers } from '../../src/storage/ledger/send-ledgers.ts'
import { startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { phones } from '../support/daemon/user.ts'
import { fixed, median, print } from './stage.ts'

const ROUNDS = 7
const SENDS = 100_000

/** How long a command takes to start, as a ratio to bare Node; and a ledger to open. */
export async function start(): Promise<void> {
  const root = import.meta.dirname.slice(0, import.meta.dirname.indexOf('/dist/'))
  const bare = medianOf(() => run(['-e', '0']))
  const help = medianOf(() => run([join(root, 'bin/disparo.js'), '--help']))
  print(`node -e 0: ${fixed(bare)} ms`)
  print(`disparo --help: ${fixed(help)} ms, ratio ${fixed(help / bare, 2)}`)

  const serve: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) serve.push(await serveUntilHealthy())
  print(`serve until /health: ${fixed(median(serve))} ms, ratio ${fixed(median(serve) / bare, 2)}`)
  await openLargeLedger()
}

function run(args: readonly string[]): number {
  const startedAt = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return performance.now() - startedAt
}

function medianOf(measure: () => number): number {
  return median(Array.from({ length: ROUNDS }, measure))
}

async function serveUntilHealthy(): Promise<number> {
  const folder = await temporaryFolder('start')
  const startedAt = performance.now()
  const daemon = await startDaemon({ dataDir: folder.path })
  await fetch(`${daemon.url()}/health`)
  const ms = performance.now() - startedAt
  await daemon.stop()
  await folder.remove()
  return ms
}

/** A journal of a hundred thousand sends, each with its intent, acceptance and delivery. */
async function openLargeLedger(): Promise<void> {
  const folder = await temporaryFolder('ledger')
  const options = {
    dir: folder.path,
    idleMs: 60_000,
    onTornLine: () => undefined,
    onIdleFailure: () => undefined,
  }
  const ids = createMessageIds(new Uint8Array(32))
  const writing = await openSendLedgers(options)
  const ledger = await writing.create(
    {
      campaignId: '1',
      campaignNumber: 1,
      userId: 'user',
      deviceKey: 'key',
      deviceId: 'device',
      text: 'Olá!',
      imageName: null,
      knownFields: [],
      startedAt: new Date().toISOString(),
    },
    phones(SENDS).map((phone) => ({ name: '', phone })),
  )
  const facts: Promise<unknown>[] = []
  for (let index = 0; index < SENDS; index += 1) {
    const jid = `${ledger.get(index).phone}@s.whatsapp.net`
    const atMs = 1_700_000_000_000 + index
    facts.push(
      ledger.record({ type: 'sending', index, messageId: ids.make(1, index), jid, atMs }),
      ledger.record({ type: 'accepted', index, atMs }),
      ledger.record({ type: 'delivered', index, atMs }),
    )
    if (facts.length > 3_000) await Promise.all(facts.splice(0))
  }
  await Promise.all(facts)
  await writing.close()

  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const reading = await openSendLedgers(options)
    const startedAt = performance.now()
    const opened = await reading.open('1')
    times.push(performance.now() - startedAt)
    if (opened.counts.deliveredCount !== SENDS) throw new Error('the ledger lost something')
    await reading.close()
  }
  await folder.remove()
  print(`ledger with ${SENDS} sends opens in ${fixed(median(times))} ms`)
}
