import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { phones } from '../support/daemon/user.ts'
import { fixed, print, residentMegabytes, runCampaign, setStage, writtenBytes } from './stage.ts'

const COUNT = 10_000
const WINDOW = 1_000

/**
 * Sends ten thousand messages, and compares pace, memory and disk at the end with the beginning.
 */
export async function longRun(): Promise<void> {
  const counter = fileURLToPath(new URL('./processes/count-syncs.js', import.meta.url))
  const stage = await setStage({ nodeArgs: ['--import', counter] })
  const countsDir = join(stage.folder, 'syncs')
  try {
    const { user, daemon } = stage
    const device = await user.pair(stage.control, '5561988880001')
    await runCampaign(user, { device, phones: phones(200, 1) })
    const rssBefore = residentMegabytes(daemon.pid())
    const writtenBefore = writtenBytes(daemon.pid())
    const { id, seconds } = await runCampaign(user, { device, phones: phones(COUNT, 2) })
    const rssAfter = residentMegabytes(daemon.pid())
    const written = writtenBytes(daemon.pid()) - writtenBefore

    const sends = await user.get<{ data_envio: string }[]>(`/api/campaigns/${id}/sends`)
    const times = sends.map(({ data_envio }) => Date.parse(data_envio)).sort((a, b) => a - b)
    const rateOf = (from: number) =>
      WINDOW / (((times[from + WINDOW - 1] ?? 0) - (times[from] ?? 0)) / 1_000)
    const first = rateOf(0)
    const last = rateOf(COUNT - WINDOW)
    print(`${COUNT} messages in ${fixed(seconds)} s: ${fixed(COUNT / seconds)} msg/s`)
    print(
      `first ${WINDOW} ${fixed(first)} msg/s, last ${WINDOW} ${fixed(last)} msg/s, ratio ${fixed(last / first, 2)}`,
    )
    print(
      `RSS ${fixed(rssBefore)} MB before, ${fixed(rssAfter)} MB after: ` +
        `${fixed(((rssAfter - rssBefore) * 1024) / COUNT, 2)} kB a recipient`,
    )
    print(`${fixed(written / COUNT / 1024, 2)} kB handed to the system for writing a message`)
    await daemon.stop()
    print(`${fixed((await countSyncs(countsDir)) / (COUNT + 200), 3)} fsyncs a message`)
  } finally {
    await stage.close()
  }
}

async function countSyncs(folder: string): Promise<number> {
  let total = 0
  for (const name of await readdir(folder)) {
    total += Number(await readFile(join(folder, name), 'utf8'))
  }
  return total
}
