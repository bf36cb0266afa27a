const byChat = new Map<string, string>()

/** What was typed in a chat and not sent, for as long as the page is not loaded anew. */
export function unsentText(chat: string): string {
  return byChat.get(chat) ?? ''
}

export function keepUnsentText(chat: string, text: string): void {
  if (text === '') byChat.delete(chat)
  else byChat.set(chat, text)
}
