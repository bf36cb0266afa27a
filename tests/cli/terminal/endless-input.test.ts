import { once } from 'node:events'
import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon()

/** More than a pipe holds, so that whoever wrote it knows that it is being read. */
const MORE_THAN_A_PIPE = 'a'.repeat(512 * 1024)

test('a pipe in which nothing ends is left at the first signal', async () => {
  const member = await aMember(server().url())
  for (const args of [
    ['campaigns', 'create', '--name', 'Longa', '--draft', '--text-file', '-'],
    ['templates', 'add', 'Longo', '--text-file', '-'],
    ['api', 'POST', '/api/campaigns', '--data', '-'],
  ]) {
    const waiting = member.start(args, { isInputEndless: true })
    const { stdin } = waiting.process
    if (stdin?.write(MORE_THAN_A_PIPE) === false) await once(stdin, 'drain')
    waiting.process.kill('SIGTERM')
    expect(await waiting.finished, args.join(' ')).toMatchObject({ code: 130, stdout: '' })
  }
})

test('a pipe that brings more than any text is refused instead of being kept', async () => {
  const member = await aMember(server().url())
  const given = { input: MORE_THAN_A_PIPE.repeat(3), isInputEndless: true }
  const args = ['campaigns', 'create', '--name', 'Longa', '--draft', '--text-file', '-']
  expect(await member.start(args, given).finished).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: 'A entrada padrão passa do limite de 1 MB.\n',
  })
})
