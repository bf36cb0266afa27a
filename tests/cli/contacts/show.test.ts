import { expect, test } from 'vitest'
import { createControlClient } from '../../../src/simulator/control/control-client.ts'
import { aPerson } from '../../support/daemon/command-line.ts'
import { ownPhone, residentDaemon } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { registerUser, until } from '../../support/daemon/user.ts'

const server = residentDaemon({ flags: ['--simulator'] })

const OWN = '5561999990000'
const ANA = '5561999990001'

/** A person who answered their one message without words, as with a picture. */
const answered = {
  ...{ phone: ANA, lid: null, nome: 'Ana', descadastro: null, conversas: [], listas: [] },
  incompleto: true,
  envios: [
    {
      ...{ id: '1-1', contato: ANA, nome: 'Ana', status: 'read', erro: null, erro_codigo: null },
      ...{ data_envio: '2026-01-15T12:00:00.000Z', device_id: OWN, jid: null, texto: 'Oi' },
      ...{ tentativas: 1, message_id: 'A1', delivered_at: '2026-01-15T12:00:01.000Z' },
      ...{ read_at: '2026-01-15T12:00:02.000Z', replied_at: '2026-01-15T12:00:03.000Z' },
      ...{ resposta: null, campanha: { id: '1', name: 'Natal' } },
    },
  ],
}

test('shows a person with what campaigns sent, what became of it, and the opt-out', async () => {
  const daemon = server()
  const control = createControlClient(daemon.controlUrl())
  const user = await registerUser(daemon.url())
  const own = await user.pair(control, ownPhone())
  const person = await aPerson()
  const environment = { DISPARO_URL: daemon.url(), DISPARO_APIKEY: user.apikey }
  const show = (phone: string) => person.run(['contacts', 'show', phone], { environment })
  expect((await show('(61) 99999-0001')).stdout).toBe(
    '+55 (61) 99999-0001\n\nNenhuma campanha enviou mensagem a esta pessoa.\n',
  )

  const contatos = await user.createList([ANA])
  const texto = 'Olá!\nQuer vir?'
  const { id } = await user.createCampaign({ name: 'Natal', device_id: own, contatos, texto })
  await user.waitForEnd(id)
  await control.sendInbound({ from: ANA, to: own, text: 'Sair' })
  await until(
    () => user.get<unknown[]>('/api/optouts'),
    ({ length }) => length === 1,
  )
  await expect
    .poll(async () => (await show('61 99999-0001')).stdout)
    .toMatch(/^\d+ Natal +\d.* Lido +Olá! Quer vir\? +Sair$/m)
  const { code, stdout } = await show('61 99999-0001')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Cliente 0 · \+55 \(61\) 99999-0001\nNão recebe campanhas desde \d.*\nListas: Clientes\n/,
  )
  const { value } = await person.json(['contacts', 'show', ANA], { environment })
  expect(value).toMatchObject({ phone: ANA, envios: [{ texto, resposta: 'Sair' }] })
  expect(await show('123')).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('<telefone>: ') },
  })
})

test('says of an answer without words that there was one, and that others may be missing', async () => {
  const { envios, ...ana } = answered
  const server = await aStandIn(({ path }) => ({ body: path.includes('/sends') ? envios : ana }))
  const environment = { DISPARO_URL: server.url, DISPARO_APIKEY: 'chave' }
  const { stdout } = await (await aPerson()).run(['contacts', 'show', ANA], { environment })
  expect(stdout).toContain('O histórico está sendo remontado')
  expect(stdout).toMatch(/^1 Natal .* Lido +Oi +Respondeu$/m)
})
