import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatPhone } from '../../../src/contract/display.ts'
import { aMember } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'

const server = residentDaemon({ flags: ['--simulator'] })

test('a campaign keeps its hours, and a device its limit, from the command line', async () => {
  const member = await aMember(server().url())
  const device = ownPhone()
  await writeFile(`${member.home}/lista.csv`, 'nome,telefone\nAna,61999990001\nBia,61999990002\n')
  await member.run(['contacts', 'import', 'lista.csv', '--name', 'Lista'])
  await member.run(['devices', 'connect', device, '--scan'])
  const create = ['campaigns', 'create', '--list', 'Lista', '--device', device]
  const text = ['--text', 'Oi', '--now', '--name', 'Aviso']

  // A window on another day than today, in whatever time zone this runs.
  const days = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab']
  const otherDay = days[(new Date().getUTCDay() + 3) % 7]
  const pace = ['--delay', '60', '--jitter', '30', '--timezone', 'America/Manaus']
  const made = await member.run([...create, ...text, ...pace, '--window', `${otherDay} 8h-12h`])
  const [, id = ''] = /^ID +(\S+)$/m.exec(made.stdout) ?? []
  const next = String(Number(id) + 1)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/^Intervalo +60 a 90 s$/m)
  expect(made.stdout).toMatch(/^Horários +\S+ das 08:00 às 12:00 \(America\/Manaus\)$/m)
  const shown = async () => (await member.run(['campaigns', 'show', id])).stdout
  expect(await shown()).toMatch(new RegExp(`^Conexão +\\S.* \\(${device}\\)$`, 'm'))
  await expect.poll(shown).toMatch(/^Espera +fora do horário de envio até \d/m)
  const { stdout: listed } = await member.run(['campaigns', 'list'])
  expect(listed).toMatch(new RegExp(`\n\nID +Espera\n${id} +fora do horário de envio até \\d`))

  const reversed = await member.run([...create, ...text, '--window', 'seg 12-8'])
  expect(reversed).toMatchObject({ code: 2, stderr: expect.stringContaining('--window: O fim') })
  const nowhere = await member.run([...create, ...text, '--timezone', 'Brasília'])
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('--timezone: Este') })
  const unread = await member.run([...create, ...text, '--window', 'amanhã cedo'])
  expect(unread).toMatchObject({ code: 2, stderr: expect.stringContaining('seg-sex 08:00-12:00') })

  const set = ['devices', 'set', device]
  const limited = await member.run([...set, '--daily-limit', '1', '--name', 'Escola'])
  expect(limited.stdout).toBe('"Escola": até 1 primeira mensagem em 24 h.\n')
  const blank = await member.run([...create, ...text, '--variant', ' '])
  expect(blank).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--variant: Escreva/) })
  await writeFile(`${member.home}/outra.txt`, 'Bom dia\n')
  const variants = ['--variant', 'Olá', '--variant-file', 'outra.txt']
  const two = await member.run([...create, ...text, '--delay', '0', ...variants])
  expect(two.stdout).toMatch(/^Variação 2 +Olá\nVariação 3 +Bom dia$/m)
  const preview = ['campaigns', 'preview', '--list', 'Lista', '--text', 'Oi', ...variants]
  expect((await member.run(preview)).stdout).toMatch(/^Exemplo +Ana \(variação [123]\)$/m)
  await expect
    .poll(async () => (await member.run(['campaigns', 'show', next])).stdout)
    .toMatch(/^Espera +limite diário atingido até \d/m)
  expect((await member.run(['devices', 'list'])).stdout).toContain('1 de 1 em 24 h')
  expect((await member.run([...set, '--daily-limit', '0'])).code).toBe(2)
  expect((await member.run(set)).code).toBe(2)
  expect(await member.json([...set, '--no-daily-limit', '--warm-up'])).toMatchObject({
    value: { limite_diario: null, aquecimento: true, limite_de_hoje: 20 },
  })
  const rows = Array.from({ length: 21 }, (_, index) => `Cris,619888800${10 + index}\n`)
  await writeFile(`${member.home}/muitas.csv`, `nome,telefone\n${rows.join('')}`)
  await member.run(['contacts', 'import', 'muitas.csv', '--name', 'Muitas'])
  const many = ['campaigns', 'preview', '--list', 'Muitas', '--text', 'Oi', '--device', 'Escola']
  expect((await member.run(many)).stdout).toMatch(/^Nunca receberam +21$/m)
  await expect
    .poll(async () => (await member.run(['campaigns', 'show', next])).stdout)
    .toMatch(/^Status +Concluída$/m)
  const results = await member.run(['campaigns', 'show', next])
  expect(results.stdout.match(/^[123] +[01] +[01] +[01]( \(| +\d)/gm)).toHaveLength(3)
  await member.run([...set, '--no-warm-up'])
  expect((await member.run(many)).stdout).toMatch(
    new RegExp(`^Nunca receberam +21 \\(.*: disparo devices set ${device} --warm-up\\)$`, 'm'),
  )
  const sends = await member.json(['campaigns', 'sends', next])
  expect(sends).toMatchObject({ value: [{ variante: expect.any(Number) }, {}] })
  const [first] = z.array(z.object({ variante: z.int() })).parse(sends.value)
  const number = ['--variant-number', String(first?.variante)]
  const own = await member.json(['campaigns', 'sends', next, ...number])
  expect(own).toMatchObject({ value: [{ variante: first?.variante }] })
  const test = ['campaigns', 'test', '--device', 'Escola', '--list', 'Lista', '--text', 'Oi']
  const tried = await member.run([...test, ...variants, '--variant-number', '3'])
  expect(tried.stdout).toBe(
    `Mensagem de teste (variação 3) enviada para ${formatPhone(device)}:\nBom dia\n`,
  )
})
