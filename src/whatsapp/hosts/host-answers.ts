import type { Logger } from 'pino'
import type { SharedMessengerNeeds } from '../../domain/cluster/messenger-branches.ts'
import type { ClientVersions } from '../../domain/devices/client-versions.ts'
import type { FromHost, SentContent, ToHost } from './host-protocol.ts'

/** What is stored beside the keys of devices. */
export type Stored = Pick<SharedMessengerNeeds, 'findContent' | 'findJid' | 'readUpload'>

type Question = Extract<FromHost, { type: 'find_sent' | 'read_upload' | 'find_version' }>
type SentQuestion = Extract<Question, { type: 'find_sent' }>

/** Answers hosts' questions about stored data: hosts can read only the keys of their devices. */
export function createHostAnswers({
  findContent,
  findJid,
  readUpload,
  findNewer,
  log,
}: Stored & Pick<ClientVersions, 'findNewer'> & { readonly log: Logger }) {
  return { answer }

  async function answer(question: Question, host: { post(message: ToHost): void }): Promise<void> {
    const { call } = question
    switch (question.type) {
      case 'find_sent': {
        const sent = await orNull(findSent(question), 'the content of a message')
        host.post({ type: 'found_sent', call, sent })
        break
      }
      case 'read_upload': {
        const { userId, name } = question.source
        const bytes = await orNull(readUpload(userId, name, question.part), 'a file of a message')
        host.post({ type: 'upload_part', call, bytes })
        break
      }
      case 'find_version': {
        const version = await findNewer(question.refused)
        host.post({ type: 'found_version', call, version })
        break
      }
    }
  }

  async function findSent({ messageId, key }: SentQuestion): Promise<SentContent | null> {
    const content = await findContent(messageId, key)
    return content ? { content, jid: (await findJid(messageId, key)) ?? null } : null
  }

  function orNull<Found>(finding: Promise<Found | null>, what: string): Promise<Found | null> {
    return finding.catch((error: unknown) => {
      log.error({ err: error }, `${what} could not be read`)
      return null
    })
  }
}
