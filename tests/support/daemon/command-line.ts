import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { PATIENCE_MS } from '../patience.ts'
import { aDataFolder } from '../storage/data-folder.ts'
import { type Daemon, type DaemonOptions, ownEnvironment, program, startDaemon } from './daemon.ts'
import { postFromOwnAddress } from './own-address.ts'
import { runWarm } from './warm-process.ts'

/** The program as a user runs it: built, in a process of its own, without a terminal. */

/** A command that still runs after this time was waiting for input that does not come. */
const DEADLINE_MS = PATIENCE_MS

export type Finished = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Running = {
  readonly process: ChildProcess
  /** Everything written so far. */
  readonly output: () => { readonly stdout: string; readonly stderr: string }
  readonly finished: Promise<Finished>
}

export type CommandOptions = {
  readonly input?: string
  /** The input stays open, without an end. */
  readonly isInputEndless?: boolean
  readonly environment?: Readonly<Record<string, string>>
  /** The command ends before it serves anything. */
  readonly isRefused?: boolean
  readonly cwd?: string
  readonly deadlineMs?: number
}

/** A person at this machine, with a home and settings of their own. */
export async function aPerson() {
  const home = await aDataFolder()
  const environment = {
    ...ownEnvironment(),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
  }

  const sessionFile = join(home, 'config', 'disparo', 'session.json')
  return { home, sessionFile, start, startAtTerminal, run, json }

  function start(args: readonly string[], options: CommandOptions = {}): Running {
    const running = begin([process.execPath, program, ...args], options)
    running.process.stdin?.write(options.input ?? '')
    if (!options.isInputEndless) running.process.stdin?.end()
    return running
  }

  /** Starts a command at a terminal, which shows stdout and stderr as one; `type` presses keys. */
  function startAtTerminal(args: readonly string[], options: CommandOptions = {}) {
    const command = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ')
    const running = begin(['script', '-qec', command, '/dev/null'], options)
    return { ...running, type: (keys: string) => running.process.stdin?.write(keys) }
  }

  function begin([command = '', ...args]: readonly string[], options: CommandOptions): Running {
    const child = spawn(command, args, {
      cwd: options.cwd ?? home,
      env: { ...environment, ...options.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const running = watch(child, options.deadlineMs ?? DEADLINE_MS)
    // A command that reads no input may have ended before it gets any.
    child.stdin.on('error', () => undefined)
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await running.finished
    })
    return running
  }

  /** Runs a command to its end, in a warm process unless it needs one of its own. */
  async function run(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
    const finished =
      !needsOwnProcess(args, options) &&
      (await runWarm(
        {
          args,
          input: options.input ?? '',
          environment: { ...environment, ...options.environment },
          cwd: options.cwd ?? home,
        },
        options.deadlineMs ?? DEADLINE_MS,
      ))
    return finished || start(args, options).finished
  }

  /** Runs with --json, and parses the one value of the output. */
  async function json(args: readonly string[], options: CommandOptions = {}) {
    const { code, stdout, stderr } = await run([...args, '--json'], options)
    const value: unknown = JSON.parse(stdout)
    return { code, stderr, value }
  }
}

/** Commands that serve: only the end of a process releases what they hold. */
const serving = new Set(['serve', 'simulator', 'demo'])

/** Variables that set a process's clock or zone take effect only at its start. */
const toldAtStart = ['TZ', 'LD_PRELOAD']

function needsOwnProcess(args: readonly string[], options: CommandOptions) {
  const [noun = ''] = args
  const { isRefused = args.includes('--help'), environment = {} } = options
  return (serving.has(noun) && !isRefused) || toldAtStart.some((name) => name in environment)
}

/** A person who has an account there and is signed in. */
export async function aMember(url: string, name = 'Maria Souza') {
  const person = await aPerson()
  memberCount += 1
  const email = `pessoa${memberCount}@exemplo.com.br`
  const password = 'uma senha boa'
  // The server takes few accounts an hour from one address: tests of `signup` need those.
  await postFromOwnAddress(`${url}/auth/register`, { name, email, password })
  const at = ['--url', url, '--email', email, '--password-stdin']
  const { code, stderr } = await person.run(['login', ...at], { input: `${password}\n` })
  if (code !== 0) throw new Error(stderr)
  return { ...person, email }
}

let memberCount = 0

/** `disparo serve` until the test ends; for a test to which those of `shared.ts` are not enough. */
export async function aDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  const daemon = await startDaemon(options)
  onTestFinished(daemon.close)
  return daemon
}

function watch(child: ChildProcess, deadlineMs: number): Running {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, ...output })
    })
  })
  return { process: child, output: () => output, finished }
}
