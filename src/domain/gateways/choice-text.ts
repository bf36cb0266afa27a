import { AppError } from '../../contract/errors.ts'
import type {
  EvolutionButton,
  PixButton,
  SendButtonsBody,
  SendListBody,
} from '../../contract/gateways/evolution-choices.ts'
import { TEXT_MAX_LENGTH } from '../../contract/limits.ts'

/**
 * Messages with choices as texts: phones show no lists and buttons of unofficial clients. Whoever
 * answers writes the number of a choice.
 */

export function listText({ title, description, sections, footerText }: SendListBody): string {
  let number = 0
  const blocks = sections.map(({ title: heading, rows }) => {
    const lines = rows.map((row) => {
      number += 1
      return `${number}. ${row.title}${row.description ? ` - ${row.description}` : ''}`
    })
    return [...(heading ? [`*${heading}*`] : []), ...lines].join('\n')
  })
  return paragraphs(`*${title}*`, description, ...blocks, footerText && `_${footerText}_`)
}

/** Only answers have numbers: an address, a phone or a code stands as it is. */
export function buttonsText({ title, description, buttons, footer }: SendButtonsBody): string {
  const replies = buttons.filter(({ type }) => type === 'reply')
  const lines = buttons.map((button) => {
    if (button.type === 'pix') return pixText(button)
    const place = replies.indexOf(button)
    return place < 0 ? detailOf(button) : `${place + 1}. ${button.displayText}`
  })
  return paragraphs(title && `*${title}*`, description, lines.join('\n'), footer && `_${footer}_`)
}

const keyNames: Readonly<Record<PixButton['keyType'], string>> = {
  ...{ phone: 'telefone', email: 'e-mail', cpf: 'CPF', cnpj: 'CNPJ', random: 'aleatória' },
}

/** The key stands alone in its line, so that it is easily copied. */
function pixText({ name, keyType, key }: PixButton): string {
  return `Pix para ${name}, chave ${keyNames[keyType]}:\n${key}`
}

function detailOf({ displayText, url, phoneNumber, copyCode }: EvolutionButton): string {
  const detail = url || phoneNumber || copyCode
  return detail ? `${displayText}: ${detail}` : displayText
}

/** @throws AppError `invalid` where all of it together is longer than a message */
function paragraphs(...given: readonly (string | null | undefined)[]): string {
  const text = given.filter((each) => each).join('\n\n')
  if (text.length <= TEXT_MAX_LENGTH) return text
  const details = [{ path: 'description', message: 'O texto com as opções é longo demais.' }]
  throw new AppError('invalid', `${text.length} characters`, { details })
}
