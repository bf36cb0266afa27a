import { z } from 'zod'
import { Attachment } from '../../parts/attachment/attachment.ts'
import { tabStorage } from '../../tab-storage.ts'

/** What was typed and not sent, kept by the browser for this tab. */

const DRAFTS_KEY = 'conversas-rascunhos'
const FILES_KEY = 'conversas-anexos'
const FAILED_KEY = 'conversas-nao-enviadas'

const Drafts = z.record(z.string(), z.string()).catch({})

const KeptMessage = z.object({
  /** Names the chat, and its user. */
  chat: z.string(),
  key: z.string(),
  tryKey: z.string(),
  earlierIds: z.array(z.string()),
  text: z.string(),
  file: Attachment.nullable().default(null),
  isNote: z.boolean(),
  atSeconds: z.number(),
  /** Why it was not sent. */
  sentence: z.string(),
  isInDoubt: z.boolean(),
})
type KeptMessage = z.infer<typeof KeptMessage>
/** Each by itself: one that another version wrote costs none of the others. */
const KeptMessages = z.array(z.unknown()).catch([])

/** The texts typed in chats and not sent, of every user of this tab. */
export function unsentTexts(): Readonly<Record<string, string>> {
  return Drafts.parse(tabStorage.read(DRAFTS_KEY))
}

export function keepUnsentText(chat: string, text: string): void {
  const { [chat]: _, ...others } = unsentTexts()
  tabStorage.keep(DRAFTS_KEY, text === '' ? others : { ...others, [chat]: text })
}

const Files = z.record(z.string(), Attachment).catch({})

/** The files that were chosen in chats and not sent. */
export function unsentFile(chat: string): Attachment | null {
  return Files.parse(tabStorage.read(FILES_KEY))[chat] ?? null
}

export function keepUnsentFile(chat: string, file: Attachment | null): void {
  const { [chat]: _, ...others } = Files.parse(tabStorage.read(FILES_KEY))
  tabStorage.keep(FILES_KEY, file === null ? others : { ...others, [chat]: file })
}

/** Messages that are not known to have been sent. */
export function keptMessages(): readonly KeptMessage[] {
  return KeptMessages.parse(tabStorage.read(FAILED_KEY)).flatMap((each) => {
    const kept = KeptMessage.safeParse(each)
    return kept.success ? [kept.data] : []
  })
}

export function keepMessages(messages: readonly KeptMessage[]): void {
  tabStorage.keep(FAILED_KEY, messages)
}
