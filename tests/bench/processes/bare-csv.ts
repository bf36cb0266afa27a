import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'

/** The yardstick: nothing but csv-parse over a file. Prints milliseconds and rows. */

const parser = parse({ delimiter: ',' })
let rows = 0
parser.on('data', () => {
  rows += 1
})
const startedAt = performance.now()
await pipeline(createReadStream(process.argv[2] ?? ''), parser)
const ms = performance.now() - startedAt
process.stdout.write(`${JSON.stringify({ ms, rows })}\n`)
