import { z } from 'zod'
import { CampaignEvent } from './campaign-event-names.ts'

/** The sentence is made only when it is needed: `Intl.ListFormat` loads a language's data first. */
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
