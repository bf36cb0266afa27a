/** Refusals of the simulator's control, with their sentences. */
const sentences = {
  unknown_qr: 'Este QR Code não é deste simulador ou já venceu.',
  no_code_asked: 'Nenhum aparelho pediu um código para este número.',
  wrong_code: 'O código não confere.',
  code_expired: 'O código venceu.',
  pairing_cut: 'A conexão caiu antes de o aparelho ser conectado.',
  pairing_timeout: 'O aparelho não respondeu a tempo.',
  bad_passkey: 'A chave de acesso ou a resposta dela não confere.',
  bad_signature: 'A assinatura do aparelho não confere.',
  one_form: 'Este número não tem forma sem o nono dígito.',
  bad_phone: 'Número de telefone inválido.',
  absent: 'Este número não está no WhatsApp simulado.',
  no_account: 'Nenhum aparelho está conectado a este número.',
  no_device: 'Este aparelho não está conectado a este número.',
  bad_request: 'Pedido inválido.',
  not_found: 'Caminho não encontrado.',
  unexpected: 'O simulador falhou.',
} as const

export type SimulatorErrorCode = keyof typeof sentences

export class SimulatorError extends Error {
  readonly code: SimulatorErrorCode
  readonly detail: string | undefined

  constructor(code: SimulatorErrorCode, detail?: string) {
    super(detail === undefined ? sentences[code] : `${sentences[code]} (${detail})`)
    this.code = code
    this.detail = detail
  }
}

export function isSimulatorErrorCode(text: string): text is SimulatorErrorCode {
  return Object.hasOwn(sentences, text)
}
