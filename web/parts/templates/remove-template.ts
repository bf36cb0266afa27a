import type { MessageTemplate } from '#contract/campaigns/message-template.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { createTemplate, deleteTemplate } from '../../api/campaigns/message-templates.ts'
import { toastFailed, toastUndoable } from '../../ui/overlays/toast.ts'
import { toastUndone } from '../toast-undone.ts'
import { templateMessages } from './template-messages.ts'

/** Deletes a template, and offers it back: nothing else knows it by its id. */
export async function removeTemplate({ id, name, text }: MessageTemplate): Promise<void> {
  try {
    await deleteTemplate(id)
    toastUndoable(templateMessages.deleted(name), () =>
      toastUndone(createTemplate({ nome: name, texto: text }), templateMessages.restored(name)),
    )
  } catch (error) {
    if (!isSignedOut(error)) toastFailed(sentenceOf(error, templateMessages.deleteFailed))
  }
}
