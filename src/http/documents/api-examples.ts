import { api } from '../../contract/api/calls.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { phoneJid } from '../../contract/jid.ts'

import { aWebhook, evolutionExamples } from './evolution-examples.ts'
import { shown } from './shown-example.ts'

/** Example bodies of the API document, each valid for its call. */
const bodies = new Map<Endpoint, unknown>([
  shown(api.register, {
    name: 'Loja da Ana',
    email: 'ana@exemplo.com.br',
    password: 'uma senha longa',
  }),
  shown(api.login, { email: 'ana@exemplo.com.br', password: 'uma senha longa' }),
  shown(api.changeProfile, { name: 'Loja da Ana e do Beto' }),
  shown(api.deleteAccount, { password: 'uma senha longa', confirmacao: 'EXCLUIR' }),
  shown(api.changePassword, { current: 'uma senha longa', password: 'outra senha longa' }),

  shown(api.connectDevice, { deviceId: '5561999990000', connectionName: 'Loja' }),
  shown(api.answerPasskey, {
    resposta: '{"id":"…","rawId":"…","type":"public-key","response":{}}',
  }),
  shown(api.changeDevice, { limite_diario: 100, aquecimento: true }),
  shown(api.keepAlive, { deviceId: '5561999990000' }),
  shown(api.tryDevice, { to: '61988880000' }),
  shown(api.sendMessage, { deviceId: '5561999990000', to: '61988880000', text: 'Olá!' }),
  shown(api.simulatorScan, { deviceId: '5561999990000' }),
  shown(api.simulatorFault, { falha: 'queda' }),

  shown(api.createCampaign, aCampaign()),
  shown(api.previewCampaign, aCampaign()),
  shown(api.listRecipients, aCampaign()),
  shown(api.testCampaign, { ...aCampaign(), to: '61988880000' }),
  shown(api.followUpCampaign, {
    publico: 'nao_lidos',
    texto: 'Oi, {primeiro_nome}! Viu a mensagem?',
  }),
  shown(api.listCampaignPeople, { publico: 'responderam', name: 'Interessados' }),
  shown(api.updateCampaign, { texto: 'Olá, {primeiro_nome}!', delay: 90 }),

  shown(api.setSendingDefaults, {
    delay: 60,
    delay_max: 90,
    janelas: [{ dias: [1, 2, 3, 4, 5], inicio: '08:00', fim: '18:00' }],
    rodape_saida: true,
  }),
  shown(api.createTemplate, { nome: 'Boas-vindas', texto: 'Olá, {primeiro_nome|cliente}!' }),
  shown(api.updateTemplate, { texto: 'Oi, {primeiro_nome|cliente}!' }),

  shown(api.createContactList, { name: 'Clientes', contatos: someContacts() }),
  shown(api.appendContacts, { contatos: someContacts() }),
  shown(api.replaceContactList, { name: 'Clientes', contatos: someContacts() }),

  shown(api.changeRows, {
    alterar: [
      {
        phone: '5561988880000',
        antes: { name: 'Ana', phone: '5561988880000' },
        depois: { name: 'Ana Beatriz', phone: '61988880000', campos: { cidade: 'Brasília' } },
      },
    ],
    remover: ['5561977770000'],
  }),
  shown(api.mergeLists, { listas: ['lista-a', 'lista-b'], name: 'Turmas A e B' }),
  shown(api.moveRows, { contatos: ['5561988880000'], name: 'Turma B' }),

  shown(api.createPersonNote, { texto: 'Prefere ser chamada pela manhã.' }),
  shown(api.updatePersonNote, { texto: 'Prefere ser chamada à tarde.', fixada: true }),
  shown(api.addOptOut, { phone: '61988880000', reason: 'Pediu por telefone' }),

  shown(api.createWebhook, {
    url: 'https://loja.exemplo.com.br/webhooks/disparo',
    eventos: ['resposta.recebida', 'envio.erro'],
  }),
  shown(api.updateWebhook, { eventos: ['resposta.recebida'], ativo: true }),
  shown(api.testWebhook, { evento: 'resposta.recebida' }),
  shown(api.testInstanceWebhook, { evento: 'messages.upsert' }),
  shown(api.renewInstanceSecret, { manter_horas: 24 }),
  shown(api.retryDeliveries, { instance: 'loja', since: '2026-01-15T09:00:00-03:00' }),

  shown(api.createGateway, { url: 'https://gateway.exemplo.com.br', apikey: 'chave-do-gateway' }),
  shown(api.proxyCreate, { instanceName: 'loja', integration: 'WHATSAPP-BAILEYS', qrcode: true }),
  shown(api.proxySetWebhook, { webhook: aWebhook() }),
  shown(api.receiveWebhook, anEvent()),
  shown(api.receiveUpsert, anEvent()),
  shown(api.receiveUpdate, {
    event: 'messages.update',
    instance: 'loja',
    data: {
      keyId: '3EB0A7305427154FA56B36',
      remoteJid: phoneJid('5561988880000'),
      fromMe: true,
      status: 'READ',
    },
  }),

  shown(api.readChat, { instance: '5561999990000', remote_jid: phoneJid('5561988880000') }),
  shown(api.createNote, {
    instance: '5561999990000',
    remote_jid: phoneJid('5561988880000'),
    text: 'Ligar na segunda',
  }),
  shown(api.changeChatSettings, { enviar: 'whatsapp' }),

  ...evolutionExamples,

  shown(api.linkAssistant, { instance_name: 'loja', assistant_id: 'ag_123', is_active: true }),
  shown(api.activateAssistant, { is_active: false }),
  shown(api.createAgent, anAgent()),
  shown(api.createAgentShort, anAgent()),
  shown(api.createChatbot, {
    name: 'Preços',
    instance_name: 'loja',
    keywords: ['preço', 'quanto custa'],
    reply: 'A tabela está em https://exemplo.com.br/precos',
  }),
  shown(api.toggleChatbot, { is_active: false }),
  shown(api.updateChatbot, { keywords: ['preço', 'valor', 'quanto custa'] }),
  shown(api.tryChatbot, {
    instance_name: 'loja',
    keywords: ['preço'],
    reply: 'A tabela está em https://exemplo.com.br/precos',
    text: 'Qual é o PRECO?',
    conversation: [
      { role: 'user', content: 'Bom dia!' },
      { role: 'assistant', content: 'Bom dia! Como posso ajudar?' },
    ],
  }),
  shown(api.updateAgent, { instructions: 'Responda em até duas frases.' }),
  shown(api.updateAgentShort, { instructions: 'Responda em até duas frases.' }),
  shown(api.tryAgent, anAgentTrial()),
  shown(api.tryAgentShort, anAgentTrial()),
])

