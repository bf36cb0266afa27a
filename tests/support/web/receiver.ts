import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { signatureSamples } from '../../../web/parts/signature/signature-samples.ts'
import { freePort } from '../free-port.ts'

const SAMPLE_PORT = /\b8080\b/g

const languages = {
  'Node.js': { command: process.execPath, file: 'receptor.mjs', given: [] },
  PHP: { command: 'php', file: 'receptor.php', given: ['-S', '127.0.0.1:8080'] },
  Python: { command: 'python3', file: 'receptor.py', given: [] },
} as const
export type ReceiverLanguage = keyof typeof languages

/** The languages whose interpreter is on this machine. */
export const receiverLanguages = (['Node.js', 'PHP', 'Python'] as const).filter(
  (language) => spawnSync(languages[language].command, ['--version']).status === 0,
)

export function sampleOf(name: string): string {
  return signatureSamples.find((sample) => sample.name === name)?.code ?? ''
}

/**
 * Runs the code that the console offers in a language, with only its port changed, until the test
 * ends.
 */
export async function aReceiver(language: ReceiverLanguage, secret: string) {
  const { command, file, given } = languages[language]
  const port = String(await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'disparo-receiver-'))
  const atPort = (text: string) => text.replaceAll(SAMPLE_PORT, port)
  await writeFile(join(folder, file), atPort(sampleOf(language)))
  const child = spawn(command, [...given.map(atPort), file], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PYTHONUTF8: '1' },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (/Esperando avisos|Development Server .* started/.test(output)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`the receiver ended: ${output}`)))
  })
  return { url: `http://127.0.0.1:${port}/avisos`, output: () => output }
}
