/** Words for messages that have no text of their own, as `[Documento: preços.pdf]`. */

/** The word for each kind, by WhatsApp's own name for it. */
export const kindLabels: Readonly<Record<string, string>> = {
  conversation: 'Mensagem',
  extendedTextMessage: 'Mensagem',
  imageMessage: 'Imagem',
  videoMessage: 'Vídeo',
  ptvMessage: 'Vídeo',
  audioMessage: 'Áudio',
  documentMessage: 'Documento',
  stickerMessage: 'Figurinha',
  contactMessage: 'Contato',
  contactsArrayMessage: 'Contatos',
  locationMessage: 'Localização',
  liveLocationMessage: 'Localização em tempo real',
  reactionMessage: 'Reação',
  protocolMessage: 'Mensagem alterada ou apagada',
  pollCreationMessage: 'Enquete',
  pollCreationMessageV3: 'Enquete',
  buttonsResponseMessage: 'Resposta',
  templateButtonReplyMessage: 'Resposta',
  listResponseMessage: 'Resposta',
}

/** The kinds whose content is always what somebody wrote. */
const plainTexts: ReadonlySet<string> = new Set(['conversation', 'extendedTextMessage', 'note'])
const labels: ReadonlySet<string> = new Set(Object.values(kindLabels))

export function labelled(label: string, detail: string | null | undefined): string {
  return detail ? `[${label}: ${detail}]` : `[${label}]`
}

/**
 * What a message's content says: a word for its kind with what stands beside it, or what somebody
 * wrote.
 */
export function readContent({
  type,
  content,
}: {
  readonly type: string
  readonly content: string
}): { readonly text: string } | { readonly label: string; readonly detail: string | null } {
  if (plainTexts.has(type) || !content.startsWith('[') || !content.endsWith(']')) {
    return { text: content }
  }
  const inside = content.slice(1, -1)
  const end = inside.indexOf(': ')
  const label = end < 0 ? inside : inside.slice(0, end)
  if (!labels.has(label)) return { text: content }
  return { label, detail: end < 0 ? null : inside.slice(end + 2) }
}
