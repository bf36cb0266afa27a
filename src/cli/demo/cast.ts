/** Numbers of the example list that are not on the simulated WhatsApp. */
export const absentPhones = ['5561990000101', '5511990000102', '5521990000103'] as const

/** A number of the example list whose account is older than the ninth digit. */
export const oldMobile = '5531987654321'

/** Last digits of the numbers that read their messages; the others leave them unread. */
const readerDigits = ['0', '2', '3', '5', '8']
export const readers: readonly string[] = readerDigits.map((digit) => `*${digit}`)

export function isReader(phone: string): boolean {
  return readerDigits.includes(phone.slice(-1))
}

/** The phone that sends. */
export const senderPhone = '5561999990000'

export const demoText = [
  'Olá, {primeiro_nome}! 👋',
  'A semana do cliente chegou: 20% de desconto em {cidade|todo o Brasil}.',
  'Só até sábado!',
].join('\n')
