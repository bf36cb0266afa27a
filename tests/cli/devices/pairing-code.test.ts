import { expect, test } from 'vitest'
import { formatPhone } from '../../../src/contract/display.ts'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { aMember } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'
import { eventually } from '../../support/eventually.ts'

const server = residentDaemon({ flags: ['--simulator'] })

test('shows a pairing code only for the number of a phone', async () => {
  const member = await aMember(server().url())
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

  const phone = ownPhone()
  const typed = ['--pairing-code', '--phone', formatPhone(phone).replace('+55 ', '')]
  const connecting = member.start(['devices', 'connect', 'loja2', ...typed])
  const code = await eventually(() =>
    /Código: (\w{4}-\w{4})/.exec(connecting.output().stderr)?.[1]?.replace('-', ''),
  )
  await createControlClient(server().controlUrl()).enterCode({ code, phone })
  expect(await connecting.finished).toMatchObject({
    code: 0,
    stdout: `"Conexão de 2" (${formatPhone(phone)}) conectado.\n`,
  })
})
