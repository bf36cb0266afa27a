import { errorCatalogue } from '../errors.ts'
import type { DisconnectCode } from './device.ts'

const AFTERWARDS = 'A conexão volta sozinha quando a suspensão acabar.'

/** Shown for a device whose pairing was left while WhatsApp asked for the account's passkey. */
export const PASSKEY_ASKED =
  'Esta conta pede a sua chave de acesso (passkey) para conectar aparelhos. Abra o QR Code desta conexão e siga os passos.'

/** Why a device is not connected, in the sentences that screens and commands show. */
export const disconnectReasons: Readonly<Record<DisconnectCode, string>> = {
  never_paired: 'O código QR ainda não foi lido pelo celular.',
  pairing_expired: 'O código QR não foi lido a tempo. Gere um novo.',
  pairing_failed: 'O WhatsApp recusou o pareamento. Gere um novo código.',
  passkey_required:
    'Esta conta pede a sua chave de acesso (passkey) para conectar aparelhos, e ela não foi apresentada a tempo. Conecte novamente e siga os passos; nada foi apagado.',
  passkey_stuck:
    'O WhatsApp não continuou. Deixe o WhatsApp aberto no celular, confira se a chave de acesso é desta conta e tente novamente.',
  passkey_refused:
    'O WhatsApp recusou a chave de acesso. Confira se ela é desta conta e tente novamente.',
  code_refused:
    'O WhatsApp recusou o código: foram pedidos códigos demais para este número, ou ele não aceita este programa. Espere uma hora, ou conecte com um código QR.',
  code_forbidden:
    'O WhatsApp não permite conectar este número por código. Conecte com um código QR.',
  code_rate_limited:
    'Códigos demais foram pedidos. Espere pelo menos uma hora, ou conecte com um código QR.',
  code_unavailable: 'Esta conta não pode ser conectada por código. Conecte com um código QR.',
  code_failed:
    'O WhatsApp não conseguiu gerar o código. Tente novamente, ou conecte com um código QR.',
  other_phone:
    'O código foi lido por um celular de outro número, e nada foi enviado por ele. Conecte de novo para usar este número mesmo assim, ou exclua a conexão e recomece com o celular certo.',
  logged_out: 'O aparelho foi desconectado no celular. Leia um novo código QR para voltar.',
  replaced_once: 'Outra sessão tomou o lugar desta. Tentando de novo em um minuto.',
  replaced: 'Outra sessão tomou o lugar desta. Conecte novamente para voltar.',
  closed_by_user: 'Desconectado por você.',
  connection_lost: 'A conexão caiu. Tentando novamente.',
  unreachable: 'O servidor do WhatsApp não responde. Tentando novamente.',
  refused: 'O WhatsApp recusou a conexão. Tentando novamente.',
  rejected:
    'O WhatsApp recusou a conexão várias vezes seguidas. Tente mais tarde; se continuar, atualize o disparo.',
  suspended: `O WhatsApp suspendeu este número por um tempo. ${AFTERWARDS}`,
  suspended_strangers: `O WhatsApp suspendeu este número por um tempo: mensagens demais para quem não tem o número nos contatos. ${AFTERWARDS}`,
  suspended_blocked: `O WhatsApp suspendeu este número por um tempo: gente demais o bloqueou. ${AFTERWARDS}`,
  suspended_groups: `O WhatsApp suspendeu este número por um tempo: grupos demais com quem não tem o número nos contatos. ${AFTERWARDS}`,
  suspended_repeated: `O WhatsApp suspendeu este número por um tempo: a mesma mensagem para gente demais. ${AFTERWARDS}`,
  suspended_broadcast: `O WhatsApp suspendeu este número por um tempo: mensagens demais por listas de transmissão. ${AFTERWARDS}`,
  locked:
    'O WhatsApp bloqueou esta conta. Abra o WhatsApp no celular e siga o que ele pede; depois conecte com um novo código QR.',
  banned:
    'O WhatsApp baniu este número. Abra o WhatsApp no celular para pedir uma revisão; se ele voltar, conecte com um novo código QR.',
  outdated:
    'O WhatsApp não aceita mais esta versão do programa. Atualize o disparo, ou informe uma versão mais nova em DISPARO_WHATSAPP_VERSION. O servidor continua procurando uma.',
  bad_client:
    'O WhatsApp recusou a forma como este programa se apresenta. Atualize o disparo e conecte novamente.',
  malformed:
    'O WhatsApp recusou o que este programa escreveu, três vezes seguidas. É um defeito do disparo: atualize-o e conecte novamente.',
  not_multi_device:
    'Esta conta não aceita aparelhos conectados. Atualize o WhatsApp no celular e conecte novamente.',
  other_server: 'Este aparelho foi pareado com outro servidor do WhatsApp e não se conecta a este.',
  keys_unreadable:
    'As chaves deste aparelho não puderam ser lidas. Conecte novamente com um código QR.',
  keys_newer: errorCatalogue.newer_format.text,
  restarting: 'O processo desta conexão está reiniciando.',
}
