import { mutate } from 'swr'
import { messageTemplateApi } from '#contract/api/campaigns/message-template-api.ts'
import type {
  MessageTemplateBody,
  MessageTemplatePatchBody,
} from '#contract/campaigns/message-template.ts'
import { isGone } from '../calls/call-error.ts'
import { call, keyOf } from '../calls/client.ts'
import { useCall } from '../calls/use-call.ts'

/** The user's own texts for campaigns and chats, newest first; read once they are wanted. */
export function useTemplates({ isWanted = true }: { readonly isWanted?: boolean } = {}) {
  const input = isWanted ? {} : null
  const { data, error, isLoading, mutate: again } = useCall(messageTemplateApi.listTemplates, input)
  return { templates: data, error, isLoading, retry: () => void again() }
}

export async function createTemplate(body: MessageTemplateBody): Promise<void> {
  await call(messageTemplateApi.createTemplate, { body })
  await refreshTemplates()
}

/** What is left out stays as it is. */
export async function changeTemplate(id: string, patch: MessageTemplatePatchBody): Promise<void> {
  await call(messageTemplateApi.updateTemplate, { params: { id }, body: patch })
  await refreshTemplates()
}

/** One that is gone already is no failure. */
export async function deleteTemplate(id: string): Promise<void> {
  try {
    await call(messageTemplateApi.deleteTemplate, { params: { id } })
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await refreshTemplates()
}

async function refreshTemplates(): Promise<void> {
  await mutate(keyOf(messageTemplateApi.listTemplates, {}))
}
