import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMessageIds } from '../../src/storage/ledger/message-ids.ts'
import { startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { phones, registerUser } from '../support/daemon/user.ts'
import { openSendLedgers } from '../support/storage/send-ledgers.ts'
import { fixed, median, print } from './stage.ts'

const ROUNDS = 7
const COMMAND_ROUNDS = 15
/** The unit in which Linux counts processor time. */
const TICK_MS = 10
/** Commands that call the server, and commands that do not. */
const COMMANDS = [
  '--help',
  'profiles',
  'whoami',
  'campaigns list',
  'contacts list',
  'devices list',
  'status',
  'api GET /health',
]
const SENDS = 100_000

/** Measures how long commands take, as ratios to bare Node, and opens a large ledger. */
export async function start(): Promise<void> {
  await commands()
  const bare = medianOf(() => run(['-e', '0']).ms)
  const serve: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) serve.push(await serveUntilHealthy())
  print(`serve until /health: ${fixed(median(serve))} ms, ratio ${fixed(median(serve) / bare, 2)}`)
  await openLargeLedger()
}

/** Commands take turns, so that other work of the machine affects all of them. */
async function commands(): Promise<void> {
  const root = import.meta.dirname.slice(0, import.meta.dirname.indexOf('/dist/'))
  const folder = await temporaryFolder('commands')
  const daemon = await startDaemon({ dataDir: folder.path })
  const { apikey } = await registerUser(daemon.url())
  const environment = { ...process.env, DISPARO_URL: daemon.url(), DISPARO_APIKEY: apikey }
  const program = join(root, 'bin/disparo.js')
  const lines = [['-e', '0'], ...COMMANDS.map((line) => [program, ...line.split(' ')])]
  const taken = lines.map(() => ({ ms: [] as number[], processorMs: 0 }))
  for (let round = 0; round < COMMAND_ROUNDS; round += 1) {
    for (const [index, line] of lines.entries()) {
      const { ms, processorMs } = run(line, environment)
      taken[index]?.ms.push(ms)
      if (taken[index]) taken[index].processorMs += processorMs / COMMAND_ROUNDS
    }
  }
  await daemon.stop()
  await folder.remove()
  const [bare] = taken
  for (const [index, { ms, processorMs }] of taken.entries()) {
    const name = index === 0 ? 'node -e 0' : `disparo ${COMMANDS[index - 1]}`
    const ratios = [median(ms) / median(bare?.ms ?? []), processorMs / (bare?.processorMs ?? 0)]
    print(
      `${name}: ${fixed(median(ms))} ms, ratio ${fixed(ratios[0] ?? 0, 2)}; of the processor ${fixed(processorMs)} ms, ratio ${fixed(ratios[1] ?? 0, 2)}`,
    )
  }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const startedAt = performance.now()
  const before = processorMsOfChildren()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return { ms: performance.now() - startedAt, processorMs: processorMsOfChildren() - before }
}

/** Processor time of all children that have ended; 0 where the system does not report it. */
function processorMsOfChildren(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
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
