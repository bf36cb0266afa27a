import { spawnSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { defaultTimings } from '../../src/whatsapp/hosts/timings.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

/** A slow line takes longer for a connection than Node gives the first of several addresses. */
const PATIENCE_MS = 5_000
const ask = "import { getDefaultAutoSelectFamilyAttemptTimeout as patience } from 'node:net';"

test('a command, and so the daemon, gives each address of a server the time of a slow line', () => {
  const tell = `data:text/javascript,${ask} process.on('exit', () => console.log(patience()))`
  const env = { ...process.env, DISPARO_URL: 'http://127.0.0.1:9', DISPARO_APIKEY: 'chave' }
  const args = ['--import', tell, 'bin/disparo.js', 'campaigns', 'list']
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect(stdout).toBe(`${PATIENCE_MS}\n`)
})

test('a host of WhatsApp connections gives each address that time, too', async () => {
  const tell = `data:text/javascript,${ask} import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage({ patience: patience() }))`
  const host = new Worker(new URL('../../dist/program/whatsapp-host.js', import.meta.url), {
    workerData: {
      clientVersion: null,
      keyPlace: { kind: 'folder', authDir: await aDataFolder() },
      server: { url: 'ws://127.0.0.1:9', rootKeyHex: null, mediaCaPath: null },
      timings: defaultTimings,
      sendWindow: 1,
    },
    execArgv: ['--import', tell],
  })
  onTestFinished(async () => void (await host.terminate()))
  const told = new Promise((resolve, reject) => {
    host.once('error', reject)
    host.on('message', (message: object) => {
      if ('patience' in message) resolve(message)
      else host.postMessage({ type: 'tell' })
    })
  })
  expect(await told).toEqual({ patience: PATIENCE_MS })
})
