import { idempotencyErrors } from './api/idempotency-errors.ts'
import { chatFileErrors } from './chat-file-errors.ts'
import { passkeyErrors } from './devices/passkey-errors.ts'
import type { ErrorJson, FieldError } from './error-json.ts'
import { gatewayErrors } from './gateways/gateway-errors.ts'
import { PRIVATE_TARGETS_VARIABLE } from './private-targets.ts'
import { dateWithoutOffset, strangerRefused } from './sentences.ts'
import { storageErrors } from './storage-errors.ts'
import { uploadErrors } from './uploads/upload-errors.ts'

/** Every expected failure: the status it answers with and the sentence its reader sees. */
export const errorCatalogue = {
  ...passkeyErrors,
  ...idempotencyErrors,
  invalid: { status: 400, text: 'Verifique os campos destacados.' },
  malformed_json: { status: 400, text: 'O corpo do pedido não é um JSON válido.' },
  malformed_upload: {
    status: 400,
    text: 'O arquivo enviado chegou incompleto ou em formato inesperado.',
  },
  file_missing: { status: 400, text: 'Nenhum arquivo foi enviado.' },
  file_empty: { status: 400, text: 'O arquivo está vazio.' },
  not_csv: {
    status: 400,
    text: 'O arquivo não parece ser um CSV nem uma planilha .xlsx. Salve a planilha como CSV ou .xlsx e tente de novo.',
  },
  xls_old: {
    status: 400,
    text: 'Esta é uma planilha .xls, de um formato antigo. Salve-a como .xlsx ou CSV e tente de novo.',
  },
  xlsx_protected: {
    status: 400,
    text: 'A planilha está protegida por senha. Salve-a sem senha e tente de novo.',
  },
  xlsx_broken: {
    status: 400,
    text: 'A planilha está danificada ou incompleta. Abra-a, salve-a de novo como .xlsx ou CSV e tente outra vez.',
  },
  xlsx_too_large: {
    status: 413,
    text: 'A planilha é grande demais depois de descompactada. Divida-a, ou salve-a como CSV.',
  },
  sheet_empty: { status: 400, text: 'Esta aba da planilha está vazia.' },
  no_valid_contacts: { status: 400, text: 'Adicione pelo menos um contato válido.' },
  rows_refused: { status: 400, text: 'Nada foi importado: há linhas que não dá para ler.' },
  no_valid_phones: { status: 400, text: 'Nenhum telefone válido foi encontrado no arquivo.' },
  ...uploadErrors,
  ...chatFileErrors,
  ...storageErrors,
  list_unknown: { status: 400, text: 'A lista de contatos escolhida não existe.' },
  contact_unknown: { status: 400, text: 'Este contato não está nas listas escolhidas.' },
  device_unknown: { status: 400, text: 'A conexão de WhatsApp escolhida não existe.' },
  date_without_offset: {
    status: 400,
    text: dateWithoutOffset,
  },
  signup_closed: { status: 400, text: 'O cadastro de novas contas está fechado neste servidor.' },
  wrong_password: { status: 400, text: 'A senha atual não confere.' },
  account_busy: {
    status: 409,
    text: 'Há campanhas em andamento. Pause ou pare todas antes de excluir a conta.',
  },
  ...gatewayErrors,
  media_invalid: {
    status: 400,
    text: 'A mídia precisa ser uma URL http(s) ou um arquivo em base64.',
  },
  media_name_missing: { status: 400, text: 'Informe o nome do documento (fileName).' },
  media_unreachable: { status: 400, text: 'Não foi possível baixar a mídia desta URL.' },
  media_private: {
    status: 400,
    text: `A URL da mídia leva a um endereço privado, o que este servidor só permite com ${PRIVATE_TARGETS_VARIABLE}.`,
  },
  media_too_large: {
    status: 413,
    text: 'A mídia é grande demais: documentos vão até 100 MB por URL ou formulário; o resto, até 16 MB.',
  },
  media_type: {
    status: 415,
    text: 'O arquivo não é do tipo pedido, ou o WhatsApp não o reproduz.',
  },
  token_taken: { status: 400, text: 'Este token não pode ser usado. Escolha outro.' },
  invalid_phone: { status: 400, text: 'O número de telefone não é válido.' },
  no_message_event: {
    status: 400,
    text: 'O corpo não é um evento messages.upsert nem messages.update.',
  },
  gateway_private: {
    status: 400,
    text: `A URL do gateway leva a um endereço privado, o que este servidor só permite com ${PRIVATE_TARGETS_VARIABLE}.`,
  },
  unauthorized: { status: 401, text: 'Sessão expirada ou ausente. Faça login novamente.' },
  bad_credentials: { status: 401, text: 'E-mail ou senha inválidos.' },
  apikey_refused: { status: 401, text: 'A apikey está ausente ou não é válida.' },
  session_not_found: { status: 404, text: 'Esta sessão já terminou.' },
  template_not_found: { status: 404, text: 'Modelo não encontrado.' },
  not_found: { status: 404, text: 'Não encontrado.' },
  campaign_not_found: { status: 404, text: 'Campanha não encontrada.' },
  list_changed: {
    status: 409,
    text: 'A lista mudou enquanto era lida. Leia-a de novo desde o começo.',
  },
  list_not_found: { status: 404, text: 'Lista não encontrada.' },
  note_not_found: { status: 404, text: 'Esta anotação não existe mais.' },
  optout_not_found: { status: 404, text: 'Esta pessoa não está na lista de descadastro.' },
  device_not_found: { status: 404, text: 'Conexão não encontrada.' },
  gateway_not_found: { status: 404, text: 'Gateway não encontrado.' },
  gateway_instance_not_found: { status: 404, text: 'O gateway não tem esta instância.' },
  campaign_webhook_not_found: { status: 404, text: 'Webhook não encontrado.' },
  webhook_not_found: { status: 404, text: 'Endereço de webhook desconhecido.' },
  delivery_not_found: { status: 404, text: 'Entrega não encontrada.' },
  link_not_found: { status: 404, text: 'Esta instância não tem assistente.' },
  agent_not_found: { status: 404, text: 'Assistente não encontrado.' },
  chatbot_not_found: { status: 404, text: 'Chatbot não encontrado.' },
  method_not_allowed: { status: 405, text: 'Este endereço não aceita esse tipo de pedido.' },
  email_taken: { status: 409, text: 'Este e-mail já está cadastrado.' },
  campaign_locked: {
    status: 409,
    text: 'Esta campanha já começou ou terminou e não pode mais ser alterada.',
  },
  delivery_body_gone: {
    status: 409,
    text: 'O conteúdo desta entrega não está mais guardado: ela não pode ser enviada de novo.',
  },
  delivery_under_way: { status: 409, text: 'Esta entrega está sendo enviada agora.' },
  delivery_not_dead: { status: 409, text: 'Só uma entrega abandonada pode ser tentada de novo.' },
  not_running: { status: 409, text: 'Não foi possível parar a campanha.' },
  campaign_not_over: {
    status: 409,
    text: 'Esta campanha ainda não terminou: espere o fim, ou pare a campanha antes.',
  },
  nobody_left: { status: 422, text: 'Ninguém desta campanha está nesta situação.' },
  not_pausable: { status: 409, text: 'Só uma campanha em andamento pode ser pausada.' },
  not_paused: { status: 409, text: 'Esta campanha não está pausada.' },
  device_taken: { status: 409, text: 'Já existe uma conexão com este nome.' },
  device_busy: {
    status: 409,
    text: 'Uma campanha em andamento usa esta conexão. Pare a campanha antes de excluir.',
  },
  no_qr: { status: 409, text: 'Ainda não há um código QR para ler. Gere o QR Code primeiro.' },
  reach_unknown: {
    status: 409,
    text: 'Não dá para saber quem já recebeu: o registro de envios de uma das campanhas está danificado.',
  },
  device_not_connected: { status: 409, text: 'O WhatsApp desta conexão não está conectado.' },
  strangers_held: {
    status: 409,
    text: 'O WhatsApp limitou as primeiras mensagens deste número. Por enquanto, só dá para escrever a quem já conversa com ele.',
  },
  list_in_use: { status: 409, text: 'Uma campanha agendada usa esta lista.' },
  list_quota: {
    status: 422,
    text: 'Esta conta já tem o máximo de listas que este servidor aceita. Exclua uma para criar outra.',
  },
  list_too_large: {
    status: 413,
    text: 'A lista passaria do máximo de contatos que este servidor aceita por lista. Divida-a em mais de uma.',
  },
  campaign_quota: {
    status: 422,
    text: 'Esta conta já tem o máximo de campanhas que este servidor aceita. Exclua campanhas antigas para criar outra.',
  },
  device_quota: {
    status: 422,
    text: 'Esta conta já tem o máximo de conexões que este servidor aceita. Exclua uma para conectar outra.',
  },
  template_taken: { status: 409, text: 'Já existe um modelo com este nome.' },
  template_quota: {
    status: 422,
    text: 'Esta conta já tem o máximo de modelos que este servidor aceita. Exclua um para criar outro.',
  },
  note_quota: {
    status: 422,
    text: 'Já há o máximo de anotações que este servidor aceita. Exclua uma para escrever outra.',
  },
  webhook_quota: {
    status: 422,
    text: 'Esta conta já tem o máximo de webhooks que este servidor aceita. Exclua um para criar outro.',
  },
  upload_quota: {
    status: 422,
    text: 'Os arquivos enviados por esta conta já ocupam todo o espaço que este servidor lhe dá.',
  },
  too_many_streams: {
    status: 429,
    text: 'Há abas ou programas demais acompanhando esta conta ao vivo. Feche alguns e tente de novo.',
  },
  gateway_own: { status: 409, text: 'O gateway deste servidor não pode ser excluído.' },
  body_too_large: { status: 413, text: 'O pedido é grande demais. Divida-o em partes menores.' },
  file_too_large: { status: 413, text: 'O arquivo é grande demais.' },
  not_json: { status: 415, text: 'Envie o pedido como JSON (Content-Type: application/json).' },
  not_multipart: { status: 415, text: 'Envie o arquivo como multipart/form-data.' },
  not_on_whatsapp: { status: 422, text: 'Número não está no WhatsApp.' },
  refused_by_whatsapp: { status: 422, text: 'O WhatsApp recusou a mensagem.' },
  stranger_refused: {
    status: 422,
    text: strangerRefused,
  },
  gateway_refused: { status: 422, text: 'O gateway recusou o pedido.' },
  gateway_key_refused: {
    status: 422,
    text: 'O gateway recusou a API Key. Verifique a URL e a chave.',
  },
  instance_limit: { status: 422, text: 'Este gateway já tem instâncias demais neste servidor.' },
  mistral_refused: { status: 422, text: 'O serviço dos assistentes recusou estes dados.' },
  lookup_failed: {
    status: 503,
    text: 'O WhatsApp não respondeu à consulta dos números. Tente de novo em instantes.',
  },
  not_confirmed: {
    status: 503,
    text: 'O WhatsApp não confirmou a mensagem. Ela pode ter sido entregue: verifique antes de repetir.',
  },
  too_many: { status: 429, text: 'Muitas tentativas. Aguarde alguns minutos e tente de novo.' },
  gateway_busy: { status: 429, text: 'O gateway pediu para aguardar. Tente de novo em instantes.' },
  mistral_busy: {
    status: 429,
    text: 'O serviço dos assistentes está no limite de uso. Tente de novo em instantes.',
  },
  agent_replies_exhausted: {
    status: 429,
    text: 'O limite de respostas dos assistentes por dia foi atingido.',
  },
  gateway_unavailable: { status: 503, text: 'O gateway não respondeu. Verifique a URL.' },
  gateway_license: {
    status: 503,
    text: 'Este gateway só responde depois de ter a licença ativada. Ative-a no painel dele (endereço do gateway seguido de /manager).',
  },
  mistral_not_configured: {
    status: 503,
    text: 'O serviço dos assistentes não está configurado neste servidor (MISTRAL_API_KEY).',
  },
  mistral_key_refused: {
    status: 503,
    text: 'O serviço dos assistentes recusou a chave deste servidor (MISTRAL_API_KEY).',
  },
  mistral_timeout: {
    status: 504,
    text: 'O serviço dos assistentes demorou demais para responder. Tente de novo em instantes.',
  },
  mistral_unavailable: { status: 503, text: 'O serviço dos assistentes não respondeu.' },
  outcome_unknown: {
    status: 502,
    text: 'O servidor em que esta conta estava não respondeu, e não se sabe até onde o pedido chegou. Confira antes de repetir.',
  },
  no_home: {
    status: 503,
    text: 'Nenhum servidor atende esta conta agora. Tente de novo em instantes.',
  },
  stopping: { status: 503, text: 'O servidor está sendo encerrado. Tente de novo em instantes.' },
  unexpected: { status: 500, text: 'Ocorreu um erro na comunicação com o servidor.' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** An expected failure. `detail` is English, for the log; users see the catalogue's sentence. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly FieldError[]
  /** Seconds after which trying again makes sense, for 429 and 503. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    detail: string,
    options: {
      readonly cause?: unknown
      readonly details?: readonly FieldError[]
      readonly retryAfterSeconds?: number
    } = {},
  ) {
    super(`${code}: ${detail}`, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details ?? []
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  get status() {
    return errorCatalogue[this.code].status
  }

  get text(): string {
    return errorCatalogue[this.code].text
  }

  toJson(): ErrorJson {
    const body = { error: this.text, message: this.text, code: this.code }
    return this.details.length > 0 ? { ...body, details: [...this.details] } : body
  }
}
