import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { accountApi } from '../../contract/api/account-api.ts'
import { startDaemon } from '../../daemon/daemon.ts'
import { type Client, createClient } from '../client.ts'
import type { Context } from '../run.ts'
import { createFileLog } from '../server/daemon-log.ts'
import { startSimulatorFor } from '../server/simulator-start.ts'
import { explainStartFailure } from '../server/start-failure.ts'
import type { ChosenWorld } from '../server/world-flag.ts'
import { absentPhones, oldMobile, readers } from './cast.ts'
import { createStep } from './step.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Time a simulated person takes to look at a message. */
const READ_DELAY_MS = 400
const DELIVERY_DELAY_MS = 40

/** Simulated phones, a daemon on a fresh data folder, and a signed-in user. */
export async function openStage(context: Context, port: string, world: ChosenWorld) {
  const step = createStep(context.terminal)
  const dataDir = await mkdtemp(join(tmpdir(), 'disparo-demo-'))
  const logPath = join(dataDir, 'disparo.log')
  const simulated = await startSimulatorFor(demoConfig(dataDir, port), {
    defaults: { deliveryDelayMs: DELIVERY_DELAY_MS },
    ...world,
  })
  const { simulator, config } = simulated
  await setBehaviours(simulator.control)
  const log = createFileLog('info', logPath)
  const daemon = await startDaemon(config, {
    log,
    simulator: simulated.phones,
  }).catch(async (error) => {
    await simulator.close()
    await rm(dataDir, { recursive: true, force: true })
    throw explainStartFailure(error, config)
  })
  step(`Servidor e WhatsApp simulado no ar em ${daemon.url}`)

  const close = async (removeData: boolean) => {
    await daemon.close()
    await simulator.close()
    if (removeData) await rm(dataDir, { recursive: true, force: true })
  }
  const login = { email: 'demo@disparo.local', password: randomBytes(9).toString('base64url') }
  const client = await register(daemon.url, context.signal, login).catch(async (error) => {
    await close(true)
    throw error
  })
  step(`Conta criada: ${login.email}`)
  return { daemon, simulator, client, login, dataDir, logPath, close }
}

/** Ignores the caller's own settings: a demonstration is the same on every machine. */
function demoConfig(dataDir: string, port: string) {
  return readConfig({}, { host: '127.0.0.1', port, dataDir, simulator: true })
}

type Control = Awaited<ReturnType<typeof startSimulatorFor>>['simulator']['control']

async function setBehaviours(control: Control): Promise<void> {
  for (const phone of absentPhones) await control.setBehaviour(phone, { absent: true })
  await control.setBehaviour(oldMobile, { noNinthDigit: true })
  for (const pattern of readers) {
    await control.setBehaviour(pattern, { readDelayMs: READ_DELAY_MS })
  }
}

async function register(
  url: string,
  signal: AbortSignal,
  login: { readonly email: string; readonly password: string },
): Promise<Client> {
  const guest = createClient({ url, credential: null, signal })
  const body = { name: 'Loja Demonstração', ...login }
  const { token } = await guest.call(accountApi.register, { body })
  return createClient({ url, credential: token, signal })
}
