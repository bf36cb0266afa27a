import { expect, test } from 'vitest'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { aDaemon, aMember } from '../../support/daemon/command-line.ts'
import { eventually } from '../../support/eventually.ts'

test('shows a pairing code only for the number of a phone', async () => {
  const daemon = await aDaemon({ flags: ['--simulator'] })
  const url = daemon.url()
  const member = await aMember(url)
  for (const id of ['loja', 'loja2', '12']) {
    const { code, stdout, stderr } = await member.run(['devices', 'connect', id, '--pairing-code'])
    expect(stderr).toContain('informe-o em --phone, com DDD.')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  }
  const wrong = ['devices', 'connect', 'loja', '--pairing-code', '--phone', '123']
  expect(await member.run(wrong)).toMatchObject({
    code: 2,
    stderr: '--phone: O número de telefone não é válido.\n',
  })
  expect(await member.json(['devices', 'list'])).toMatchObject({ value: [] })

  const phone = ['--pairing-code', '--phone', '(11) 98888-7777']
  const connecting = member.start(['devices', 'connect', 'loja2', ...phone])
  const code = await eventually(() =>
    /Código: (\w{4}-\w{4})/.exec(connecting.output().stderr)?.[1]?.replace('-', ''),
  )
  await createControlClient(daemon.controlUrl()).enterCode({ code, phone: '5511988887777' })
  expect(await connecting.finished).toMatchObject({
    code: 0,
    stdout: '"Conexão de 2" (+55 (11) 98888-7777) conectado.\n',
  })
})
