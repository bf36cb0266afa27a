import { onTestFinished } from 'vitest'
import { eventually } from '../eventually.ts'
import { aDataFolder } from '../storage/data-folder.ts'
import { aPerson, type Running } from './command-line.ts'

export type Served = {
  readonly url: string
  readonly dataDir: string
  readonly running: Running
}

/** `disparo serve` in a process of its own, with simulated phones, until the test ends. */
export async function aServer(
  flags: readonly string[] = ['--simulator'],
  dataDir?: string,
): Promise<Served> {
  const folder = dataDir ?? (await aDataFolder())
  const operator = await aPerson()
  const args = ['serve', '--port', '0', '--data-dir', folder, ...flags]
  const running = operator.start(args, { deadlineMs: 120_000 })
  onTestFinished(async () => {
    running.process.kill('SIGTERM')
    await running.finished
  })
  const url = await eventually(() => {
    if (running.process.exitCode !== null) throw new Error(running.output().stderr)
    return /http:\/\/\S+(?=\n)/.exec(running.output().stdout)?.[0]
  })
  return { url, dataDir: folder, running }
}

/** A person who has an account there and is signed in. */
export async function aMember(url: string) {
  const person = await aPerson()
  const email = 'maria@exemplo.com.br'
  const { code, stderr } = await person.run(
    ['signup', '--url', url, '--name', 'Maria Souza', '--email', email, '--password-stdin'],
    { input: 'uma senha boa\n' },
  )
  if (code !== 0) throw new Error(stderr)
  return { ...person, email }
}
