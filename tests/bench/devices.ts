import { setTimeout as pause } from 'node:timers/promises'
import { phones } from '../support/daemon/user.ts'
import { fixed, print, quantile, residentMegabytes, type Stage, setStage } from './stage.ts'

const DEVICES = Number(process.env.DEVICES ?? 1_000)
const LOGINS_PER_SECOND = Number(process.env.LOGINS_PER_SECOND ?? 5)
const INTERVAL_SECONDS = Number(process.env.INTERVAL_SECONDS ?? 60)
const SENDS_EACH = 3
const LANES = 6
const FIRST_PHONE = 5_561_980_000_000
const POLL_MS = 250
const PAIRING_LIMIT_MS = 5 * 60_000
const HEALTH_PAUSE_MS = 50

type Health = { readonly devices: { readonly connected: number; readonly total: number } }
type Send = { readonly data_envio: string; readonly status: string }

/**
 * Measures many devices on one daemon: memory, how long until all are connected after a kill, and
 * how well as many campaigns keep their pace, while a client asks for the daemon's health.
 */
export async function devices(): Promise<void> {
  const stage = await setStage({
    env: {
      DISPARO_MAX_DEVICES: String(DEVICES),
      DISPARO_LOGINS_PER_SECOND: String(LOGINS_PER_SECOND),
    },
  })
  try {
    const empty = residentMegabytes(stage.daemon.pid())
    const startedAt = performance.now()
    await inLanes((place) => pair(stage, deviceOf(place)))
    const full = residentMegabytes(stage.daemon.pid())
    print(
      `${DEVICES} devices paired in ${seconds(startedAt)} s: RSS ${fixed(empty, 0)} to ` +
        `${fixed(full, 0)} MB, ${fixed((full - empty) / DEVICES, 2)} MB each`,
    )
    await comeBack(stage)
    await keepPace(stage)
  } finally {
    await stage.close()
  }
}

/** Pairs with more patience than a test has: the machine is full of handshakes. */
async function pair({ user, control }: Stage, phone: string): Promise<void> {
  await user.post('/api/whatsapp/connect', { deviceId: phone, connectionName: `Loja ${phone}` })
  for (;;) {
    const { qr } = await user.get<{ qr: string | null }>(`/api/whatsapp/qr/${phone}`)
    if (qr !== null) {
      await control.scan({ qr, phone, name: 'Loja' })
      break
    }
    await pause(POLL_MS)
  }
  await user.waitForStatus(phone, 'connected', PAIRING_LIMIT_MS)
}

async function comeBack({ daemon, user }: Stage): Promise<void> {
  await daemon.kill()
  const startedAt = performance.now()
  await daemon.restartInPlace()
  const ready = seconds(startedAt)
  const at = user.at(daemon.url())
  for (;;) {
    const { devices: now } = await at.get<Health>('/health')
    if (now.connected === DEVICES) break
    await pause(POLL_MS)
  }
  const all = (performance.now() - startedAt) / 1_000
  print(
    `after kill -9: answers in ${ready} s, all connected in ${fixed(all)} s, ratio ` +
      `${fixed(all / (DEVICES / LOGINS_PER_SECOND), 2)} to ${LOGINS_PER_SECOND} logins a second, ` +
      `RSS ${fixed(residentMegabytes(daemon.pid()), 0)} MB`,
  )
}

async function keepPace({ daemon, user: before }: Stage): Promise<void> {
  const user = before.at(daemon.url())
  const ids: string[] = []
  const list = await user.createList(phones(SENDS_EACH, 3))
  await inLanes(async (place) => {
    const { id } = await user.createCampaign({
      device_id: deviceOf(place),
      contatos: list,
      delay: INTERVAL_SECONDS,
    })
    ids.push(id)
  })
  const health: number[] = []
  const endsAt = performance.now() + SENDS_EACH * INTERVAL_SECONDS * 1_000
  while (performance.now() < endsAt) {
    const from = performance.now()
    await user.get('/health')
    health.push(performance.now() - from)
    await pause(HEALTH_PAUSE_MS)
  }
  const off: number[] = []
  for (const id of ids) {
    const sends = await user.get<readonly Send[]>(`/api/campaigns/${id}/sends`)
    const times = sends.map(({ data_envio }) => Date.parse(data_envio) / 1_000)
    for (const [place, at] of times.entries()) {
      const last = times[place - 1]
      if (last !== undefined) off.push(Math.abs(at - last - INTERVAL_SECONDS))
    }
  }
  const kept = off.filter((gap) => gap <= 1).length / off.length
  print(
    `${DEVICES} campaigns at ${INTERVAL_SECONDS} s: ${off.length} intervals, ` +
      `${fixed(kept * 100)} % within 1 s, p50 ${fixed(quantile(off, 0.5), 2)} s, ` +
      `p99 ${fixed(quantile(off, 0.99), 2)} s off`,
  )
  print(
    `/health meanwhile p50 ${fixed(quantile(health, 0.5))} ms, ` +
      `p99 ${fixed(quantile(health, 0.99))} ms (aim 25), RSS ` +
      `${fixed(residentMegabytes(daemon.pid()), 0)} MB`,
  )
}

function deviceOf(place: number): string {
  return String(FIRST_PHONE + place)
}

/** Does the work for every device, some at a time. */
async function inLanes(work: (place: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < DEVICES) {
      const place = next
      next += 1
      await work(place)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

function seconds(startedAt: number): string {
  return fixed((performance.now() - startedAt) / 1_000)
}
