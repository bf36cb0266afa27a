import { readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { formatPhone } from '../../src/contract/display.ts'
import { createControlClient } from '../../src/simulator/control/control-client.ts'
import { aMember } from '../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../support/daemon/shared.ts'
import { eventually } from '../support/eventually.ts'

const example = (name: string) =>
  fileURLToPath(new URL(`../../docs/exemplos/${name}`, import.meta.url))

const server = residentDaemon({ flags: ['--simulator'] })

test('goes from an account to the results of a campaign', async () => {
  const member = await aMember(server().url())
  expect((await stat(member.sessionFile)).mode & 0o777).toBe(0o600)

  const imported = await member.json([
    ...['contacts', 'import', example('contatos.csv'), '--name', 'Clientes'],
  ])
  expect(imported).toMatchObject({
    code: 0,
    value: { total: 192, added: 192, duplicates: 6, invalid: [{ line: 25 }, { line: 133 }] },
  })
  const phone = ownPhone()
  const connected = await member.json(['devices', 'connect', formatPhone(phone), '--scan'])
  expect(connected).toMatchObject({
    code: 0,
    value: { deviceId: phone, status: 'connected', phone },
  })

  const created = await member.json([
    ...['campaigns', 'create', '--name', 'Oferta', '--list', 'clientes', '--delay', '0'],
    ...['--device', phone, '--text', 'Olá, {primeiro_nome}!', '--watch'],
    ...['--image', example('promocao.jpg')],
  ])
  expect(created).toMatchObject({
    code: 0,
    value: { status: 'Concluída', messages: 192, sentCount: 192, template: 'Texto com imagem' },
  })

  const { id } = created.value as { id: string }
  const csv = await member.run(['campaigns', 'sends', id, '--csv', '-o', 'resultado.csv'])
  expect(csv.code).toBe(0)
  const results = await readFile(`${member.home}/resultado.csv`, 'utf8')
  expect(results.trim().split('\n')).toHaveLength(193)
  expect(results).toContain('"Olá, Ana!"')
  const sends = await member.json(['campaigns', 'sends', id])
  expect(sends.value).toHaveLength(192)

  const report = await member.run(['campaigns', 'report', id, '-o', '.'])
  expect(report.stdout).toMatch(new RegExp(`^Relatório gravado em relatorio-${id}\\.html \\(`))
  const page = await readFile(`${member.home}/relatorio-${id}.html`, 'utf8')
  expect(page).toContain('<caption>192 envios, na ordem de envio.</caption>')
  expect(page).toMatch(/<\/html>$/)

  const shown = await member.run(['campaigns', 'show', id])
  expect(shown.stdout).toMatch(/^Status +Concluída$/m)
  expect(shown.stdout).toMatch(/^Enviadas +192$/m)
  const listed = await member.run(['campaigns', 'list'])
  expect(listed.stdout).toMatch(/Oferta +Concluída +192\/192/)

  for (const args of [
    ['campaigns', 'delete', id, '--yes'],
    ['contacts', 'delete', 'Clientes', '--yes'],
    ['devices', 'disconnect', phone],
    ['devices', 'delete', phone, '--yes'],
  ]) {
    expect(await member.run(args), args.join(' ')).toMatchObject({ code: 0, stderr: '' })
  }
  expect(await member.json(['campaigns', 'list'])).toMatchObject({ value: [] })
  expect(await member.json(['devices', 'list'])).toMatchObject({ value: [] })
})

test('signs in and out, and is refused with the old token', async () => {
  const url = server().url()
  const member = await aMember(url, 'Rita Prado')
  const old = await readFile(member.sessionFile, 'utf8')
  expect(await member.json(['whoami'])).toMatchObject({
    code: 0,
    value: { url, user: { email: member.email, nome_da_instancia: 'rita-prado' } },
  })
  expect(await member.run(['logout'])).toMatchObject({ code: 0, stderr: '' })
  expect(await member.run(['whoami'])).toMatchObject({ code: 3 })
  await writeFile(member.sessionFile, old)
  const refused = await member.run(['whoami'])
  expect(refused.stderr).toContain('terminou. Entre de novo com: disparo login')
  expect(refused.code).toBe(3)

  const login = ['login', '--url', url, '--email', member.email, '--password-stdin']
  const wrong = await member.run(login, { input: 'outra senha\n' })
  expect(wrong).toMatchObject({ code: 3, stderr: 'E-mail ou senha inválidos.\n' })
  expect(await member.run(login, { input: 'uma senha boa\n' })).toMatchObject({ code: 0 })
  expect(await member.run(['whoami'])).toMatchObject({ code: 0 })
})

test('works with an apikey alone, as cron does', async () => {
  const url = server().url()
  const member = await aMember(url)
  const { value } = await member.json(['whoami'])
  const apikey = /"apikey":"([^"]+)"/.exec(JSON.stringify(value))?.[1] ?? ''
  await member.run(['logout'])
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: apikey }
  const { code, stdout } = await member.run(['contacts', 'list'], { environment })
  expect(stdout).toContain('Nenhuma lista ainda.')
  expect(code).toBe(0)
})

