import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SimulatorControl } from '../../src/simulator/control/control.ts'
import { createControlClient } from '../../src/simulator/control/control-client.ts'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon/daemon.ts'
import { registerUser, type User } from '../support/daemon/user.ts'
import { PATIENCE_MS } from '../support/patience.ts'

/** The setting of a benchmark: simulator and daemon as processes of their own, and one user. */
export type Stage = {
  readonly server: SimulatorProcess
  readonly control: SimulatorControl
  readonly daemon: Daemon
  readonly user: User
  readonly folder: string
  close(): Promise<void>
}

export type SimulatorProcess = {
  readonly whatsappUrl: string
  readonly rootKeyHex: string
  readonly mediaCaPem: string
  readonly mediaCaPath: string
  readonly controlUrl: string
}

const script = (name: string) => fileURLToPath(new URL(`./processes/${name}.js`, import.meta.url))

export async function setStage(
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly nodeArgs?: readonly string[]
  } = {},
): Promise<Stage> {
  const folder = await temporaryFolder('bench')
  const simulator = [script('simulator-process'), `${folder.path}/simulator`]
  // A world that accepts everything measures the product alone; `BENCH_WORLD` names another.
  const child = spawn(process.execPath, [...simulator, process.env.BENCH_WORLD ?? 'gentle'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const server: SimulatorProcess = JSON.parse(String(line))
  const daemon = await startDaemon({
    dataDir: `${folder.path}/data`,
    whatsapp: server,
    ...(options.env && { env: options.env }),
    nodeArgs: options.nodeArgs ?? [],
  })
  return {
    server,
    control: createControlClient(server.controlUrl, PATIENCE_MS),
    daemon,
    user: await registerUser(daemon.url()),
    folder: folder.path,
    close: async () => {
      await daemon.stop()
      child.kill('SIGTERM')
      await once(child, 'exit')
      await folder.remove()
    },
  }
}

/** Messages per second of the bare loop, in a process of its own. */
export function bareRate(
  server: SimulatorProcess,
  { sender, phones }: { readonly sender: string; readonly phones: readonly string[] },
): number {
  const input = JSON.stringify({ server, sender, phones })
  const output = execFileSync(process.execPath, [script('bare-loop'), input], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const lines = output.trim().split('\n')
  const { rate }: { rate: number } = JSON.parse(lines.at(-1) ?? '{}')
  return rate
}

/** Sends one campaign at interval 0 to its end; returns messages per second. */
export async function campaignRate(
  user: User,
  { device, phones }: { readonly device: string; readonly phones: readonly string[] },
): Promise<number> {
  const { seconds } = await runCampaign(user, { device, phones })
  return phones.length / seconds
}

export async function runCampaign(
  user: User,
  { device, phones }: { readonly device: string; readonly phones: readonly string[] },
): Promise<{ readonly id: string; readonly seconds: number }> {
  const contatos = await user.createList(phones)
  const { id } = await user.createCampaign({ device_id: device, contatos })
  const ended = await user.waitForEnd(id, 15 * 60_000, 500)
  if (ended.sentCount !== phones.length) {
    throw new Error(`${ended.sentCount} of ${phones.length} sent: ${ended.status}, ${ended.motivo}`)
  }
  const { started_at, finished_at } = await user.get<{ started_at: string; finished_at: string }>(
    `/api/campaigns/${id}`,
  )
  return { id, seconds: (Date.parse(finished_at) - Date.parse(started_at)) / 1_000 }
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
}

/** Bytes that a process has handed to the system for writing. */
export function writtenBytes(pid: number): number {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  return Number(/wchar: (\d+)/.exec(io)?.[1] ?? 0)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export const fixed = (value: number, digits = 1) => value.toFixed(digits)
