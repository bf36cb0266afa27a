import type { Stand } from '../daemon/stand.ts'
import { registerUser, type User, until } from '../daemon/user.ts'
import { aCampaign } from '../domain/builders.ts'
import { storageOf } from '../storage/lived-in-folder.ts'

/** A clinic that has sent for a month, as the guide's pictures show it: every name is made up. */

export const RECEPTION = '5561999990000'
export const DOCTORS = '5561988880000'
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const firstNames =
  'Ana Beatriz,João Pedro,Márcia,Antônio,Conceição,Luís,Sebastião,Fátima,Inês,Otávio,Flávia,Vinícius,Tânia,César,Mônica,Érica,Íris,Ângela,Débora,Cláudio,Patrícia,Rogério,Lúcia,Mariana,Gonçalo,Benedita,Raul,Caio'.split(
    ',',
  )
const lastNames =
  'Araújo,Gonçalves,Magalhães,Simões,Falcão,Brandão,Assunção,Guimarães,Sampaio,Nóbrega,Rezende,Camargo,Távora,Leão,Peçanha,Queirós,Botelho'.split(
    ',',
  )
const cities = ['Brasília', 'Taguatinga', 'Águas Claras', 'Goiânia', 'Ceilândia', 'Brasília']
const doctors = ['Dra. Helena', 'Dr. Maurício', 'Dra. Yara']
const hours = ['8h', '8h30', '9h', '9h30', '10h', '10h30', '14h', '14h30', '15h', '16h']

type Patient = {
  readonly name: string
  readonly phone: string
  readonly campos: Readonly<Record<string, string>>
}

export function patients(count: number, from = 0): readonly Patient[] {
  return Array.from({ length: count }, (_, index) => {
    const place = from + index
    const pick = (values: readonly string[], step: number) =>
      values[(place * step) % values.length] ?? ''
    return {
      name: `${pick(firstNames, 1)} ${pick(lastNames, 5)}`,
      phone: `55619${82_140_037 + place * 7_919}`,
      campos: { cidade: pick(cities, 1), médico: pick(doctors, 1), horário: pick(hours, 3) },
    }
  })
}

export const confirmation =
  'Olá, {primeiro_nome}! Aqui é da *Clínica Bem Viver*.\nSua consulta com {médico} é *amanhã, às {horário}*. Você confirma?'

export type Clinic = { readonly user: User; readonly answered: string }