test('gives back the contacts that it took, for people and for spreadsheets', async () => {
  const url = server().url()
  const member = await aMember(url)
  await writeFile(`${member.home}/lista.csv`, 'nome;telefone;cidade\nJoão;61999990001;Brasília\n')
  await member.run(['contacts', 'import', 'lista.csv', '--name', 'Minha lista'])
  const plain = await member.run(['contacts', 'export', 'minha lista'])
  expect(plain.stdout.split(/\r?\n/)).toEqual([
    'name,phone,cidade',
    'João,5561999990001,Brasília',
    '',
  ])
  const saved = await member.run(['contacts', 'export', 'Minha lista', '--excel', '-o', '.'])
  expect(saved.code).toBe(0)
  const excel = await readFile(`${member.home}/Minha_lista.csv`, 'utf8')
  expect(excel).toMatch(/^\uFEFFname;phone;cidade\r?\n/)
  expect(await member.json(['contacts', 'export', 'Minha lista'])).toMatchObject({
    value: { total: 1, contatos: [{ name: 'João', phone: '5561999990001' }] },
  })
})

test('adds to a list that exists and says which rows it refused, and why', async () => {
  const url = server().url()
  const member = await aMember(url)
  await writeFile(`${member.home}/um.csv`, 'nome,telefone\nAna,61999990001\n')
  await writeFile(
    `${member.home}/dois.csv`,
    'nome,telefone\nAna,61999990001\nBia,x\nCaio,61999990003\n',
  )
  await member.run(['contacts', 'import', 'um.csv', '--name', 'Lista'])
  const { code, stdout } = await member.run(['contacts', 'import', 'dois.csv', '--list', 'Lista'])
  expect(code).toBe(0)
  expect(stdout).toContain('Lista "Lista": 2 contatos no total.')
  expect(stdout).toMatch(/Adicionados +1\n +Duplicados +1\n +Inválidos +1\n/)
  expect(stdout).toMatch(/^ +3 +Bia +x +Telefone inválido\.$/m)
})

test('refuses a file that cannot be a list with a sentence of its own', async () => {
  const url = server().url()
  const member = await aMember(url)
  await writeFile(`${member.home}/vazio.csv`, '')
  await writeFile(`${member.home}/ruim.csv`, 'nome,telefone\nAna,x\n')
  const sentences = [
    ['nenhum.csv', 'Arquivo não encontrado: nenhum.csv'],
    ['vazio.csv', 'O arquivo vazio.csv está vazio.'],
    ['.', '. é uma pasta; informe um arquivo.'],
    ['ruim.csv', 'Adicione pelo menos um contato válido.'],
  ] as const
  for (const [file, sentence] of sentences) {
    const { code, stdout, stderr } = await member.run(['contacts', 'import', file])
    expect(stderr).toContain(sentence)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  }
})

test('makes a watch fail when the campaign does not reach its end', async () => {
  const url = server().url()
  const member = await aMember(url)
  await writeFile(`${member.home}/l.csv`, 'nome,telefone\nAna,61999990001\nBia,61999990002\n')
  await member.run(['contacts', 'import', 'l.csv', '--name', 'Lista'])
  const device = ownPhone()
  await member.run(['devices', 'connect', device, '--scan'])
  const watching = member.start([
    ...['campaigns', 'create', '--name', 'Interrompida', '--list', 'Lista', '--text', 'Oi'],
    ...['--device', device, '--delay', '600', '--watch', '--json'],
  ])
  await eventually(async () => / 1\/2 /.test((await member.run(['campaigns', 'list'])).stdout))
  const busy = await member.run(['devices', 'delete', device, '--yes'])
  expect(busy).toMatchObject({ code: 1, stderr: expect.stringContaining('Pare a campanha antes') })
  expect(await member.run(['devices', 'delete', device, '--yes', '--force'])).toMatchObject({
    code: 0,
  })
  const { code, stdout } = await watching.finished
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'Não concluida', sentCount: 1 })
})

test('shows a pairing code and waits until it was typed on the phone', async () => {
  const member = await aMember(server().url())
  const phone = ownPhone()
  const connecting = member.start(['devices', 'connect', phone, '--pairing-code'])
  const code = await eventually(() =>
    /Código: (\w{4}-\w{4})/.exec(connecting.output().stderr)?.[1]?.replace('-', ''),
  )
  await createControlClient(server().controlUrl()).enterCode({ code, phone })
  expect(await connecting.finished).toMatchObject({
    code: 0,
    stdout: `"Conexão de ${phone}" (${formatPhone(phone)}) conectado.\n`,
  })
})
