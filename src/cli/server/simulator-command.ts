import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from '../folders.ts'
import type { CommonOptions, Context } from '../run.ts'
import { CommandError, ExitCode, systemCode } from '../terminal/outcome.ts'
import { untilInterrupted } from '../terminal/wait.ts'
import { readPort } from './port-flag.ts'
import { readWorld } from './world-flag.ts'

export type SimulatorFlags = CommonOptions & {
  readonly port?: string
  readonly controlPort?: string
  readonly stateDir?: string
  readonly world?: string
}

export async function runSimulator(context: Context, flags: SimulatorFlags): Promise<ExitCode> {
  const port = readPort(flags.port, '--port')
  const controlPort = readPort(flags.controlPort, '--control-port')
  const world = readWorld(flags.world)
  const temporary =
    flags.stateDir === undefined ? await mkdtemp(join(tmpdir(), 'disparo-simulador-')) : undefined
  const stateDir = temporary ?? resolve(flags.stateDir ?? '')
  try {
    await makeFolder(stateDir, 0o700).catch((error) => {
      throw new CommandError(`Não foi possível criar ${stateDir} (${systemCode(error)}).`)
    })
    const { createSimulator } = await import('../../simulator/simulator.ts')
    const simulator = await createSimulator({ port, controlPort, stateDir, ...world }).catch(
      explain,
    )
    const { whatsappUrl, rootKeyHex, mediaCaPath = '', controlUrl } = simulator
    context.terminal.answer({ whatsappUrl, rootKeyHex, mediaCaPath, controlUrl }, () =>
      [
        `WhatsApp simulado pronto. Controle em ${controlUrl}`,
        'Para um servidor usá-lo, em uma pasta de dados só para isso:',
        `  DISPARO_WHATSAPP_URL=${whatsappUrl}`,
        `  DISPARO_WHATSAPP_ROOT_KEY=${rootKeyHex}`,
        `  DISPARO_WHATSAPP_MEDIA_CA=${mediaCaPath}`,
      ].join('\n'),
    )
    await untilInterrupted(context.signal)
    await simulator.close()
    return ExitCode.done
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true })
  }
}

function explain(error: unknown): never {
  if (systemCode(error) === 'EADDRINUSE') {
    throw new CommandError('A porta pedida já está em uso. Escolha outra.', { cause: error })
  }
  throw error
}
