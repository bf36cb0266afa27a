import { phones } from '../support/daemon/user.ts'
import { bareRate, campaignRate, fixed, median, print, setStage } from './stage.ts'

const ROUNDS = 3
/** The default window of a daemon. */
const USUAL_WINDOW = '4'
/**
 * By window: how many times the bare loop's rate, with the server on this machine and 100 ms away.
 */
const aims: { readonly [window: string]: { readonly near: number; readonly far: number } } = {
  [USUAL_WINDOW]: { near: 2, far: 10 },
  16: { near: 2.5, far: 30 },
}

/**
 * Measures a campaign at interval 0 against the bare loop, on the same simulator, to fresh
 * recipients. `DISPARO_SEND_WINDOW` is the daemon's, as anywhere, and `BENCH_WORLD` the
 * simulator's; aims hold for the world that accepts everything. `BENCH_PEOPLE` sends to fewer, to
 * check that it runs.
 */
export async function throughput(): Promise<void> {
  const { DISPARO_SEND_WINDOW, BENCH_WORLD, BENCH_PEOPLE } = process.env
  const window = DISPARO_SEND_WINDOW || USUAL_WINDOW
  const aim = (BENCH_WORLD || 'gentle') === 'gentle' ? aims[window] : undefined
  const count = Number(BENCH_PEOPLE || 800)
  const stage = await setStage({ env: DISPARO_SEND_WINDOW ? { DISPARO_SEND_WINDOW } : {} })
  try {
    print(`send window: ${window}, world: ${BENCH_WORLD || 'gentle'}`)
    const device = await stage.user.pair(stage.control, '5561988880001')
    let block = 0
    for (const { latencyMs, bareCount, aimed } of [
      { latencyMs: 0, bareCount: count / 2, aimed: aim?.near },
      { latencyMs: 100, bareCount: count / 20, aimed: aim?.far },
    ]) {
      await stage.control.setFaults({ latencyMs })
      const ratios: number[] = []
      const rates: number[] = []
      const bareRates: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const sender = `556197777${1_000 + block}`
        const bare = bareRate(stage.server, { sender, phones: phones(bareCount, ++block) })
        const rate = await campaignRate(stage.user, { device, phones: phones(count, ++block) })
        bareRates.push(bare)
        rates.push(rate)
        ratios.push(rate / bare)
      }
      print(
        `server ${latencyMs} ms away: ${fixed(median(rates))} msg/s, bare loop ${fixed(median(bareRates))} msg/s, ` +
          `ratio ${fixed(median(ratios), 2)} (aim ${aimed ?? 'none'}; runs ${ratios.map((ratio) => fixed(ratio, 2)).join(', ')})`,
      )
    }
  } finally {
    await stage.close()
  }
}
