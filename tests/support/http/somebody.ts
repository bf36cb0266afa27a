import { phoneJid } from '../../../src/contract/jid.ts'
import { keepCampaign, keepDevice, keepSends, success } from '../domain/kept.ts'
import { anApp, asJson } from './app.ts'

export const DEVICE = '5561988880000'

/** A user with something of every kind. */
export async function somebody() {
  const made = await anApp()
  const ana = await made.register('Escola da Ana')
  const post = (path: string, body: object) => ana.call(path, asJson(body))
  await keepDevice(made, ana, { deviceId: DEVICE, connectionName: 'Secretaria' })
  for (const name of ['Turma A', 'turma a']) {
    const contatos = [{ name: 'Bia', phone: '61999990001', campos: { serie: '5º ano' } }]
    await post('/api/contacts', { name, contatos })
  }
  await post('/api/modelos', { nome: 'Boas-vindas', texto: 'Olá, {nome}!' })
  await post('/api/optouts', { phone: '61999990009', nome: 'Zeca', reason: 'Pediu' })
  await post('/api/webhooks', { url: 'https://escola.example/avisos', eventos: ['envio.erro'] })
  await post('/api/evolution', { url: 'https://gateway.example', apikey: 'chave-do-gateway' })
  await keepCampaign(made, ana, {
    ...{ id: '1', name: 'Reunião: 5º/6º', text: 'Olá, {nome}', status: 'Concluída' },
    startedAt: '2026-01-15T12:00:00.000Z',
  })
  await keepSends(made, ana, { sends: [{ name: 'Bia', phone: '5561999990001', facts: success }] })
  const key = (await made.parts.devices.findKey(ana.id, DEVICE)) ?? ''
  const jid = phoneJid('5561999990001')
  await made.whatsapp.tell({
    type: 'inbound',
    key,
    message: {
      ...{ messageId: 'IN1', chatJid: jid, lid: null, phone: '5561999990001', pushName: 'Bia' },
      ...{ fromMe: false, text: 'Estarei lá', kind: 'conversation', remoteJid: jid },
      ...{ participant: '', sentAt: new Date(made.clock.now()).toISOString(), content: {} },
      media: null,
    },
  })
  return { ...made, ana, key, post }
}