/** Signs the clinic up, and gives it its past month and what is under way today. */
export async function aClinic(stand: Stand): Promise<Clinic> {
  const { daemon, control } = stand
  const signedUp = await registerUser(daemon.url(), {
    name: 'Clínica Bem Viver',
    email: 'recepcao@clinicabemviver.com.br',
  })
  const { user: account } = await signedUp.get<{
    user: { id: string; nome_da_instancia: string }
  }>('/auth/me')
  await daemon.stop()
  await writeMonth(daemon.dataDir, account)
  await daemon.restart()
  const user = signedUp.at(daemon.url())

  for (const [phone, name] of [
    [RECEPTION, 'Recepção'],
    [DOCTORS, 'Consultório'],
  ] as const) {
    await user.pair(control, phone)
    await user.patch(`/api/whatsapp/devices/${phone}`, { connection_name: name })
  }
  const list = (name: string, contatos: readonly Patient[]) =>
    user.post<{ id: string }>('/api/contacts', { name, contatos })
  const tomorrow = patients(64)
  const consultations = await list('Consultas de amanhã', tomorrow)
  const everybody = await list('Todos os pacientes', patients(412, 64))
  const back = await list('Retorno em seis meses', patients(87, 120))

  const answered = await user.createCampaign({
    name: 'Confirmação de consultas',
    device_id: RECEPTION,
    contatos: consultations.id,
    texto: confirmation,
  })
  await user.waitForEnd(answered.id)
  // Comes before the next campaign: an answer belongs to the newest campaign that its author got.
  await receiveAnswers(stand, tomorrow)
  await until(
    () => user.campaign(answered.id),
    ({ replyCount }) => replyCount === answers.length,
  )
  await user.createCampaign({
    name: 'Vacinação contra a gripe',
    device_id: RECEPTION,
    contatos: everybody.id,
    texto:
      'Olá, {primeiro_nome}! A vacina da gripe chegou à *Clínica Bem Viver*. Quer reservar a sua?',
    delay: 1,
  })
  await user.createCampaign({
    name: 'Retorno de seis meses',
    device_id: RECEPTION,
    contatos: back.id,
    texto: 'Olá, {primeiro_nome}! Está na hora do seu retorno. Qual dia fica melhor para você?',
    data_de_envio: nextMorning(),
    delay: 60,
  })
  await user.createCampaign({
    name: 'Horário de fim de ano',
    device_id: RECEPTION,
    status: 'Rascunho',
    texto: 'A Clínica Bem Viver fecha de 24 de dezembro a 2 de janeiro. Boas festas!',
  })
  for (const [nome, phone, reason] of [
    ['Benedita Queirós', '61991234477', 'Pediu na recepção'],
    ['Rogério Sampaio', '61998760312', 'Mudou de cidade'],
  ]) {
    // Uses a session as the console does: with a key the opt-out would be recorded as a program's.
    await fetch(`${user.url}/api/optouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ phone, nome, reason }),
    })
  }
  await user.post('/api/webhooks', {
    url: 'https://sistema.clinicabemviver.com.br/avisos',
    eventos: ['resposta.recebida', 'descadastro.criado', 'conexao.caiu'],
  })
  return { user, answered: answered.id }
}

const answers = [
  ...['Confirmo!', 'Pode confirmar', 'Sim, estarei aí', 'Confirmado, obrigada', 'Sim'],
  ...['Preciso remarcar, pode ser na quinta?', 'Confirmo, chego 10 minutos antes', 'SAIR'],
  ...['Sim, confirmo', 'Ok, confirmado', 'Confirmo sim', 'Tem estacionamento no local?'],
]

async function receiveAnswers({ control }: Stand, people: readonly Patient[]): Promise<void> {
  for (const [index, text] of answers.entries()) {
    const person = people[index * 3]
    if (!person) continue
    const { phone: from, name: pushName } = person
    await control.sendInbound({ from, to: RECEPTION, text, pushName })
  }
}

/** Nine o'clock in Brasília, two days from now. */
function nextMorning(): string {
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  return `${day}T12:00:00.000Z`
}

const earlier = [
  { daysAgo: 27, name: 'Outubro Rosa: mamografia', count: 121 },
  { daysAgo: 20, name: 'Convênios aceitos em 2027', count: 136 },
  { daysAgo: 12, name: 'Novembro Azul', count: 98 },
  { daysAgo: 5, name: 'Novo endereço do laboratório', count: 143 },
]

/** What the clinic sent before today: a record and the totals of each campaign. */
async function writeMonth(
  dataDir: string,
  account: { readonly id: string; readonly nome_da_instancia: string },
): Promise<void> {
  const storage = await storageOf(dataDir)
  const confirmations = Array.from({ length: 29 }, (_, index) => 29 - index)
    .filter((daysAgo) => ![0, 6].includes(new Date(Date.now() - daysAgo * DAY_MS).getUTCDay()))
    .map((daysAgo) => ({
      ...{ daysAgo, name: 'Confirmação de consultas' },
      count: 48 + ((daysAgo * 17) % 31),
    }))
  const past = [...confirmations, ...earlier].sort((a, b) => b.daysAgo - a.daysAgo)
  for (const { daysAgo, name, count } of past) {
    const id = String(await storage.settings.nextCampaignNumber())
    const firstMs = Math.floor((Date.now() - daysAgo * DAY_MS) / DAY_MS) * DAY_MS + 12 * HOUR_MS
    const lastMs = Math.min(firstMs + count * 60_000, firstMs + HOUR_MS - 1)
    const sent = {
      ...{ acceptedCount: count, deliveredCount: count - (count % 7) },
      ...{ readCount: Math.round(count * 0.83), replyCount: Math.round(count * 0.41) },
    }
    const at = new Date(firstMs).toISOString()
    await storage.campaigns.save(account.id, {
      ...aCampaign({
        ...{ id, name, description: name, text: name, deviceId: RECEPTION, status: 'Concluída' },
        ...{ createdAt: at, updatedAt: at, startedAt: at, instanceName: account.nome_da_instancia },
        ...{ finishedAt: new Date(lastMs).toISOString(), recipientCount: count, sentCount: count },
        ...{ deliveredCount: sent.deliveredCount, readCount: sent.readCount },
        replyCount: sent.replyCount,
      }),
      ...{ isSettled: true, startTries: 0 },
    })
    await storage.stats.save(account.id, {
      ...{ id, instanceName: account.nome_da_instancia, isSettled: true },
      hours: [{ hour: Math.floor(firstMs / HOUR_MS), ...sent, firstMs, lastMs }],
    })
  }
  await storage.close()
}
