/** The events of a user's webhooks, by the names that their bodies carry. */
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
