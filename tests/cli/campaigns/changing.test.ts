import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { aDaemon, aMember } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'
import { eventually } from '../../support/eventually.ts'

const withPhones = { flags: ['--simulator'] }
const server = residentDaemon(withPhones)

/** A person with a list of two contacts and a device. */
async function aSender(daemon = server()) {
  const device = ownPhone()
  const member = await aMember(daemon.url())
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\nBia,61999990002\n')
  await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  await member.run(['devices', 'connect', device, '--scan'])
  const whole = ['campaigns', 'create', '--list', 'Lista', '--device', device, '--text', 'Oi']
  const control = createControlClient(daemon.controlUrl())
  return { ...member, control, whole, nth: await idsFromHere(member, whole) }
}

/** The ids of the next campaigns: a daemon numbers those of all accounts together. */
async function idsFromHere(
  { json, run }: Pick<Awaited<ReturnType<typeof aMember>>, 'json' | 'run'>,
  whole: readonly string[],
) {
  const { value } = await json([...whole, '--name', 'Antes de todas', '--draft'])
  const { id } = value as { id: string }
  await run(['campaigns', 'delete', id, '--yes'])
  return (place: number) => String(Number(id) + place)
}

test('changes of a campaign what is given alone, and takes its hour away again', async () => {
  const { json, run, whole, nth } = await aSender()
  await json([...whole, '--name', 'Oferta', '--at', '2097-03-01 10:00', '--delay', '30'])
  const edited = await json([
    'campaigns',
    'edit',
    nth(1),
    '--text',
    'Olá, {nome}!',
    '--jitter',
    '15',
  ])
  expect(edited).toMatchObject({
    code: 0,
    value: { name: 'Oferta', texto: 'Olá, {nome}!', delay: 30, status_code: 'scheduled' },
  })
  const moved = await json(['campaigns', 'edit', nth(1), '--at', '2098-03-01T10:00:00Z'])
  expect(moved.value).toMatchObject({ data_de_envio: '2098-03-01T10:00:00.000Z', delay: 30 })
  expect((await json(['campaigns', 'edit', nth(1), '--text', ' '])).stderr).toContain('--text: ')
  const nothing = await run(['campaigns', 'edit', nth(1)])
  expect(nothing).toMatchObject({ code: 2, stdout: '' })

  const cancelled = await json(['campaigns', 'cancel', nth(1)])
  expect(cancelled).toMatchObject({
    code: 0,
    value: { status_code: 'draft', name: 'Oferta', delay: 30 },
  })
  expect(await json(['campaigns', 'cancel', nth(1)])).toMatchObject({
    ...{ code: 1, value: { code: 'not_running' } },
  })
  const { value } = await json([...whole, '--name', 'Longa', '--now', '--delay', '600'])
  const { id } = value as { id: string }
  await eventually(async () => / 1\/2 /.test((await run(['campaigns', 'list'])).stdout))
  expect(await json(['campaigns', 'cancel', id])).toMatchObject({
    ...{ code: 0, value: { status: 'Cancelada', status_code: 'cancelled' } },
  })
  const locked = await json(['campaigns', 'edit', id, '--name', 'B'])
  expect(locked).toMatchObject({ code: 1, value: { code: 'campaign_locked' } })
})

test('reckons an edited pace and audience from what the campaign has', async () => {
  const { json, run, whole, home, nth } = await aSender()
  await writeFile(`${home}/m.csv`, 'nome,telefone\nCaio,61999990003\n')
  for (const name of ['Outra', 'Terceira']) {
    await run(['contacts', 'import', 'm.csv', '--name', name], { cwd: home })
  }
  const edit = async (...flags: readonly string[]) =>
    (await json(['campaigns', 'edit', nth(2), ...flags])).value
  await json([...whole, '--name', 'Antes', '--draft'])
  const paced = ['--delay', '30', '--jitter', '10', '--list', 'Outra', '--exclude-days', '7']
  const made = await json([...whole, '--name', 'Ritmo', '--draft', ...paced])
  expect(made.value).toMatchObject({ id: nth(2), delay: 30, delay_max: 40 })
  expect(await edit('--jitter', '15')).toMatchObject({ delay: 30, delay_max: 45 })
  expect(await edit('--delay', '90')).toMatchObject({ delay: 90, delay_max: 105 })
  expect(await edit('--jitter', '0')).toMatchObject({ delay: 90, delay_max: null })
  expect(await edit('--delay', '20')).toMatchObject({ delay: 20, delay_max: null })
  expect(await edit('--exclude-campaign', nth(1))).toMatchObject({
    excluir: { dias: 7, campanhas: [nth(1)] },
  })
  expect(await edit('--exclude-days', '9')).toMatchObject({
    excluir: { dias: 9, campanhas: [nth(1)] },
  })
  // A contact of a replaced list gets no message.
  const { value } = await json(['contacts', 'list'])
  const third = (value as { id: string; name: string }[]).find(({ name }) => name === 'Terceira')
  const moved = await edit('--list', 'Terceira')
  expect(moved).toMatchObject({ contatos: third?.id })
  expect((moved as { listas?: readonly string[] }).listas ?? []).toEqual([])
})

