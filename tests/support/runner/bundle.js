import { readdirSync } from 'node:fs'
import { build } from 'rolldown'

/**
 * Lays the program together in a few files, its libraries among them: Node takes most of a start to
 * find and read modules one by one, and does so again in every thread.
 */

const jobs = readdirSync('src/jobs').filter((name) => name.endsWith('.job.ts'))

/** Scripts that a process or a thread begins with; whoever starts a thread looks beside itself. */
const input = {
  main: 'src/cli/main.ts',
  'whatsapp-host': 'src/daemon/whatsapp-host.ts',
  worker: 'src/simulator/worker.ts',
  ...Object.fromEntries(jobs.map((name) => [name.replace(/\.ts$/, ''), `src/jobs/${name}`])),
}

/**
 * Libraries that stay as they are: compiled for one machine, are written
 * in a way that modules may not be, or look at run time for others, which need not be there.
 * libsignal is changed in place, by `installFastCurve`.
 */
const apart = [
  'sharp',
  'pino',
  'pino-pretty',
  'qrcode-terminal',
  'inquirer',
  'libsignal',
  'protobufjs',
  'jimp',
]

await build({
  input,
  platform: 'node',
  external: new RegExp(`^(?:${apart.join('|')})(?:/|$)`),
  output: {
    dir: 'dist/program',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
