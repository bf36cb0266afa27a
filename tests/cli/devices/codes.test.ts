import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'
import { eventually } from '../../support/eventually.ts'

const server = residentDaemon({ flags: ['--simulator'] })

test('gives a program the text of the QR, or the code, without waiting for a phone', async () => {
  const member = await aMember(server().url())
  const connect = ['devices', 'connect', ownPhone()]
  const { code, value } = await member.json([...connect, '--no-wait'])
  expect({ code, value }).toMatchObject({
    ...{ code: 0, value: { status: 'pending', qr: expect.stringMatching(/^\S{40,}$/) } },
  })
  const { qr } = value as { qr: string }
  const text = await member.run([...connect, '--no-wait'])
  expect(text.stdout.trim().split(',')).toHaveLength(qr.split(',').length)

  const waiting = member.start([...connect, '--json'])
  await eventually(() => /^QR: \S{40,}$/m.test(waiting.output().stderr))
  waiting.process.kill('SIGINT')
  expect((await waiting.finished).code).toBe(130)

  const other = ['devices', 'connect', ownPhone(), '--pairing-code', '--no-wait']
  expect(await member.json(other)).toMatchObject({
    ...{ code: 0, value: { pairing_code: expect.stringMatching(/^\w{8}$/) } },
  })
  const both = await member.run([...connect, '--no-wait', '--scan'])
  expect(both).toMatchObject({ code: 2, stdout: '' })
})

test('points to the page where the window has no room for the QR', async () => {
  const member = await aMember(server().url())
  const small = member.startAtTerminal(['devices', 'connect', ownPhone()])
  await eventually(() => small.output().stdout.includes('/whatsapp/connections'))
  const shown = small.output().stdout
  expect(shown).toContain(`Leia-o no navegador: ${server().url()}/whatsapp/connections`)
  expect(shown).not.toContain('▄')
  small.type('\u0003')
  expect((await small.finished).code).toBe(130)
})
