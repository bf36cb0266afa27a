import sharp from 'sharp'
import { campaignPage, listPage } from '../../../src/contract/console-routes.ts'
import { phones, type User, until } from '../daemon/user.ts'
import type { Console } from './console.ts'
import { liveOn } from './person-life.ts'
import { exchangeFiles } from './talk-of-files.ts'

/** A contact that a campaign could not reach. */
export const ABSENT = '5561977770000'
/** A contact with events of every kind. */
export const [KNOWN = ''] = phones(1, 7)
const MIXED_CAMPAIGN = 'Convite: inauguração Asa Norte'
const SHORT_LIST = 'Clientes VIP'
const DAY_MS = 24 * 60 * 60_000

/**
 * An account with something of everything: two connections, lists, a campaign in every status,
 * received messages, an assistant and a chatbot.
 */
export async function aLivedInUser({ newUser, control }: Console): Promise<User> {
  const user = await newUser()
  const shop = await user.pair(control, '5561999990000')
  await user.post('/api/whatsapp/connect', {
    deviceId: '5561988880000',
    connectionName: 'Atendimento',
  })
  const customers = await user.createList(phones(40, 7), SHORT_LIST)
  await control.setBehaviour(ABSENT, { absent: true })
  const some = await user.createList([...phones(5, 8), ABSENT], 'Interessados da feira')
  const everybody = await user.createList(phones(700, 9), 'Base completa de 2026')
  const image = await sharp({
    create: { width: 640, height: 360, channels: 3, background: '#b8892f' },
  })
    .png()
    .toBuffer()
  const imagem = await user.uploadImage(new Uint8Array(image))
  const texto =
    'Oi, {primeiro_nome|cliente}! *Só hoje* abrimos a lista da Black Friday para quem é da casa.\n\n_Para não receber mais, responda SAIR._'
  const campaign = (fields: Record<string, unknown>) =>
    user.createCampaign({ device_id: shop, texto, ...fields })

  const done = await campaign({ name: 'Pesquisa pós-venda, outubro', contatos: customers, imagem })
  await user.waitForEnd(done.id)
  const withErrors = await campaign({ name: MIXED_CAMPAIGN, contatos: some })
  await user.waitForEnd(withErrors.id)
  const stopped = await campaign({ name: 'Aviso de férias', contatos: everybody, delay: 30 })
  await until(
    () => user.campaign(stopped.id),
    ({ sentCount }) => sentCount > 0,
  )
  await user.post(`/api/campaigns/${stopped.id}/stop`, {})
  await campaign({ name: 'Promoção de verão', status: 'Rascunho' })
  await campaign({
    name: 'Lembrete de consulta',
    contatos: customers,
    data_de_envio: new Date(Date.now() + 3 * DAY_MS).toISOString(),
  })
  const running = await campaign({
    name: 'Black Friday: aviso antecipado',
    contatos: everybody,
    imagem,
    delay: 2,
  })
  await until(
    () => user.campaign(running.id),
    ({ sentCount }) => sentCount > 1,
  )
  await receiveMessages(user)
  await exchangeFiles(control, { user, device: shop })
  for (const [nome, phone, reason] of [
    ['Ana Beatriz Figueiredo', '61999990031', 'Pediu na recepção para não receber mais nada'],
    ['', '61999990032', ''],
  ]) {
    await user.post('/api/optouts', { phone, nome, reason })
  }
  await user.post('/api/webhooks', {
    url: 'https://loja.example/sistema/avisos-de-campanhas',
    eventos: ['campanha.concluida', 'resposta.recebida', 'descadastro.criado'],
  })
  for (const [nome, texto] of [
    [
      'Endereço e horário',
      'Estamos na Rua das Acácias, 120. Abrimos de segunda a sábado, das 9h às 18h.',
    ],
    ['Lembrete de aula', 'Oi, {primeiro_nome}! A aula de {turma} começa às {hora}.'],
    ['Boas-vindas', 'Oi, {primeiro_nome|tudo bem}! Obrigada por escrever para a nossa escola.'],
    [
      'Aviso de falta',
      'Olá, {primeiro_nome}! Sentimos a sua falta na aula de hoje. *Está tudo bem?*',
    ],
  ]) {
    await user.post('/api/modelos', { nome, texto })
  }
  await user.post('/api/mistral/agents', {
    name: 'Atendente',
    instructions: 'Responda em português, com gentileza e em poucas palavras.',
    model: 'mistral-small-latest',
  })
  await user.post('/chatbots', {
    name: 'Horário',
    instance_name: shop,
    keywords: ['horário', 'abre'],
    reply: 'Abrimos das 9h às 18h.',
  })
  await liveOn(control, { user, device: shop, phone: KNOWN, name: 'Lívia Prado' })
  return user
}

type Named = readonly { readonly id: string; readonly name: string }[]

/** The path of the results of a campaign that reached most of its recipients, but not all. */
export async function pageOfMixedResults(user: User): Promise<string> {
  return campaignPage(idOf(MIXED_CAMPAIGN, await user.get<Named>('/api/campaigns')))
}

/** The path of a list that is shown whole. */
export async function pageOfShortList(user: User): Promise<string> {
  return listPage(idOf(SHORT_LIST, await user.get<Named>('/api/contacts?preview=0')))
}

function idOf(wanted: string, all: Named): string {
  const found = all.find(({ name }) => name === wanted)
  if (!found) throw new Error(`there is no ${wanted}`)
  return found.id
}

async function receiveMessages(user: User): Promise<void> {
  const { url } = await user.get<{ url: string }>('/api/webhooks')
  const nowSeconds = Math.floor(Date.now() / 1000)
  const talks = [
    ['5561988887777', 'Ana Beatriz', ['Oi! Vocês abrem amanhã?', 'Queria ver as *ofertas*']],
    ['5511977776666', 'Bruno Lima', ['QUERO', 'Pode mandar o link']],
    ['5531966665555', 'Carla Nunes', ['Obrigada!']],
  ] as const
  for (const [person, [phone, pushName, texts]] of talks.entries()) {
    for (const [index, text] of texts.entries()) {
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          event: 'messages.upsert',
          instance: '5561999990000',
          data: {
            key: {
              remoteJid: `${phone}@s.whatsapp.net`,
              fromMe: false,
              id: `PESSOA${person}MENSAGEM${index}`,
            },
            pushName,
            message: { conversation: text },
            messageType: 'conversation',
            messageTimestamp: nowSeconds - 3_600 * (person + 1) + index * 40,
          },
        }),
      })
    }
  }
}
