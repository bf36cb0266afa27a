/** What only calls of the Evolution-compatible API may be refused for; part of the catalogue of errors. */
export const gatewayErrors = {
  integration_unknown: {
    status: 400,
    text: 'A integração precisa ser "WHATSAPP-BAILEYS".',
  },
  not_offered: { status: 400, text: 'Este gateway não oferece esta chamada.' },
  message_unknown: {
    status: 400,
    text: 'A mensagem não está entre as que este servidor guarda desta instância.',
  },
  message_without_file: { status: 400, text: 'A mensagem não tem um arquivo.' },
  message_file_gone: {
    status: 400,
    text: 'Não foi possível baixar o arquivo da mensagem: o WhatsApp não o tem mais, ou ele passa de 16 MB.',
  },
  group_unknown: {
    status: 404,
    text: 'O grupo não existe, ou esta instância não participa dele.',
  },
  group_refused: {
    status: 400,
    text: 'O WhatsApp recusou o pedido: a instância não participa do grupo, ou não o administra.',
  },
  group_unacceptable: {
    status: 400,
    text: 'O WhatsApp não aceitou o grupo como ele foi pedido: confira o nome, a descrição, a foto e os participantes, e se esta conta pode criar grupos.',
  },
  invites_unsent: {
    status: 400,
    text: 'Alguns convites não foram enviados. Repita a chamada só com estes números: os outros já receberam o convite.',
  },
  invites_doubtful: {
    status: 400,
    text: 'O WhatsApp não confirmou um dos convites, que pode ter sido entregue: verifique antes de repetir a chamada. Quem não está nesta resposta já recebeu o seu.',
  },
  invite_invalid: {
    status: 400,
    text: 'O convite não leva a um grupo: o código não existe, ou foi trocado por outro.',
  },
  whatsapp_failed: {
    status: 400,
    text: 'O WhatsApp não respondeu ao pedido, ou o recusou. Tente de novo.',
  },
} as const
