import { openKeyLog } from '../../../dist/server/storage/keys/key-log.js'

/** Commits two rows at a time until it is killed, and says after each how far it is. */
const log = await openKeyLog(process.argv[2] ?? '', { segmentBytes: 4096, slackBytes: 2048 })
const padding = 'x'.repeat(100)
for (let count = 1; ; count++) {
  const value = JSON.stringify({ count, padding })
  log.commit([
    { key: `one/${count % 7}`, value },
    { key: `two/${count % 7}`, value },
    { key: 'count', value: String(count) },
  ])
  process.stdout.write(`${count}\n`)
  if (count % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
}
