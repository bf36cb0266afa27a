import { readdirSync } from 'node:fs'
import { globalAgent } from 'node:http'
import { createRequire } from 'node:module'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

/**
 * The built program, kept between commands, for the parent that `warm-process.ts` is. Each command
 * has an environment, a folder and streams of its own. What ends a process ends it here, too, but
 * the process goes on to the next one.
 */

const program = new URL('../../../dist/program/', import.meta.url)
const [chunk] = readdirSync(program).filter((name) => /^program-[\w-]+\.js$/.test(name))
const { runProgram } = createRequire(program)(`./${chunk}`)
const ownListeners = new Map(['SIGINT', 'SIGTERM'].map((name) => [name, process.listeners(name)]))
const script = pathToFileURL('disparo').pathname

process.on('message', async ({ args, input, environment, cwd }) => {
  process.send(await command({ args, input, environment, cwd }))
})
process.on('disconnect', () => process.reallyExit(0))
process.send('ready')

async function command({ args, input, environment, cwd }) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.chdir(cwd)
  const [stdout, stderr] = [[], []]
  replace('stdin', Readable.from([Buffer.from(input)], { objectMode: false }))
  replace('stdout', collecting(stdout))
  replace('stderr', collecting(stderr))
  const { promise: ended, resolve: end } = withResolvers()
  process.exitCode = undefined
  process.exit = (code) => end(code ?? process.exitCode ?? 0)
  runProgram([process.execPath, script, ...args]).then(
    () => end(process.exitCode ?? 0),
    (error) => {
      stderr.push(Buffer.from(String(error?.stack ?? error)))
      end(1)
    },
  )
  const code = await ended
  for (const [name, listeners] of ownListeners) {
    process.removeAllListeners(name)
    for (const listener of listeners) process.on(name, listener)
  }
  process.exitCode = undefined
  // A process of its own would have none that the last command left: a server may just be ending one.
  globalAgent.destroy()
  const text = (pieces) => Buffer.concat(pieces).toString()
  return { code, stdout: text(stdout), stderr: text(stderr) }
}

function replace(name, stream) {
  Object.defineProperty(process, name, { value: stream, configurable: true })
}

function collecting(pieces) {
  return new Writable({
    write(piece, _encoding, done) {
      pieces.push(piece)
      done()
    },
  })
}

function withResolvers() {
  let resolve
  const promise = new Promise((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
