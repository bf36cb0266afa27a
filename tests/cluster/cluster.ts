import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startTrial } from './trial.ts'

/** `npm run cluster [-- --data-dir folder]`: three servers over one database, until Ctrl+C. */

const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } })
const dataDir = values['data-dir']
const print = (text: string) => void process.stdout.write(`${text}\n`)

const trial = await startTrial({
  print,
  ...(dataDir !== undefined && { dataDir: resolve(dataDir) }),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The PostgreSQL package ends the process once its server has stopped: the data would stay.
  process.removeAllListeners(signal)
  process.once(signal, end)
}

function end(): void {
  print('Encerrando…')
  trial.close().then(
    () => process.exit(0),
    (error: unknown) => {
      print(String(error))
      process.exit(1)
    },
  )
}
