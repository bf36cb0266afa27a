import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CampaignEvent } from '../../../src/contract/webhooks/campaign-event.ts'
import { setWebhook } from '../../support/domain/instance-webhook.ts'
import { fixed, print, type Stage, setStage } from '../stage.ts'
import { openConsoles } from './consoles.ts'
import { type HookReceiver, startHookReceiver } from './hook-receiver.ts'
import {
  printHeader,
  printSample,
  printSlopes,
  processorSeconds,
  type Sample,
  takeSample,
} from './samples.ts'
import { judge, missing, startTraffic, type Traffic } from './traffic.ts'

/**
 * `npm run soak [-- --minutes 60] [--idle 5] [--devices 20]`: a daemon at work in real time, with
 * everything that a busy account does at once. Prints what it takes of the machine minute by minute, how
 * that grows, and what is left of it once there is rest; ends with 1 where anything was lost or came twice.
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
/** Webhooks may be behind for as long as they come at all. */
const HOOKS_LOOK_MS = 5_000
const COMPLAINTS_SHOWN = 50

const watch = fileURLToPath(new URL('../processes/soak-watch.js', import.meta.url))
const stage = await setStage({ nodeArgs: ['--import', watch] })
const hooks = await startHookReceiver()
try {
  const found = await soak(stage, hooks)
  for (const text of found.slice(0, COMPLAINTS_SHOWN)) print(text)
  print(found.length === 0 ? 'nothing was lost, nothing came twice' : `${found.length} complaints`)
  process.exitCode = found.length === 0 ? 0 : 1
} finally {
  hooks.close()
  await stage.close()
}

async function soak({ daemon, user, control, folder }: Stage, receiver: HookReceiver) {
  const startedAt = performance.now()
  const sample = () =>
    takeSample(
      {
        pid: daemon.pid(),
        dataDir: daemon.dataDir,
        watchPath: join(folder, 'watch.json'),
        // A minute without these figures is no reason to end.
        metrics: () =>
          user.raw('/metrics').then(
            (answer) => answer.text(),
            () => '',
          ),
      },
      (performance.now() - startedAt) / MINUTE_MS,
    )
  const devices = await pairAll({ user, control }, receiver)
  await pause(SETTLE_MS)
  const before = await sample()
  printHeader()
  printSample(before)

  const consoles = openConsoles(user)
  const traffic = startTraffic({ user, control }, devices)
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
    `${traffic.campaigns.length} campaigns, ${traffic.sent.size} messages, ${traffic.inbound.length} ` +
      `inbound; webhooks ${receiver.count()} (${receiver.kinds().join(', ')}); console ` +
      `${consoles.counts.calls} calls, ${consoles.counts.failures} failed, ${consoles.counts.streams} streams`,
  )
  const found = await judge(traffic, { control, hooks: receiver })
  await rest(before, { sample, pid: daemon.pid() })
  return found
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

/** Until all have arrived, or none has come for some time. */
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
): Promise<void> {
  print('before the traffic, and at rest behind it:')
  printHeader()
  printSample(before)
  printSample(await sample())
  for (let minute = 0; minute < Number(values.idle); minute += 1) {
    const from = processorSeconds(pid)
    await pause(MINUTE_MS)
    const share = (processorSeconds(pid) - from) / (MINUTE_MS / 1_000)
    printSample(await sample())
    print(`${fixed(share * 100, 2)} % of a core in this minute`)
  }
}
