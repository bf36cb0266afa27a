/** What is moved, as its owner calls it. */
const labels: Readonly<Record<string, string>> = {
  settings: 'Segredos e números',
  users: 'Contas',
  gateways: 'Gateways',
  instances: 'Instâncias',
  'campaign-sums': 'Somas das campanhas',
  devices: 'Conexões',
  standings: 'Limites das conexões',
  'client-versions': 'Versão do WhatsApp Web',
  'revoked-sessions': 'Sessões encerradas',
  'known-sessions': 'Sessões abertas',
  'message-templates': 'Textos guardados',
  'sending-defaults': 'Padrões de envio',
  webhooks: 'Webhooks',
  'connection-news': 'Avisos de conexão',
  answers: 'Respostas a repetições',
  agents: 'Assistentes',
  'instance-assistants': 'Assistentes por instância',
  'reply-counts': 'Respostas do dia',
  chatbots: 'Chatbots',
  'chat-settings': 'Ajustes das conversas',
  'person-cards': 'Anotações sobre pessoas',
  campaigns: 'Campanhas',
  'opt-outs': 'Descadastros',
  lists: 'Listas e contatos',
  uploads: 'Arquivos, em partes',
  ledgers: 'Envios',
  'last-messages': 'Últimas mensagens',
  'direct-sends': 'Mensagens avulsas',
  threads: 'Conversas e mensagens',
  replies: 'Registro dos robôs',
  outboxes: 'Entregas de webhooks',
  'device-keys': 'Chaves das conexões',
}

export function kindLabel(kind: string): string {
  return labels[kind] ?? kind
}
