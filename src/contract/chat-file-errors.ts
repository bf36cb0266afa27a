import { CHAT_FILE_LIMIT_MB } from './limits.ts'

/** Why a message's file cannot be opened; part of the catalogue of errors. */
export const chatFileErrors = {
  chat_message_not_found: { status: 404, text: 'Esta mensagem não está mais na conversa.' },
  chat_file_on_phone: { status: 404, text: 'Este arquivo só pode ser aberto no celular.' },
  chat_file_gone: {
    status: 410,
    text: 'O WhatsApp já apagou este arquivo. Peça para a pessoa enviar de novo.',
  },
  chat_file_away: {
    status: 409,
    text: 'O WhatsApp já apagou a cópia deste arquivo. Conecte este WhatsApp para pedir outra ao celular.',
  },
  chat_file_unanswered: {
    status: 409,
    text: 'O celular desta conexão não respondeu. Confira se ele está ligado e com internet, e tente de novo.',
  },
  chat_file_damaged: {
    status: 422,
    text: 'Este arquivo chegou com defeito e não abre. Peça para a pessoa enviar de novo.',
  },
  chat_file_too_large: {
    status: 413,
    text: `Este arquivo passa de ${CHAT_FILE_LIMIT_MB} MB: abra no celular.`,
  },
  chat_file_failed: {
    status: 503,
    text: 'Não foi possível baixar o arquivo do WhatsApp. Tente de novo em instantes.',
  },
} as const
