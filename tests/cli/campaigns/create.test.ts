import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { aMember } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'
import { eventually } from '../../support/eventually.ts'

const server = residentDaemon({ flags: ['--simulator'] })

/** A person with a list and a device, and the flags of a complete campaign. */
async function aSender() {
  const member = await aMember(server().url())
  const device = ownPhone()
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\n')
  await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  await member.run(['devices', 'connect', device, '--scan'])
  const whole = ['--name', 'Oferta', '--list', 'Lista', '--device', device, '--text', 'Oi']
  const create = (...flags: readonly string[]) =>
    member.run(['campaigns', 'create', ...whole, ...flags])
  return { member, device, whole, create }
}

test('makes no campaign of an hour that has passed or does not exist', async () => {
  const { member, create } = await aSender()
  const refused = [
    ['2020-01-01T10:00:00-03:00', '--at: 01/01/2020 '],
    ['01/01/2020 10:00', 'já passou. Para enviar agora, use --now.'],
    ['2097-02-31T10:00:00-03:00', 'Esta data não existe.'],
    ['31/02/2097 10:00', 'Esta data não existe.'],
    ['amanhã', 'Use 2026-11-21T10:00:00-03:00'],
  ] as const
  for (const [at, sentence] of refused) {
    const { code, stdout, stderr } = await create('--at', at)
    expect(stderr, at).toContain(sentence)
    expect({ code, stdout }, at).toEqual({ code: 2, stdout: '' })
  }
  expect(await member.json(['campaigns', 'list'])).toMatchObject({ value: [] })

  const later = await create('--at', '2097-03-01T10:00:00-03:00')
  expect(later.code).toBe(0)
  expect(later.stdout).toMatch(/^Status +Agendada$/m)
  expect(later.stdout).toMatch(/^Agendada +01\/03\/2097 \d\d:00 GMT[+-]\d+$/m)
  const draft = await create('--draft', '--at', '2097-03-01T10:00:00-03:00')
  expect(draft.stdout).toMatch(/^Status +Rascunho$/m)
  expect(draft.stdout).toMatch(/^Hora +01\/03\/2097 \d\d:00 GMT[+-]\d+$/m)
})

test('names the option that has a wrong value', async () => {
  const { member, device, create } = await aSender()
  await writeFile(`${member.home}/longo.txt`, 'a'.repeat(70_000))
  const long = ['--list', 'Lista', '--device', device, '--text-file', 'longo.txt']
  const refused = [
    [await create('--name', ''), '--name: Informe o nome da campanha.\n'],
    [await create('--delay', '99999999'), '--delay: O intervalo não pode passar de um dia.\n'],
    [await create('--text', ' '), '--text: Escreva o texto da mensagem.\n'],
    [
      await member.run(['campaigns', 'create', '--name', 'Longa', ...long]),
      '--text-file: O texto aceita até 65536 caracteres.\n',
    ],
  ] as const
  for (const [{ code, stdout, stderr }, sentence] of refused) {
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: sentence })
  }
})

test('says at Ctrl+C that the campaign goes on, and how to end it', async () => {
  const { member, whole } = await aSender()
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nBia,61999990002\n')
  await member.run(['contacts', 'import', 'l.csv', '--list', 'Lista'])
  const watchAndLeave = async (...flags: readonly string[]) => {
    const watching = member.start(['campaigns', 'create', ...whole, '--watch', ...flags])
    await eventually(() => watching.output().stderr.includes('criada'))
    watching.process.kill('SIGINT')
    return await watching.finished
  }
  const scheduled = await watchAndLeave('--at', '2099-01-01 10:00')
  // The first id is read, since ids count the campaigns of all accounts.
  const [first] = (await member.json(['campaigns', 'list'])).value as { id: string }[]
  const second = Number(first?.id) + 1
  expect(scheduled).toMatchObject({ code: 130, stdout: '' })
  expect(scheduled.stderr).toContain(
    `A campanha continua agendada. Para excluí-la: disparo campaigns delete ${first?.id}\n`,
  )
  const running = await watchAndLeave('--now', '--delay', '600', '--json')
  expect(running.stderr).toContain(`Para pará-la: disparo campaigns stop ${second}\n`)
  expect(running.code).toBe(130)
  expect(JSON.parse(running.stdout)).toMatchObject({ code: 'interrupted' })
})

test('shows no rate of a campaign that sent nothing', async () => {
  const { member, device, create } = await aSender()
  await member.run(['devices', 'disconnect', device])
  const [, id = ''] = /^ID +(\S+)$/m.exec((await create('--now')).stdout) ?? []
  const show = () => member.run(['campaigns', 'show', id])
  await eventually(async () => /^Contatos +1$/m.test((await show()).stdout))
  await member.run(['campaigns', 'stop', id])
  const { stdout } = await show()
  expect(stdout).toMatch(/^Entregues +0$/m)
  expect(stdout).toMatch(/^Respostas +0$/m)
})

test('says with --dry-run what a campaign would do, and makes none', async () => {
  const { member, create } = await aSender()
  const at = ['--at', '2097-03-01T10:00:00-03:00']
  const { code, stdout } = await create(...at, '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Status +Agendada, 01\/03\/2097 /m)
  expect(stdout).toMatch(/^Recebem +1$/m)
  expect(stdout).toContain('Nenhuma campanha foi criada (--dry-run).')
  const draft = ['campaigns', 'create', '--name', 'Natal', '--draft', '--dry-run']
  expect((await member.json(draft)).value).toEqual({
    ...{ dry_run: true, name: 'Natal', status: 'Rascunho', data_de_envio: null },
  })
  expect((await create('--dry-run', '--watch')).code).toBe(2)
  expect((await create('--dry-run', '--window', 'seg')).code).toBe(2)
  expect((await member.json(['campaigns', 'list'])).value).toEqual([])
})
