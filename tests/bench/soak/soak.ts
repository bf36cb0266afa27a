import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CampaignEvent } from '../../../src/contract/webhooks/campaign-event-names.ts'
import { setWebhook } from '../../support/domain/instance-webhook.ts'
import { fixed, print, type Stage, setStage } from '../stage.ts'
import { CALL_LIMIT_MS, createCalls } from './calls.ts'
import { openConsoles } from './consoles.ts'
import { handleChanges, openHandles } from './handles.ts'
import { type HookReceiver, startHookReceiver } from './hook-receiver.ts'
import { judge, missing } from './judge.ts'
import { printReport } from './report.ts'
import {
  printHeader,
  printSample,
  printSlopes,
  processorSeconds,
  type Sample,
  takeSample,
} from './samples.ts'
import { startTraffic, type Traffic } from './traffic.ts'

/**
 * `npm run soak [-- --minutes 60] [--idle 5] [--devices 20]`: a daemon at work in real time, with
 * everything that a busy account does at once. Prints what it uses of the machine minute by minute,
 * how that grows, and what remains of it after a rest; exits with 1 where anything was lost or came
 * twice.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    idle: { type: 'string', default: '5' },
    devices: { type: 'string', default: '20' },
  },
})
const MINUTE_MS = 60_000
const FIRST_DEVICE = 5_561_988_880_000
const SETTLE_MS = 30_000
/** How often the events are counted: late ones are waited for as long as further ones come. */
const HOOKS_LOOK_MS = 5_000
const COMPLAINTS_SHOWN = 50

const watch = fileURLToPath(new URL('../processes/soak-watch.js', import.meta.url))
const stage = await setStage({ nodeArgs: ['--import', watch] })
const hooks = await startHookReceiver()
try {
  const { lost, double, others } = await soak(stage, hooks)
  const found = [...lost, ...double, ...others]
  for (const text of found.slice(0, COMPLAINTS_SHOWN)) print(text)
  print(found.length === 0 ? 'nothing was lost, nothing came twice' : `${found.length} complaints`)
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  hooks.close()
  await stage.close()
}

async function soak({ daemon, user, control, folder }: Stage, receiver: HookReceiver) {
  const startedAt = performance.now()
  const calls = createCalls(user)
  const watched = {
    pid: daemon.pid(),
    dataDir: daemon.dataDir,
    watchPath: join(folder, 'watch.json'),
    // A minute without these measurements does not end the run.
    metrics: () =>
      user.raw('/metrics', { signal: AbortSignal.timeout(CALL_LIMIT_MS) }).then(
        (answer) => answer.text(),
        () => '',
      ),
  }
  const sample = () => takeSample(watched, (performance.now() - startedAt) / MINUTE_MS)
  const devices = await pairAll({ user, control }, receiver)
  await pause(SETTLE_MS)
  const before = await sample()
  const handlesBefore = openHandles(watched.pid, watched.dataDir)
  printHeader()
  printSample(before)

  const consoles = openConsoles(user, calls)
  const traffic = startTraffic({ calls, control }, devices)
  const samples: Sample[] = []
  for (let minute = 0; minute < Number(values.minutes); minute += 1) {
    await pause(MINUTE_MS)
    const taken = await sample()
    samples.push(taken)
    printSample(taken)
  }
  await traffic.end()
  await untilHooksRest(traffic, receiver)
  await consoles.close()
  printSlopes(samples)
  print(
    `webhooks ${receiver.count()} (${receiver.kinds().join(', ')}); ` +
      `${consoles.counts.streams} event streams of consoles`,
  )
  const verdict = await judge(traffic, { calls, control, hooks: receiver })
  const after = await rest(before, { sample, pid: watched.pid })
  print('handles at rest, beside those before the traffic:')
  for (const [kind, more] of handleChanges(
    handlesBefore,
    openHandles(watched.pid, watched.dataDir),
  )) {
    print(`  ${more > 0 ? '+' : ''}${more} ${kind}`)
  }
  printReport({ devices: devices.length, before, samples, after, traffic, calls, verdict })
  return verdict
}

async function pairAll({ user, control }: Pick<Stage, 'user' | 'control'>, { url }: HookReceiver) {
  const devices: string[] = []
  for (let at = 0; at < Number(values.devices); at += 1) {
    const device = await user.pair(control, String(FIRST_DEVICE + at))
    await setWebhook(user, device, {
      url,
      events: ['SEND_MESSAGE', 'MESSAGES_UPDATE', 'MESSAGES_UPSERT'],
    })
    devices.push(device)
  }
  const eventos = [CampaignEvent.started, CampaignEvent.ended, CampaignEvent.reply]
  await user.post('/api/webhooks', { url, eventos })
  return devices
}

/** Waits until all events have arrived, or none has come for some time. */
async function untilHooksRest(traffic: Traffic, receiver: HookReceiver): Promise<void> {
  for (;;) {
    const count = receiver.count()
    await pause(HOOKS_LOOK_MS)
    if (receiver.count() === count || missing(traffic, receiver).length === 0) return
  }
}

async function rest(
  before: Sample,
  { sample, pid }: { readonly sample: () => Promise<Sample>; readonly pid: number },
): Promise<Sample> {
  print('before the traffic, and at rest behind it:')
  printHeader()
  printSample(before)
  let last = await sample()
  printSample(last)
  for (let minute = 0; minute < Number(values.idle); minute += 1) {
    const from = processorSeconds(pid)
    await pause(MINUTE_MS)
    const share = (processorSeconds(pid) - from) / (MINUTE_MS / 1_000)
    last = await sample()
    printSample(last)
    print(`${fixed(share * 100, 2)} % of a core in this minute`)
  }
  return last
}
