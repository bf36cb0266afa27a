import { phones } from '../support/daemon/user.ts'
import { bareRate, campaignRate, fixed, median, print, setStage } from './stage.ts'

/**
 * A campaign at interval 0 against the bare loop, on the same simulator, to fresh recipients.
 * `DISPARO_SEND_WINDOW` is the daemon's, as anywhere.
 */
export async function throughput(): Promise<void> {
  const { DISPARO_SEND_WINDOW } = process.env
  const stage = await setStage({ env: DISPARO_SEND_WINDOW ? { DISPARO_SEND_WINDOW } : {} })
  try {
    print(`send window: ${DISPARO_SEND_WINDOW || 'as usual'}`)
    const device = await stage.user.pair(stage.control, '5561988880001')
    let block = 0
    for (const { latencyMs, bareCount, count, rounds, aim } of [
      { latencyMs: 0, bareCount: 400, count: 800, rounds: 3, aim: 1.3 },
      { latencyMs: 100, bareCount: 40, count: 800, rounds: 3, aim: 15 },
    ]) {
      await stage.control.setFaults({ latencyMs })
      const ratios: number[] = []
      const rates: number[] = []
      const bareRates: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const sender = `556197777${1_000 + block}`
        const bare = bareRate(stage.server, { sender, phones: phones(bareCount, ++block) })
        const rate = await campaignRate(stage.user, { device, phones: phones(count, ++block) })
        bareRates.push(bare)
        rates.push(rate)
        ratios.push(rate / bare)
      }
      print(
        `server ${latencyMs} ms away: ${fixed(median(rates))} msg/s, bare loop ${fixed(median(bareRates))} msg/s, ` +
          `ratio ${fixed(median(ratios), 2)} (aim ${aim}; runs ${ratios.map((ratio) => fixed(ratio, 2)).join(', ')})`,
      )
    }
  } finally {
    await stage.close()
  }
}
