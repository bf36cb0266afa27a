import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** The built program, run as its users run it: a process of its own, spoken to over HTTP. */

const binary = resolve(import.meta.dirname, findRoot(import.meta.dirname), 'bin/disparo.js')

function findRoot(from: string): string {
  return from.includes('/dist/') ? `${from.slice(0, from.indexOf('/dist/'))}` : '../../..'
}

type Program = {
  readonly child: ChildProcess
  readonly pid: number
  /** The first line on stdout. */
  readonly firstLine: string
  /** What was written to stderr so far. */
  errorOutput(): string
  /** Asks it to end; gives the exit code. */
  stop(): Promise<number | null>
  /** Ends it without asking. */
  kill(): Promise<void>
}

/** Starts a command that stays, and waits for its first line. */
export async function startProgram(
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly nodeArgs?: readonly string[]
  } = {},
): Promise<Program> {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), binary, ...args], {
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const firstLine = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(([code]) => {
      throw new Error(`${args.join(' ')} ended with ${code}: ${errors.join('')}`)
    }),
  ])
  return {
    child,
    pid: child.pid ?? 0,
    firstLine,
    errorOutput: () => errors.join(''),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Nothing of the machine's own settings reaches a test. */
function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !name.startsWith('DISPARO_') && name !== 'NODE_OPTIONS',
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']))
}

export type WhatsAppServer = {
  readonly whatsappUrl: string
  readonly rootKeyHex: string
  readonly mediaCaPath: string
}

/** The settings that point a daemon at a WhatsApp server other than the real one. */
export function whatsappEnvironment(server: WhatsAppServer): Record<string, string> {
  return {
    DISPARO_WHATSAPP_URL: server.whatsappUrl,
    DISPARO_WHATSAPP_ROOT_KEY: server.rootKeyHex,
    DISPARO_WHATSAPP_MEDIA_CA: server.mediaCaPath,
  }
}

export type RunningDaemon = Program & { readonly url: string }

export async function startDaemonProcess({
  dataDir,
  env = {},
  nodeArgs = [],
}: {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
}): Promise<RunningDaemon> {
  const program = await startProgram(['serve', '--port', '0', '--data-dir', dataDir], {
    // Gateways, webhooks and media of the tests are on this machine.
    env: { DISPARO_LOG: 'warn', DISPARO_PRIVATE_TARGETS: 'allow', ...env },
    nodeArgs,
  })
  const url = /https?:\/\/\S+/.exec(program.firstLine)?.[0]
  if (!url) throw new Error(`no address in "${program.firstLine}"`)
  return { ...program, url: url.replace(/\/$/, '') }
}

export async function temporaryFolder(name: string) {
  const path = await mkdtemp(join(tmpdir(), `disparo-${name}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