test('lists the campaigns of a status, and no more than asked for', async () => {
  const { json, run, whole } = await aSender()
  for (const name of ['A', 'B', 'C']) await json([...whole, '--name', name, '--draft'])
  await json([...whole, '--name', 'D', '--at', '2097-03-01 10:00'])
  const names = async (...flags: readonly string[]) => {
    const { value } = await json(['campaigns', 'list', '--fields', 'name', ...flags])
    return (value as { name: string }[]).map(({ name }) => name)
  }
  expect(await names('--limit', '2')).toEqual(['D', 'C'])
  expect(await names('--status', 'draft', '--limit', '2')).toEqual(['C', 'B'])
  expect(await names('--status', 'Agendada,running')).toEqual(['D'])
  expect((await run(['campaigns', 'list', '--status', 'paused'])).stdout).toBe(
    'Nenhuma campanha com este status.\n',
  )
  const wrong = await run(['campaigns', 'list', '--status', 'pronta'])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('done_with_errors') })
})

test('tells a log how far a campaign is, and fails by --exit-status for one person', async () => {
  const { run, whole, home, control } = await aSender()
  const nobody = ownPhone()
  await control.setBehaviour(nobody, { absent: true })
  const watching = [...whole, '--now', '--delay', '0', '--watch']
  const good = await run([...watching, '--name', 'Boa', '--exit-status'])
  expect(good.code).toBe(0)
  expect(good.stderr).toMatch(/^0% /m)
  expect(good.stderr).toMatch(/^100% 2\/2 enviadas · 0 erros · Concluída$/m)

  await writeFile(`${home}/n.csv`, `nome,telefone\nCaio,61999990003\nNinguém,${nobody}\n`)
  await run(['contacts', 'import', 'n.csv', '--name', 'Nem todos'])
  const half = [...watching, '--list', 'Nem todos']
  expect((await run([...half, '--name', 'Uma'])).code).toBe(0)
  expect((await run([...half, '--name', 'Duas', '--exit-status'])).code).toBe(1)
  const alone = await run([...whole, '--name', 'Nada', '--exit-status'])
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--watch') })
})

test('a watch fails by --exit-status where the campaign is stopped, or taken off the agenda', async () => {
  const { start, run, whole, nth } = await aSender()
  await run([...whole, '--name', 'Depois', '--at', '2097-03-01 10:00'])
  await run([...whole, '--name', 'Longa', '--now', '--delay', '600'])
  for (const [id, shown] of [
    [nth(1), 'agendada para'],
    [nth(2), 'enviadas'],
  ] as const) {
    const watching = start(['campaigns', 'show', id, '--watch', '--exit-status'])
    await eventually(() => watching.output().stderr.includes(shown))
    expect((await run(['campaigns', 'cancel', id])).code).toBe(0)
    expect(await watching.finished, shown).toMatchObject({ code: 1 })
  }
})

test('a campaign is paused, resumed and stopped, and drafts are made of its results', async () => {
  const { json, run, whole, home, control, nth } = await aSender()
  const refusing = ownPhone()
  await control.setBehaviour(refusing, { ackError: 479 })
  await writeFile(`${home}/n.csv`, `nome,telefone\nRecusa,${refusing}\nCaio,61999990003\n`)
  await run(['contacts', 'import', 'n.csv', '--name', 'Recusas'])
  const asked = [...whole, '--list', 'Recusas', '--name', 'Duas', '--now', '--delay', '0']
  await run([...asked, '--watch'])
  const again = await run(['campaigns', 'retry', nth(1)])
  expect(again.stdout).toMatch(/^Nome +Duas \(erros\)\n(.*\n)*Pessoas na lista +1$/m)

  // Comes last, since the device waits ten minutes after its message.
  await run([...whole, '--name', 'Longa', '--now', '--delay', '600'])
  await eventually(async () => /Longa.* 1\/2 /.test((await run(['campaigns', 'list'])).stdout))
  const paused = { code: 0, value: { status_code: 'paused', sentCount: 1 } }
  expect(await json(['campaigns', 'pause', nth(3)])).toMatchObject(paused)
  const twice = { code: 1, value: { code: 'not_pausable' } }
  expect(await json(['campaigns', 'pause', nth(3)])).toMatchObject(twice)
  const resumed = { code: 0, value: { status_code: 'running' } }
  expect(await json(['campaigns', 'resume', nth(3)])).toMatchObject(resumed)
  expect((await run(['campaigns', 'stop', nth(3)])).code).toBe(0)
  const rest = await run([
    'campaigns',
    'followup',
    nth(3),
    '--to',
    'nao_enviados',
    '--name',
    'Resto',
  ])
  expect(rest.stdout).toMatch(/^Status +Rascunho\n(.*\n)*Pessoas na lista +1$/m)
  const nobody = { code: 1, stderr: 'Ninguém desta campanha está nesta situação.\n' }
  expect(await run(['campaigns', 'retry', nth(3)])).toMatchObject(nobody)
})

test('says that the server is away, and goes on watching once it is back', async () => {
  const daemon = await aDaemon(withPhones)
  const { start, run, whole, nth } = await aSender(daemon)
  await run([...whole, '--name', 'Longa', '--now', '--delay', '600'])
  const watching = start(['campaigns', 'show', nth(1), '--watch'])
  await eventually(() => watching.output().stderr.includes('enviadas'))
  await daemon.kill()
  await eventually(() => watching.output().stderr.includes('servidor fora do ar, tentando…'))
  await daemon.restartInPlace()
  await eventually(() => /tentando…\n.*enviadas/s.test(watching.output().stderr))
  watching.process.kill('SIGINT')
  expect(await watching.finished).toMatchObject({ code: 130, stdout: '' })
})
