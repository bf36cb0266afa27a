import { z } from 'zod'

/**
 * What was typed and not sent, kept by the browser for this tab: it outlives a reload, and ends
 * with the tab.
 */

const DRAFTS_KEY = 'conversas-rascunhos'
const FAILED_KEY = 'conversas-nao-enviadas'

const Drafts = z.record(z.string(), z.string()).catch({})

const KeptMessage = z.object({
  /** Names the chat, and its user. */
  chat: z.string(),
  key: z.string(),
  tryKey: z.string(),
  earlierIds: z.array(z.string()),
  text: z.string(),
  isNote: z.boolean(),
  atSeconds: z.number(),
  /** Why it was not sent. */
  sentence: z.string(),
  isInDoubt: z.boolean(),
})
type KeptMessage = z.infer<typeof KeptMessage>
/** Each by itself: one that another version wrote costs none of the others. */
const KeptMessages = z.array(z.unknown()).catch([])

/** The text typed in a chat and not sent. */
export function unsentText(chat: string): string {
  return Drafts.parse(read(DRAFTS_KEY))[chat] ?? ''
}

export function keepUnsentText(chat: string, text: string): void {
  const { [chat]: _, ...others } = Drafts.parse(read(DRAFTS_KEY))
  write(DRAFTS_KEY, text === '' ? others : { ...others, [chat]: text })
}

/** Messages of which nobody said that they were sent. */
export function keptMessages(): readonly KeptMessage[] {
  return KeptMessages.parse(read(FAILED_KEY)).flatMap((each) => {
    const kept = KeptMessage.safeParse(each)
    return kept.success ? [kept.data] : []
  })
}

export function keepMessages(messages: readonly KeptMessage[]): void {
  write(FAILED_KEY, messages)
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full storage keeps nothing more: the page itself still has it.
  }
}
