import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import {
  type DeviceCheck,
  DeviceCheckJson,
  type Trial,
  TrialJson,
} from '../../contract/devices/device-check.ts'
import { CommandError, systemCode } from '../terminal/outcome.ts'

/** One number of a trial: what became of its message, or why none was written. */
export type Result = {
  readonly number: string
  readonly trial: Trial | null
  readonly failure: { readonly code: string; readonly message: string } | null
}

const FILE_MODE = 0o600
const DIGITS_SHOWN = 4

/** What a trial found, for a bug report: without the messages' ids, and with numbers covered. */
export function reportOf(
  check: DeviceCheck,
  results: readonly Result[],
  { showNumbers = false }: { readonly showNumbers?: boolean },
) {
  const shown = (number: string) => (showNumbers ? number : masked(number))
  return {
    made_at: new Date().toISOString(),
    node: process.version,
    device: z.encode(DeviceCheckJson, {
      ...check,
      phone: check.phone && shown(check.phone),
      deviceId: shown(check.deviceId),
    }),
    messages: results.map(({ number, trial, failure }) => {
      if (!trial) return { to: shown(number), failure }
      const { message_id: _, ...said } = z.encode(TrialJson, trial)
      return { to: shown(number), ...said }
    }),
  }
}

/** Writes a new file, which nobody else can read; one that is there stays as it is. */
export async function writeReport(
  report: ReturnType<typeof reportOf>,
  name = `disparo-teste-${report.made_at.slice(0, 19).replaceAll(':', '')}.json`,
): Promise<string> {
  const path = resolve(name)
  const text = `${JSON.stringify(report, null, 2)}\n`
  await writeFile(path, text, { flag: 'wx', mode: FILE_MODE }).catch((error) => {
    throw new CommandError(`Não foi possível escrever ${path} (${systemCode(error)}).`, {
      code: 'output',
      cause: error,
    })
  })
  return path
}

/** The last digits tell the numbers of one report apart. */
function masked(number: string): string {
  const digits = number.replace(/\D/g, '')
  return digits.length <= DIGITS_SHOWN ? number : `…${digits.slice(-DIGITS_SHOWN)}`
}
