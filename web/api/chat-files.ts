import { chatApi } from '#contract/api/gateways/chat-api.ts'
import { offline } from './calls/call-error.ts'
import { open } from './calls/client.ts'
import type { ChatPlace } from './chat.ts'

/** A message's file, and the name that the server gives it. */
export async function readChatFile(
  { gatewayId, instance }: ChatPlace,
  messageId: string,
): Promise<{ readonly file: Blob; readonly name: string }> {
  const query = { instance, evolution_id: gatewayId, message_id: messageId }
  const response = await open(chatApi.openChatFile, { query })
  const header = response.headers.get('content-disposition') ?? ''
  const name = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  const file = await response.blob().catch((error: unknown) => {
    throw offline(error)
  })
  return { file, name: name === undefined ? 'arquivo' : decodeURIComponent(name) }
}
