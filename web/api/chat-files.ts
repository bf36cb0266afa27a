import { chatApi } from '#contract/api/gateways/chat-api.ts'
import { open } from './calls/client.ts'
import { fileAnswer } from './calls/file-answer.ts'
import type { ChatPlace } from './chat.ts'

/** A message's file, and the name that the server gives it. */
export async function readChatFile(
  { gatewayId, instance }: ChatPlace,
  messageId: string,
): Promise<{ readonly file: Blob; readonly name: string }> {
  const query = { instance, evolution_id: gatewayId, message_id: messageId }
  const { file, name = 'arquivo' } = await fileAnswer(() => open(chatApi.openChatFile, { query }))
  return { file, name }
}
