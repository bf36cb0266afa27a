import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { searchLog } from './log-secrets.ts'

/** Default storage of daemons; `npm run test:postgres` asks for a database. */
const STORAGE = process.env.TEST_STORAGE === 'postgres' ? 'postgres' : 'files'

/** The built program, run as its users run it: a process of its own, spoken to over HTTP. */

export const program = resolve(findRoot(import.meta.dirname), 'bin/disparo.js')
const quickPasswords = beforeProgram('quick-passwords.cjs')
const endWithParent = beforeProgram('end-with-parent.cjs')
const keepCompiled = beforeProgram('keep-compiled.cjs')

function beforeProgram(name: string): string {
  return resolve(findRoot(import.meta.dirname), 'tests/support/daemon/before', name)
}

/** Benchmarks are compiled, and run below `dist`. */
function findRoot(from: string): string {
  return from.includes('/dist/') ? from.slice(0, from.indexOf('/dist/')) : join(from, '../../..')
}

type WhatsAppServer = {
  readonly whatsappUrl: string
  readonly rootKeyHex: string
  readonly mediaCaPath: string | null
}

export type DaemonOptions = {
  /** The data folder; left out: a folder that is removed when the daemon is closed. */
  readonly dataDir?: string
  /** Where the daemon stores; left out: the default of the whole run. */
  readonly storage?: 'files' | 'postgres'
  /** Flags of `serve`, besides the port and the data folder. */
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
  /** Hashes passwords at the product's cost; left out: at next to none. */
  readonly passwords?: 'full'
  /** The WhatsApp server to use in place of the real one. */
  readonly whatsapp?: WhatsAppServer
  /** Whether the daemon lives as long as this process, without keeping it alive. */
  readonly isResident?: boolean
  /** The program of another build, in place of this one's. */
  readonly program?: string
}

export type Daemon = Awaited<ReturnType<typeof startDaemon>>

/** Starts `disparo serve`, and waits until it answers. */
export async function startDaemon(options: DaemonOptions = {}) {
  const folder = options.dataDir === undefined ? await temporaryFolder('data') : undefined
  const dataDir = options.dataDir ?? folder?.path ?? ''
  const database = await databaseOf(options)
  const place = { dataDir, ...(database && { databaseUrl: database.url }) }
  let running = await serve(options, { ...place, port: '0' })

  return {
    dataDir,
    /** The address of its database, if it has one. */
    databaseUrl: database?.url,
    url: () => running.url,
    /** The control address of the simulator that it started with `--simulator`. */
    controlUrl: () => /Controle em (https?:\/\/\S+)/.exec(running.output().stderr)?.[1] ?? '',
    pid: () => running.child.pid ?? 0,
    /** Output since its last start. */
    output: () => running.output(),
    hasEnded: () => running.child.exitCode !== null || running.child.signalCode !== null,
    stop,
    kill,
    restart,
    restartInPlace,
    close,
  }

  /** Ends the daemon by a signal; returns how it ended. */
  async function stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM') {
    running.child.kill(signal)
    await running.ended
    return { code: running.child.exitCode, ...running.output() }
  }

  /** Kills the daemon. */
  async function kill(): Promise<void> {
    running.child.kill('SIGKILL')
    await running.ended
  }

  /** Restarts the daemon on the same data, at a new address: the one before may be taken. */
  async function restart(): Promise<void> {
    running = await serve(options, { ...place, port: '0' })
  }

  /** Restarts the daemon on the same data, at the same address. */
  async function restartInPlace(): Promise<void> {
    running = await serve(options, { ...place, port: new URL(running.url).port })
  }

  async function close(): Promise<void> {
    await kill()
    await database?.close()
    await folder?.remove()
  }
}

/**
 * Loads the database support only when needed: benchmarks start daemons, too. With the simulator
 * there is no database.
 */
async function databaseOf({ storage = STORAGE, env, flags = [] }: DaemonOptions) {
  const isGiven = env?.DISPARO_DATABASE_URL !== undefined
  if (storage === 'files' || isGiven || flags.includes('--simulator')) return undefined
  const { aDatabase } = await import('./database.ts')
  return aDatabase()
}

type Place = {
  readonly dataDir: string
  /** Makes the daemon a node. */
  readonly databaseUrl?: string
}

async function serve(
  {
    flags = [],
    env = {},
    nodeArgs = [],
    passwords,
    whatsapp,
    isResident = false,
    program: path = program,
  }: DaemonOptions,
  { dataDir, databaseUrl, port }: Place & { readonly port: string },
) {
  const args = [path, 'serve', '--port', port, '--data-dir', dataDir, ...flags]
  const before = [
    // Benchmarks measure a start as it is.
    ...(process.env.VITEST ? ['--require', keepCompiled] : []),
    ...(passwords === 'full' ? [] : ['--require', quickPasswords]),
    ...(isResident ? ['--require', endWithParent] : []),
  ]
  const child = spawn(process.execPath, [...nodeArgs, ...before, ...args], {
    env: {
      ...ownEnvironment(),
      DISPARO_LOG: 'info',
      // Gateways, webhooks and media of the tests are on this machine.
      DISPARO_PRIVATE_TARGETS: 'allow',
      ...(whatsapp && whatsappSettings(whatsapp)),
      ...(databaseUrl !== undefined && { DISPARO_DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(isResident ? ['ipc' as const] : [])],
  })
  const { stdout, stderr } = child
  if (!(stdout instanceof Socket && stderr instanceof Socket)) throw new Error('no pipes')
  const output = { stdout: '', stderr: '' }
  stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  const ended = once(child, 'close')
  const [firstLine] = await Promise.race([
    once(createInterface({ input: stdout }), 'line'),
    ended.then(([code]) => {
      throw new Error(`the daemon ended with ${code}: ${output.stderr}`)
    }),
  ])
  const url = /https?:\/\/\S+/.exec(String(firstLine))?.[0]?.replace(/\/$/, '')
  if (!url) throw new Error(`no address in "${firstLine}"`)
  if (isResident) for (const one of [child, child.channel, stdout, stderr]) one?.unref()
  // A secret in the log fails the run, whoever ended the daemon.
  void ended.then(() => searchLog(url, output.stderr))
  return { child, url, ended, output: () => ({ ...output }) }
}

/** The settings that point a daemon at a WhatsApp server other than the real one. */
function whatsappSettings(server: WhatsAppServer): Record<string, string> {
  return {
    DISPARO_WHATSAPP_URL: server.whatsappUrl,
    DISPARO_WHATSAPP_ROOT_KEY: server.rootKeyHex,
    ...(server.mediaCaPath !== null && { DISPARO_WHATSAPP_MEDIA_CA: server.mediaCaPath }),
  }
}

/**
 * Variables that every program needs, and those of a made-up clock: tests get nothing else of the
 * machine.
 */
const needed = /^(?:PATH|HOME|TMPDIR|TZ|LANG|LD_PRELOAD|FAKETIME.*)$/

export function ownEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => needed.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']))
}

export async function temporaryFolder(name: string) {
  const path = await mkdtemp(join(tmpdir(), `disparo-${name}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
