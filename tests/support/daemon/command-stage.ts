import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { PATIENCE_MS } from '../patience.ts'
import { databaseUrlOf } from '../storage/postgres.ts'
import { type AnswerRow, OWN_OTHER } from './command-answers.ts'
import { aDaemon, aPerson, type Finished } from './command-line.ts'
import { aStandIn } from './stand-in.ts'
import { until } from './user.ts'

const PASSWORD = 'uma senha boa'

/** A person at a new daemon, with the files that commands read and the services they call. */
export async function aStageOfCommands() {
  const hook = await aStandIn(() => ({ body: {} }))
  const model = await aModelService()
  const daemon = await aDaemon({
    flags: ['--simulator'],
    env: { MISTRAL_API_KEY: 'chave-do-modelo', MISTRAL_BASE_URL: model.url },
  })
  const person = await aPerson()
  const { home } = person
  const control = createControlClient(daemon.controlUrl())
  await control.setBehaviour(`55${OWN_OTHER}`, { readDelayMs: 0 })
  await writeFiles(home)
  const environment = {
    DISPARO_URL: daemon.url(),
    DISPARO_DATA_DIR: `${daemon.dataDir}/simulador`,
    PATH: `${home}/bin:${process.env.PATH ?? ''}`,
  }
  const noted = new Map([
    ['HOOK', hook.url],
    ['URL', daemon.url()],
  ])
  return { run }

  async function run(row: AnswerRow): Promise<Finished> {
    const { name, args = [], awaits } = row
    const words = [...name.split(' '), ...args.map((word) => noted.get(word) ?? word), '--json']
    const told = row.hasDatabase ? { DISPARO_DATABASE_URL: await databaseUrlOf(home) } : {}
    const options = {
      environment: { ...environment, ...told },
      input: `${PASSWORD}\n`,
      deadlineMs: 4 * PATIENCE_MS,
    }
    if (row.isServerAway && !daemon.hasEnded()) await daemon.stop()
    if (awaits) {
      const ask = () => person.run([...awaits.args, '--json'], options)
      await until(ask, ({ stdout }) => stdout.includes(awaits.words))
    }
    if (row.isServing) return untilReady(words)
    const done = await person.run(words, options)
    if (row.noted !== undefined) noted.set(row.noted, JSON.parse(done.stdout).id)
    return done
  }

  async function untilReady(words: readonly string[]): Promise<Finished> {
    const running = person.start(words)
    if (running.process.stdout) await once(running.process.stdout, 'data')
    running.process.kill('SIGINT')
    return running.finished
  }
}

/** Keeps one agent after another, and gives every question the same answer. */
function aModelService() {
  const agents: object[] = []
  const content = 'Às 9h.'
  return aStandIn(({ method, path, text }) => {
    if (!path.startsWith('/v1/agents')) {
      const outputs = [{ type: 'message.output', content }]
      return { body: { outputs, choices: [{ message: { content } }] } }
    }
    if (method !== 'POST') return { body: { object: 'list', data: agents } }
    const agent = { ...JSON.parse(text), id: 'ag_1', created_at: '2026-01-10T10:00:00Z' }
    agents.push(agent)
    return { body: agent }
  })
}

async function writeFiles(home: string): Promise<void> {
  await mkdir(`${home}/bin`)
  await writeFile(`${home}/lista.csv`, 'nome,telefone,cidade\nAna,61999990001,Goiânia\nBia,,\n')
  await writeFile(`${home}/muitos.csv`, 'telefone\n61999990011\n61999990012\n61999990013\n')
  await writeFile(`${home}/sair.csv`, 'telefone\n61999990009\n')
  // Replaces systemd's `journalctl`, which reads the machine's journal.
  await writeFile(`${home}/bin/journalctl`, `#!/bin/sh\necho '{"level":30,"msg":"pronto"}'\n`)
  await chmod(`${home}/bin/journalctl`, 0o755)
}
