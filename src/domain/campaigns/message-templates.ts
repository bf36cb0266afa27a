import type {
  MessageTemplate,
  MessageTemplateBody,
  MessageTemplatePatchBody,
} from '../../contract/campaigns/message-template.ts'
import { AppError } from '../../contract/errors.ts'
import { foldText } from '../../contract/fold.ts'
import { TEMPLATES_MAX_COUNT } from '../../contract/limits.ts'
import { toIso } from '../clock.ts'
import { createSerial } from '../serial.ts'
import type { OwnedStore } from '../store.ts'

export type MessageTemplates = ReturnType<typeof createMessageTemplates>

/** Texts that users keep for further campaigns, each under a name of its own. */
export function createMessageTemplates({
  store,
  newId,
  now,
}: {
  readonly store: OwnedStore<MessageTemplate>
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  const serially = createSerial()
  return { list: store.list, create, update, remove }

  /** @throws AppError `template_taken`, `template_quota` */
  async function create(userId: string, body: MessageTemplateBody): Promise<MessageTemplate> {
    return serially(userId, async () => {
      const own = await store.list(userId)
      if (own.length >= TEMPLATES_MAX_COUNT) throw new AppError('template_quota', `${own.length}`)
      refuseTaken(own, body.nome)
      const at = toIso(now())
      const template = {
        ...{ id: newId(), name: body.nome, text: body.texto },
        ...{ createdAt: at, updatedAt: at },
      }
      await store.save(userId, template)
      return template
    })
  }

  /** @throws AppError `template_not_found`, `template_taken` */
  async function update(
    userId: string,
    id: string,
    patch: MessageTemplatePatchBody,
  ): Promise<MessageTemplate> {
    return serially(userId, async () => {
      const before = await store.find(userId, id)
      if (!before) throw new AppError('template_not_found', id)
      const others = (await store.list(userId)).filter((other) => other.id !== id)
      if (patch.nome !== undefined) refuseTaken(others, patch.nome)
      const template = {
        ...before,
        name: patch.nome ?? before.name,
        text: patch.texto ?? before.text,
        updatedAt: toIso(now()),
      }
      await store.save(userId, template)
      return template
    })
  }

  /** @throws AppError `template_not_found` */
  async function remove(userId: string, id: string): Promise<void> {
    // In turn with the template's changes: one that is under way would bring it back.
    const removed = await serially(userId, () => store.remove(userId, id))
    if (!removed) throw new AppError('template_not_found', id)
  }
}

/** Refuses a name in use: whoever chooses a template by its name must not have to guess. */
function refuseTaken(own: readonly MessageTemplate[], name: string): void {
  const folded = foldText(name)
  if (own.some((each) => foldText(each.name) === folded)) throw new AppError('template_taken', name)
}
