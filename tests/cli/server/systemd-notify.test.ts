import { spawn, spawnSync } from 'node:child_process'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createServiceState } from '../../../src/cli/server/systemd-notify.ts'
import { formatUnit } from '../../../src/cli/server/systemd-unit.ts'
import { startDaemon } from '../../support/daemon/daemon.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const programs = ['systemd-notify', 'systemd-socket-activate']
const hasSystemd = programs.every((name) => spawnSync(name, ['--version']).status === 0)

/** Prints each message that comes to the socket it is started with. */
const PRINT = `
  const { read } = require('node:fs')
  const next = () => read(3, Buffer.alloc(4096), 0, 4096, null, (error, length, bytes) => {
    if (error) throw error
    process.stdout.write(bytes.subarray(0, length).toString() + '\\n')
    next()
  })
  next()
`

/** The socket of a service manager: systemd's own listener, and what came to it. */
async function aManager() {
  const path = join(await aDataFolder(), 'notify')
  const listener = spawn('systemd-socket-activate', [
    ...['--datagram', `--listen=${path}`],
    ...[process.execPath, '-e', PRINT],
  ])
  onTestFinished(() => void listener.kill())
  let said = ''
  listener.stdout.on('data', (text) => {
    said += text
  })
  await vi.waitFor(() => access(path), { timeout: PATIENCE_MS })
  return { NOTIFY_SOCKET: path, lines: () => said.split('\n') }
}

test.runIf(hasSystemd)(
  'the server tells systemd that it has begun, that it lives, and that it ends',
  async () => {
    const { NOTIFY_SOCKET, lines } = await aManager()
    const daemon = await startDaemon({ env: { NOTIFY_SOCKET, WATCHDOG_USEC: '600000' } })
    await expect.poll(lines).toContain('READY=1')
    expect(lines()).toContain(`STATUS=Pronto em ${daemon.url()}`)
    await expect
      .poll(() => lines().filter((line) => line === 'WATCHDOG=1').length)
      .toBeGreaterThan(2)
    await daemon.stop()
    await expect.poll(lines).toContain('STOPPING=1')
  },
)

const WATCHDOG_MS = 300
const ROUNDS = 20
/** Messages that were on their way when the hang began arrive before this round. */
const SETTLED_ROUND = 5

/** Blocks the main thread for some rounds, each a watchdog's pause long, and counts them. */
const HANG = `
  const { execFileSync } = require('node:child_process')
  if (require('node:worker_threads').isMainThread) {
    const still = new Int32Array(new SharedArrayBuffer(4))
    process.on('SIGUSR2', () => {
      for (let round = 1; round <= ${ROUNDS}; round += 1) {
        execFileSync('systemd-notify', ['STATUS=round ' + round])
        Atomics.wait(still, 0, 0, ${WATCHDOG_MS / 3})
      }
    })
  }
`

test.runIf(hasSystemd)(
  'a main thread that hangs tells systemd nothing until it goes on',
  async () => {
    const { NOTIFY_SOCKET, lines } = await aManager()
    const hang = join(await aDataFolder(), 'hang.cjs')
    await writeFile(hang, HANG)
    const daemon = await startDaemon({
      nodeArgs: ['--require', hang],
      env: { NOTIFY_SOCKET, WATCHDOG_USEC: String(WATCHDOG_MS * 1_000) },
    })
    await expect.poll(lines).toContain('WATCHDOG=1')
    process.kill(daemon.pid(), 'SIGUSR2')
    const after = (round: number) => lines().slice(lines().indexOf(`STATUS=round ${round}`))
    await expect.poll(lines).toContain(`STATUS=round ${ROUNDS}`)
    await expect.poll(() => after(ROUNDS)).toContain('WATCHDOG=1')
    const hanging = after(SETTLED_ROUND).slice(0, -after(ROUNDS).length)
    // systemd-notify ends each message of its own with a barrier.
    expect(hanging.filter((line) => line !== 'BARRIER=1')).toEqual(
      Array.from(
        { length: ROUNDS - SETTLED_ROUND },
        (_, at) => `STATUS=round ${SETTLED_ROUND + at}`,
      ),
    )
    await daemon.stop()
  },
)

test.runIf(hasSystemd)('a watchdog that is meant for another process is sent nothing', async () => {
  const { NOTIFY_SOCKET, lines } = await aManager()
  const faults: unknown[] = []
  const other = { WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' }
  const env = { ...process.env, ...other, NOTIFY_SOCKET }
  const service = createServiceState(env, (error) => faults.push(error))
  await service.ready('Pronto')
  await service.stopping()
  await expect.poll(lines).toContain('STOPPING=1')
  expect([lines().includes('WATCHDOG=1'), faults]).toEqual([false, []])
})

test('a manager that does not listen is reported once, and does not stop the server', async () => {
  const faults: unknown[] = []
  const env = { PATH: process.env.PATH, NOTIFY_SOCKET: join(await aDataFolder(), 'nobody') }
  const service = createServiceState(env, (error) => faults.push(error))
  await service.ready('Pronto')
  await service.stopping()
  expect(faults).toHaveLength(1)
})

/** A systemd-notify that returns from STOPPING only once the server's port is closed. */
const WAITING_NOTIFY = `#!/bin/bash
status="$(dirname "$0")/status"
[[ $1 == READY=1 ]] && echo "$2" >"$status"
[[ $1 == STOPPING=1 ]] || exit 0
while (exec 3<>"/dev/tcp/127.0.0.1/$(grep -o '[0-9]*$' "$status")") 2>/dev/null; do sleep 0.05; done
`

test('the server does not wait until systemd is notified before it closes', async () => {
  const bin = join(await aDataFolder(), 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'systemd-notify'), WAITING_NOTIFY, { mode: 0o755 })
  const env = { NOTIFY_SOCKET: '/nobody', PATH: `${bin}:${process.env.PATH}` }
  const daemon = await startDaemon({ env })
  expect((await daemon.stop()).code).toBe(0)
  expect(daemon.output().stderr).not.toContain('systemd was not notified')
})

test('the unit waits for the server, and ends one that hangs', () => {
  const plan = { scope: 'system', nodePath: '/usr/bin/node', scriptPath: '/opt/bin.js' } as const
  const lines = formatUnit({ ...plan, settings: {} }).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining(['Type=notify', 'NotifyAccess=all', 'WatchdogSec=2min']),
  )
})
