import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatPhone } from '../../../src/contract/display.ts'
import { aMember } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'
import { eventually } from '../../support/eventually.ts'
import { aPdf } from '../../support/uploads/samples.ts'

const server = residentDaemon({ flags: ['--simulator'] })

/** A person with two lists and a device on the simulator. */
async function aSender() {
  const member = await aMember(server().url())
  const device = ownPhone()
  const clients = 'nome,telefone,Cidade\nAna,61999990001,Goiânia\nBia,61999990002,Brasília\n'
  await writeFile(`${member.home}/clientes.csv`, clients)
  const leads = 'nome,telefone,Cidade\nAna,61999990001,Goiania\nCaio,61999990003,GOIÂNIA\n'
  await writeFile(`${member.home}/leads.csv`, leads)
  await member.run(['contacts', 'import', 'clientes.csv', '--name', 'Clientes'])
  await member.run(['contacts', 'import', 'leads.csv', '--name', 'Leads'])
  await member.run(['devices', 'connect', device, '--scan'])
  return { ...member, device }
}

const both = ['--list', 'Clientes', '--list', 'Leads', '--where', 'cidade=goiania']

test('previews an audience, sends a test of it, and leaves out whom a campaign has reached', async () => {
  const { device, ...member } = await aSender()
  const text = ['--text', 'Oi {nome}, de {cidade}', '--device', device]
  await writeFile(`${member.home}/tabela.pdf`, aPdf)
  const file = ['--attach', 'tabela.pdf', '--attach-name', 'Preços']
  const shown = await member.run(['campaigns', 'preview', ...both, ...text, ...file])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/^Contatos +4$/m)
  expect(shown.stdout).toMatch(/^Recebem +2$/m)
  expect(shown.stdout).toMatch(/^De fora +1 repetido \(por exemplo \+55 \(61\) 99999-0001\)$/m)
  expect(shown.stdout).toMatch(
    /^De fora +1 fora do filtro \(por exemplo \+55 \(61\) 99999-0002\)$/m,
  )
  expect(shown.stdout).toMatch(/^Nunca receberam +2$/m)
  expect(shown.stdout).toMatch(/^Anexo +Preços\.pdf \(documento, \d+ B\)$/m)
  expect(shown.stdout).toMatch(/Oi Ana, de Goiânia$/m)

  const tested = await member.run(['campaigns', 'test', ...both, ...text])
  expect(tested).toMatchObject({ code: 0, stderr: '' })
  expect(tested.stdout).toBe(
    `Mensagem de teste enviada para ${formatPhone(device)}:\nOi Ana, de Goiânia\n`,
  )
  expect(await member.json(['campaigns', 'list'])).toMatchObject({ value: [] })

  const made = ['--name', 'Oferta', '--delay', '0', '--now', '--watch']
  const sent = await member.json(['campaigns', 'create', ...both, ...text, ...made])
  expect(sent.code).toBe(0)
  const { id } = sent.value as { id: string }
  expect(await member.json(['campaigns', 'show', id])).toMatchObject({
    value: {
      messages: 2,
      sentCount: 2,
      filtro: [{ campo: 'cidade', op: 'igual', valor: 'goiania' }],
    },
  })
  const lists = ['--list', 'Clientes', '--list', 'Leads', '--device', device]
  for (const excluded of [
    ['--exclude-days', '7'],
    ['--exclude-campaign', id],
  ]) {
    expect(
      await member.json([
        'campaigns',
        'preview',
        ...lists,
        ...excluded,
        '--contact',
        '61999990002',
      ]),
    ).toMatchObject({
      value: {
        recipients: 1,
        excluded: [
          { reason: 'recently_sent', count: 2 },
          { reason: 'duplicate', count: 1 },
        ],
        samples: [{ phone: '5561999990002', nome: 'Bia' }],
      },
    })
  }
  const silent = ['campaigns', 'followup', id, '--to']
  expect(await member.run([...silent, 'ninguem'])).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('--to: O público é erros, nao_enviados') },
  })
  const draft = await member.run([...silent, 'sem_resposta', '--text', 'Ainda dá tempo!'])
  const next = String(Number(id) + 1)
  expect(draft).toMatchObject({
    ...{ code: 0, stderr: `Para enviar: disparo campaigns start ${next}\n` },
  })
  const started = await member.run(['campaigns', 'start', next, '--watch'])
  expect(started.stdout).toMatch(/^Status +Concluída$/m)
  expect((await member.run(['campaigns', 'start', next])).code).toBe(1)
  // The device knows whom it has written to.
  await eventually(async () => {
    const { value } = await member.json(['campaigns', 'preview', ...lists])
    return JSON.stringify(value).includes('"strangers":1')
  })
})

test('names the option that has a wrong value', async () => {
  const member = await aSender()
  const refused = [
    [['preview'], 'Falta informar: --list.'],
    [['test', '--list', 'Leads'], 'Falta informar: --device, --text.'],
    [
      ['preview', '--list', 'Leads', '--where', 'cidade'],
      '--where <filtro>: "cidade". Use coluna=',
    ],
    [['preview', '--list', 'Leads', '--exclude-days', '0'], 'Informe um número inteiro de dias'],
    [['preview', '--list', 'Leads', '--exclude-days', '999'], '--exclude-days: Os dias são'],
    [
      ['preview', '--list', 'Leads', '--exclude-campaign', '77'],
      '--exclude-campaign 77: Esta campanha não existe.',
    ],
  ] as const
  for (const [flags, sentence] of refused) {
    const { code, stdout, stderr } = await member.run(['campaigns', ...flags])
    expect(stderr, flags.join(' ')).toContain(sentence)
    expect({ code, stdout }, flags.join(' ')).toEqual({ code: 2, stdout: '' })
  }
  const unknown = await member.run([
    ...['campaigns', 'preview', '--list', 'Leads', '--contact', '61988887777'],
  ])
  expect(unknown).toMatchObject({
    code: 1,
    stderr: 'Este contato não está nas listas escolhidas.\n',
  })
})
