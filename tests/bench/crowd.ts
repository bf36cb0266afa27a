import { phones } from '../support/daemon/user.ts'
import {
  campaignRate,
  fixed,
  print,
  quantile,
  residentMegabytes,
  runCampaign,
  type Stage,
  setStage,
} from './stage.ts'

const DEVICES = 8
const EACH = 300
const SETTLE_MS = 3_000

/** Measures an idle daemon's memory, and its answers while eight devices send at full speed. */
export async function crowd(): Promise<void> {
  const stage = await setStage()
  try {
    await pause(SETTLE_MS)
    print(`RSS idle without a device: ${fixed(residentMegabytes(stage.daemon.pid()))} MB (aim 90)`)
    const devices = await pairAll(stage)
    const idle = await healthTimes(stage.daemon.url(), () => pause(SETTLE_MS))
    const work = Promise.all(
      devices.map((device, index) =>
        runCampaign(stage.user, { device, phones: phones(EACH, 10 + index) }),
      ),
    )
    const startedAt = performance.now()
    const busy = await healthTimes(stage.daemon.url(), () => work)
    const rate = (DEVICES * EACH) / ((performance.now() - startedAt) / 1_000)
    print(`${DEVICES} devices flat out: ${fixed(rate)} msg/s together`)
    print(
      `/health idle p50 ${fixed(quantile(idle, 0.5), 2)} ms, p99 ${fixed(quantile(idle, 0.99), 2)} ms; ` +
        `busy p50 ${fixed(quantile(busy, 0.5), 2)} ms, p99 ${fixed(quantile(busy, 0.99), 2)} ms (aim 15)`,
    )
    await besideAnother(stage, devices)
  } finally {
    await stage.close()
  }
}

async function pairAll({ user, control, daemon }: Stage): Promise<string[]> {
  const devices: string[] = []
  for (let index = 0; index < DEVICES; index += 1) {
    devices.push(await user.pair(control, `55619888800${10 + index}`))
    if (index > 0 && index < DEVICES - 1) continue
    await pause(SETTLE_MS)
    print(`RSS with ${index + 1} connected: ${fixed(residentMegabytes(daemon.pid()))} MB`)
  }
  return devices
}

/**
 * Measures what a second account costs the first at the same time: as fast as the machine can,
 * where both share its cores, and with every answer as late as a real server's.
 */
async function besideAnother({ user, control }: Stage, [first = '', second = '']: string[]) {
  for (const [place, latencyMs] of [0, 100].entries()) {
    await control.setFaults({ latencyMs })
    const audience = (slot: number) => phones(EACH, 20 + place * 3 + slot)
    const alone = await campaignRate(user, { device: first, phones: audience(0) })
    const [beside, other] = await Promise.all([
      campaignRate(user, { device: first, phones: audience(1) }),
      campaignRate(user, { device: second, phones: audience(2) }),
    ])
    print(
      `server ${latencyMs} ms away: one account ${fixed(alone)} msg/s alone, ${fixed(beside)} beside ` +
        `a second one with ${fixed(other)} (${fixed(beside / alone, 2)} of it)`,
    )
  }
}

async function healthTimes(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const done = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/health`)
    await response.arrayBuffer()
    times.push(performance.now() - startedAt)
    await pause(10)
  }
  await done
  return times
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