/** An example body for this call; `undefined` where it has none. */
export function exampleBody(endpoint: Endpoint): unknown {
  return bodies.get(endpoint)
}

function aCampaign() {
  return {
    name: 'Promoção de novembro',
    texto: 'Olá, {primeiro_nome|cliente}!',
    variantes: ['Oi, {primeiro_nome}! A tabela nova chegou.'],
    anexo: {
      url: 'https://disparo.exemplo.com.br/uploads/3vQm9cK2sYt7.pdf',
      nome: 'Tabela de novembro.pdf',
    },
    data_de_envio: '2026-11-23T10:00:00-03:00',
    contatos: '9642fde1-afda-4096-82fb-be746c988484',
    delay: 60,
    status: 'Agendada' as const,
    device_id: '5561999990000',
  }
}

function someContacts() {
  return [
    { name: 'Ana', phone: '61988880000', campos: { cidade: 'Brasília' } },
    { name: 'Bia', phone: '+351 912 345 678' },
  ]
}

function anEvent() {
  return {
    event: 'messages.upsert',
    instance: 'loja',
    data: {
      key: {
        remoteJid: phoneJid('5561988880000'),
        fromMe: false,
        id: '3EB0A7305427154FA56B36',
      },
      pushName: 'Ana',
      message: { conversation: 'Quanto custa?' },
      messageTimestamp: 1_795_000_000,
    },
  }
}

function anAgentTrial() {
  const { name: _, ...agent } = anAgent()
  return { ...agent, text: 'Até que horas vocês abrem?' }
}

function anAgent() {
  return {
    name: 'Atendente',
    instructions: 'Responda em português, em poucas palavras.',
    model: 'mistral-small-latest',
  }
}
