import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { connectBareClient } from '../../support/whatsapp/bare-client.ts'

/**
 * The yardstick: bare Baileys with its keys in memory, one message after the other, each waiting
 * for the server's acknowledgement. Prints messages per second.
 */

const { server, sender, phones } = JSON.parse(process.argv[2] ?? '{}')
const control = createControlClient(server.controlUrl)
const client = await connectBareClient({ simulator: { ...server, control }, phone: sender })
const startedAt = performance.now()
for (const [index, phone] of phones.entries()) {
  await client.sendText(phone, `Olá, Cliente ${index}!`)
}
const seconds = (performance.now() - startedAt) / 1_000
process.stdout.write(`${JSON.stringify({ rate: phones.length / seconds })}\n`)
await client.close()
process.exit(0)
