const byChat = new Map<string, string>()

/** Text typed in a chat and not sent, until the page is loaded again. */
export function unsentText(chat: string): string {
  return byChat.get(chat) ?? ''
}

export function keepUnsentText(chat: string, text: string): void {
  if (text === '') byChat.delete(chat)
  else byChat.set(chat, text)
}
