import { z } from 'zod'

/** What a user's webhooks may be told, by the names that their bodies carry. */
export const CampaignEvent = {
  started: 'campanha.iniciada',
  paused: 'campanha.pausada',
  ended: 'campanha.concluida',
  sendFailed: 'envio.erro',
  reply: 'resposta.recebida',
  optOut: 'descadastro.criado',
  restricted: 'conexao.restrita',
  connectionLost: 'conexao.caiu',
  connectionBack: 'conexao.voltou',
} as const

/** The event of a test, which nobody subscribes to. */
export const TEST_EVENT = 'teste'

/** In words when somebody needs them: a browser reads what it knows of a language for that. */
export const CampaignEventName = z.enum(Object.values(CampaignEvent), {
  error: () =>
    `Use ${new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(Object.values(CampaignEvent))}.`,
})
export type CampaignEventName = z.infer<typeof CampaignEventName>

export const campaignEventLabels: Readonly<Record<CampaignEventName, string>> = {
  'campanha.iniciada': 'Uma campanha começou',
  'campanha.pausada': 'Uma campanha foi pausada',
  'campanha.concluida': 'Uma campanha terminou',
  'envio.erro': 'Um envio falhou',
  'resposta.recebida': 'Alguém respondeu',
  'descadastro.criado': 'Alguém não quer mais receber',
  'conexao.restrita': 'O WhatsApp limitou uma conexão',
  'conexao.caiu': 'Uma conexão caiu',
  'conexao.voltou': 'Uma conexão voltou',
}
