import { createServer } from 'node:http'
import { phones, type User } from '../support/daemon/user.ts'
import { setWebhook } from '../support/domain/instance-webhook.ts'
import { campaignRate, fixed, median, print, residentMegabytes, setStage } from './stage.ts'

const PLAIN = '5561988880001'
const DEAD = '5561988880002'
const SILENT = '5561988880003'
const COUNT = 800
const ROUNDS = 3

/**
 * Measures a campaign whose every send and receipt is an event for a receiver that does nothing.
 */
export async function webhooks(): Promise<void> {
  const stage = await setStage()
  const silent = await aSilentReceiver()
  try {
    for (const device of [PLAIN, DEAD, SILENT]) await stage.user.pair(stage.control, device)
    const events = ['SEND_MESSAGE', 'MESSAGES_UPDATE']
    await setWebhook(stage.user, DEAD, { url: 'http://127.0.0.1:9/hook', events })
    await setWebhook(stage.user, SILENT, { url: silent.url, events })
    await compare(stage.user)
    const megabytes = fixed(residentMegabytes(stage.daemon.pid()))
    print(`daemon with ${2 * 2 * ROUNDS * COUNT} events: ${megabytes} MB`)
  } finally {
    silent.close()
    await stage.close()
  }
}

async function compare(user: User): Promise<void> {
  const rates = new Map<string, number[]>([PLAIN, DEAD, SILENT].map((device) => [device, []]))
  let block = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    // The rates take turns to go first, so that warming up favours none.
    const order = [...rates]
    order.push(...order.splice(0, round % order.length))
    for (const [device, own] of order) {
      block += 1
      own.push(await campaignRate(user, { device, phones: phones(COUNT, block) }))
    }
  }
  const rateOf = (device: string) => median(rates.get(device) ?? [])
  for (const [device, name] of [
    [DEAD, 'a dead receiver'],
    [SILENT, 'a receiver that never answers'],
  ] as const) {
    const ratio = rateOf(device) / rateOf(PLAIN)
    print(
      `campaign with ${name}: ${fixed(rateOf(device))} msg/s, without ${fixed(rateOf(PLAIN))} msg/s, ` +
        `ratio ${fixed(ratio, 2)}`,
    )
  }
}

async function aSilentReceiver() {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
